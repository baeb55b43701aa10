import { Injectable } from '@nestjs/common';
import { JobHistory } from '../platform/job-history.js';
import { Jobs } from '../platform/job-queues.js';
import { gauge } from '../platform/metrics.js';
import { screenFaultDays } from '../shared/limits.js';
import { DataChecksService } from './data-checks.service.js';
import { SystemQueries } from './system.queries.js';

type Figures = Record<string, number>;

/** The facts of the operator's page as metrics (docs/operations.md#monitoring). */
@Injectable()
export class SystemMetrics {
  constructor(queries: SystemQueries, history: JobHistory, jobs: Jobs, checks: DataChecksService) {
    gauge('job_waiting_oldest_seconds', 'How long the oldest job of a queue has waited', 'queue', async () =>
      figures(await jobs.state(), 'queue', ({ oldest }) => oldest ?? 0),
    );
    gauge('job_is_late', 'Whether a repeated job last ran two intervals ago', 'job', async () =>
      figures(await history.repeated(), 'job', ({ isLate }) => Number(isLate)),
    );
    gauge('jobs_failed', 'Jobs whose last try failed', 'job', () => history.failureCounts());
    gauge('part_works', 'Whether a worker found that the part works', 'part', async () =>
      figures(await queries.probes(), 'name', ({ ok }) => Number(ok)),
    );
    gauge('mail_provider_failures_last_hour', 'Failures of a mail provider within the hour', 'provider', async () =>
      figures(await queries.answers(), 'provider', ({ failures }) => failures),
    );
    gauge('webhook_lag_seconds', 'From an event to its report, the median of the hour', 'provider', async () =>
      figures(
        (await queries.webhooks()).filter(({ lag }) => lag !== null),
        'provider',
        ({ lag }) => lag!,
      ),
    );
    gauge('data_faults', 'Faults that the integrity check found last', 'check', async () =>
      figures(await checks.lastRuns(), 'name', ({ found }) => found),
    );
    gauge('screen_faults_last_week', 'How often parts of a screen could not be shown', 'screen', () =>
      queries.screenFaultCounts(screenFaultDays),
    );
  }
}

function figures<Row>(rows: Row[], label: keyof Row, value: (row: Row) => number): Figures {
  return Object.fromEntries(rows.map((row) => [String(row[label]), value(row)]));
}
