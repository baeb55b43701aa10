import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { PageStatesService } from '../authority/page-states.service.js';
import { Transactions } from '../database/transactions.js';
import { Env } from '../platform/env.js';
import { JobHistory } from '../platform/job-history.js';
import { Jobs } from '../platform/job-queues.js';
import type { JobName } from '../platform/jobs.js';
import { projectFolder } from '../platform/paths.js';
import { RedisConnection } from '../platform/redis.js';
import { Refused } from '../platform/reply.js';
import type { SystemFacts } from '../shared/answers/system.js';
import {
  failedJobsShown,
  failedMailDays,
  failedMailsShown,
  screenFaultDays,
  screenFaultsShown,
} from '../shared/limits.js';
import { DataChecksService } from './data-checks.service.js';
import {
  databasePart,
  formPart,
  migrationsPart,
  probeParts,
  redisPart,
  toCheckLines,
  toFailedJob,
  toFailedMail,
} from './system.present.js';
import { SystemQueries } from './system.queries.js';

const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string };

/** What an operator asks of the running product (docs/operations.md#the-operators-page). */
@Injectable()
export class SystemService {
  constructor(
    private readonly queries: SystemQueries,
    private readonly checks: DataChecksService,
    private readonly history: JobHistory,
    private readonly jobs: Jobs,
    private readonly redis: RedisConnection,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly authority: PageStatesService,
    private readonly env: Env,
  ) {}

  async facts(): Promise<SystemFacts> {
    const [parts, repeated, queues, failed, waiting, mails, answers, webhooks, runs, faults, screens, authority] =
      await Promise.all([
        this.parts(),
        this.history.repeated(),
        this.jobs.state().catch(() => null),
        this.history.failures(failedJobsShown),
        this.queries.waitingMails(),
        this.queries.failedMails(failedMailDays, failedMailsShown),
        this.queries.answers(),
        this.queries.webhooks(),
        this.checks.lastRuns(),
        this.checks.faults(),
        this.queries.screenFaults(screenFaultDays, screenFaultsShown),
        this.authority.states(),
      ]);
    return {
      version,
      parts,
      jobs: repeated.map(({ job, every, age, isLate }) => ({ job, every, ago: age, late: isLate })),
      queues,
      failed_jobs: failed.map(toFailedJob),
      waiting_mails: waiting,
      failed_mails: mails.map(toFailedMail),
      providers: answers.map(({ notArrived, ...line }) => ({ ...line, not_arrived: notArrived })),
      webhooks: webhooks.map((line) => ({ ...line, last: line.last?.toISOString() ?? null })),
      checks: toCheckLines(runs, faults),
      screen_faults: screens.map((line) => ({ ...line, last: line.last.toISOString() })),
      authority,
    };
  }

  /**
   * Runs a failed job again. Of two presses at once one does it.
   * @throws Refused 404 when the job is not on the list
   */
  async retry(staff: Staff, failureId: number): Promise<string> {
    const { job, data } = await this.transactions.run(async (manager) => {
      const failure = await this.history.takeFailure(failureId, manager);
      if (!failure) throw new Refused('This job is no longer on the list.', 404);

      const note = JSON.stringify(failure.data);
      await this.activity.note(staff, { orderId: null, action: 'job.retried', to: failure.job, note }, manager);
      return failure;
    });
    await this.jobs.again(job as JobName, data);
    return job;
  }

  private async parts(): Promise<SystemFacts['parts']> {
    const now = new Date().toISOString();
    const [database, migrations, redis, probes] = await Promise.all([
      this.queries.databaseFacts(),
      this.queries.migrations(),
      this.redis.info(),
      this.queries.probes(),
    ]);
    return [
      databasePart(database, now),
      redisPart(redis, this.env.REDIS_URL !== undefined, now),
      ...probeParts(probes),
      migrationsPart(migrations, now),
      formPart(this.env.APPLICATION_MAIL_DOMAIN, new Date(now)),
    ];
  }
}
