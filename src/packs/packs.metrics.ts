import { Injectable } from '@nestjs/common';
import { gauge } from '../platform/metrics.js';
import { PacksQueries } from './packs.queries.js';

/** The figures about defence packs that are worth an alarm. */
@Injectable()
export class PacksMetrics {
  constructor(queries: PacksQueries) {
    gauge('pack_waiting_oldest_seconds', 'How long the oldest pack that waits has waited', 'type', () =>
      queries.oldestWaiting(),
    );
    gauge('pack_seconds', 'From asked for to ready, of the newest hundred packs', 'quantile', () =>
      queries.times(100, [0.5, 0.9]),
    );
  }
}
