import { Injectable } from '@nestjs/common';
import { gauge } from '../platform/metrics.js';
import { MailQueries } from './mail.queries.js';

/** Metrics about mails, for alerts. */
@Injectable()
export class MailMetrics {
  constructor(queries: MailQueries) {
    gauge('mail_waiting_oldest_seconds', 'How long the oldest mail that waits has waited', 'kind', () =>
      queries.oldestWaiting(),
    );
    gauge(
      'mails_failed_last_hour',
      'Of the newest two thousand mails, those that failed for good or bounced within the hour',
      'provider',
      () => queries.notArrivedWithin(3_600),
    );
  }
}
