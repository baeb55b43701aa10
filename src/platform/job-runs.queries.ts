import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { JobFailure } from './jobs.js';

type Repeated = { name: string; every: number };

/** For how many seconds a worker takes a repeated job; it renews that. One that was killed keeps the job no longer. */
const taken = 20;
/**
 * Whether the repeated job of a row may begin. A second early will do, because a worker looks as often as the job of the
 * shortest interval runs. A time beyond the interval is from a clock that was put back since.
 */
const isDue = (seconds: string) =>
  `due_at NOT BETWEEN now() + interval '1 second' AND now() + make_interval(secs => greatest(${seconds}, ${taken}) + 1)`;

/** When each repeated job last ran and is due, by the database's clock: the clocks of the machines may be wrong. */
@Injectable()
export class JobRunsQueries {
  constructor(private readonly database: DataSource) {}

  /** Adds the rows of the repeated jobs; a new job counts as run now, and is due. */
  async expect(jobs: string[]): Promise<void> {
    await this.database.query('INSERT INTO job_runs (job) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [jobs]);
  }

  /** Which of the repeated jobs may begin. Writes nothing. */
  async due(repeated: Repeated[]): Promise<Set<string>> {
    const rows = await this.database.query<{ job: string }[]>(
      `SELECT job FROM job_runs JOIN unnest($1::text[], $2::float8[]) AS repeated (name, seconds) ON name = job
       WHERE ${isDue('seconds')}`,
      [repeated.map(({ name }) => name), repeated.map(({ every }) => every / 1000)],
    );
    return new Set(rows.map(({ job }) => job));
  }

  /** Takes a job that is due; false when another worker did so first. */
  async take({ name, every }: Repeated): Promise<boolean> {
    const [, taking] = await this.database.query<[unknown, number]>(
      `UPDATE job_runs SET due_at = now() + interval '${taken} seconds' WHERE job = $1 AND ${isDue('$2::float8')}`,
      [name, every / 1000],
    );
    return taking > 0;
  }

  /** Renews the taking of jobs that still run. */
  async keep(jobs: string[]): Promise<void> {
    await this.database.query(`UPDATE job_runs SET due_at = now() + interval '${taken} seconds' WHERE job = ANY($1)`, [
      jobs,
    ]);
  }

  /** Records that a repeated job has finished: a failure before is over. `next` is when it is due, in milliseconds. */
  async note(job: string, next: number): Promise<void> {
    await this.database.query(
      `WITH over AS (DELETE FROM job_failures WHERE job = $1)
       UPDATE job_runs SET ran_at = now(), due_at = now() + make_interval(secs => $2::float8) WHERE job = $1`,
      [job, next / 1000],
    );
  }

  /** Records when a repeated job that failed is due again, in milliseconds. */
  async putOff(job: string, next: number): Promise<void> {
    await this.database.query('UPDATE job_runs SET due_at = now() + make_interval(secs => $2::float8) WHERE job = $1', [
      job,
      next / 1000,
    ]);
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
