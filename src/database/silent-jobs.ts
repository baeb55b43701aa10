import { repeatedJobs } from '../platform/jobs.js';
import { type Sql, sql } from './sql.js';

/**
 * The repeated jobs (`job`) that didn't run within two of their intervals, with a sentence that says so (`what`).
 * @param shortest a job that is silent for less than this many seconds doesn't count
 */
export function silentJobs(shortest = 0): Sql {
  return sql`
    SELECT job, job || ' last ran ' || round(extract(epoch FROM now() - ran_at) / 60) || ' minutes ago' AS what
    FROM job_runs JOIN unnest(${repeatedJobs.map(({ name }) => name)}::text[], ${repeatedJobs.map(({ every }) => every / 1000)}::float8[])
      AS repeated (name, seconds) ON name = job
    WHERE ran_at < now() - make_interval(secs => greatest(2 * seconds, ${shortest}))`;
}
