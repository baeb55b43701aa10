import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { JobFailure } from './jobs.js';

/** When each repeated job last ran, by the database's clock: the clocks of the machines may be wrong. */
@Injectable()
export class JobRunsQueries {
  constructor(private readonly database: DataSource) {}

  /** Adds the rows of the repeated jobs; a new job counts as run now. */
  async expect(jobs: string[]): Promise<void> {
    await this.database.query('INSERT INTO job_runs (job) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [jobs]);
  }

  /** Records that a repeated job has finished: a failure before is over. */
  async note(job: string): Promise<void> {
    await this.database.query(
      `WITH over AS (DELETE FROM job_failures WHERE job = $1)
       INSERT INTO job_runs (job) VALUES ($1) ON CONFLICT (job) DO UPDATE SET ran_at = excluded.ran_at`,
      [job],
    );
  }

  /** Seconds since each of these jobs last finished. */
  async ages(jobs: string[]): Promise<Record<string, number>> {
    const rows = await this.database.query<{ job: string; age: number }[]>(
      'SELECT job, extract(epoch FROM now() - ran_at)::float AS age FROM job_runs WHERE job = ANY($1)',
      [jobs],
    );
    return Object.fromEntries(rows.map(({ job, age }) => [job, age]));
  }

  /** Records that a job failed for good. Of equal jobs the list keeps one row. */
  async noteFailure(job: string, data: object, error: string, tries: number): Promise<void> {
    await this.database.query(
      `INSERT INTO job_failures (job, data, error, tries) VALUES ($1, $2, $3, $4)
       ON CONFLICT (job, data) DO UPDATE SET error = excluded.error, tries = job_failures.tries + excluded.tries, failed_at = now()`,
      [job, JSON.stringify(data), error, tries],
    );
  }

  /** Jobs that may have failed before were done after all. */
  async noteRecoveries(done: { name: string; data: object }[]): Promise<void[]> {
    await this.database.query(
      `DELETE FROM job_failures f USING unnest($1::text[], $2::jsonb[]) AS done (job, data)
       WHERE f.job = done.job AND f.data = done.data`,
      [done.map(({ name }) => name), done.map(({ data }) => JSON.stringify(data))],
    );
    return done.map(() => undefined);
  }

  failures(most: number): Promise<JobFailure[]> {
    return this.database.query(
      'SELECT id, job, data, error, tries, failed_at AS "failedAt" FROM job_failures ORDER BY failed_at DESC, id LIMIT $1',
      [most],
    );
  }

  async failureCounts(): Promise<Record<string, number>> {
    const rows = await this.database.query<{ job: string; n: number }[]>(
      'SELECT job, count(*)::int AS n FROM job_failures GROUP BY job',
    );
    return Object.fromEntries(rows.map(({ job, n }) => [job, n]));
  }

  async takeFailure(id: number, manager: EntityManager): Promise<Pick<JobFailure, 'job' | 'data'> | undefined> {
    const [rows] = await manager.query<[Pick<JobFailure, 'job' | 'data'>[], number]>(
      'DELETE FROM job_failures WHERE id = $1 RETURNING job, data',
      [id],
    );
    return rows[0];
  }
}
