import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** When each repeated job last ran, by the database's clock: the clocks of the machines may be wrong. */
@Injectable()
export class JobRunsQueries {
  constructor(private readonly database: DataSource) {}

  /** Adds the rows of the repeated jobs; a new job counts as run now. */
  async expect(jobs: string[]): Promise<void> {
    await this.database.query('INSERT INTO job_runs (job) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [jobs]);
  }

  /** Records that a job has finished. */
  async note(job: string): Promise<void> {
    await this.database.query(
      'INSERT INTO job_runs (job) VALUES ($1) ON CONFLICT (job) DO UPDATE SET ran_at = excluded.ran_at',
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
}
