import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { JobRunsQueries } from './job-runs.queries.js';
import { type JobFailure, type JobName, repeatedJobs } from './jobs.js';

/** A repeated job. `every` and `age` are seconds; `age` is null for one that no worker has scheduled yet. */
type RepeatedJob = { job: JobName; every: number; age: number | null; isLate: boolean };

/** When jobs ran, and which failed, for operators (docs/operations.md#the-operators-page). */
@Injectable()
export class JobHistory {
  constructor(private readonly queries: JobRunsQueries) {}

  /** Every repeated job. One is late when it last ran two intervals ago. */
  async repeated(): Promise<RepeatedJob[]> {
    const ages = await this.queries.ages(repeatedJobs.map(({ name }) => name));
    return repeatedJobs.map(({ name: job, every: milliseconds }) => {
      const every = milliseconds / 1000;
      const age = ages[job] ?? null;
      return { job, every, age, isLate: age === null || age > 2 * every };
    });
  }

  /** The jobs whose last try failed, the newest first. */
  failures(most: number): Promise<JobFailure[]> {
    return this.queries.failures(most);
  }

  /** How many failed jobs are on the list, by job. */
  failureCounts(): Promise<Record<string, number>> {
    return this.queries.failureCounts();
  }

  /** Takes a failed job off the list; undefined when it is not on it, or when somebody else took it first. */
  takeFailure(id: number, manager: EntityManager): Promise<Pick<JobFailure, 'job' | 'data'> | undefined> {
    return this.queries.takeFailure(id, manager);
  }
}
