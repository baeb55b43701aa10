import { Injectable, Logger } from '@nestjs/common';
import { JobRunsQueries } from './job-runs.queries.js';
import { concurrency, type JobName, type QueueName, repeatedJobs } from './jobs.js';
import { Turns } from './turns.js';

/** How often a worker looks which repeated jobs are due, in milliseconds: the shortest interval. */
const lookEvery = Math.min(...repeatedJobs.map(({ every }) => every));

/**
 * Runs the repeated jobs when they are due, in the worker process alone. The workers share them by `job_runs`: who takes a
 * job puts its next time off, so no other worker runs it at the same time. BullMQ's schedulers would write 5 KB of WAL for
 * each run.
 */
@Injectable()
export class RepeatedRuns {
  private readonly log = new Logger('jobs');
  /** A queue's repeated jobs run as many at once as its other jobs. */
  private readonly turns = new Map<QueueName, Turns>();
  /** What this worker runs, or will run when its turn comes. */
  private readonly mine = new Map<JobName, Promise<void>>();
  private readonly running = new Set<JobName>();
  private looking: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly runs: JobRunsQueries) {}

  /** Begins to run what is due. `work` does a job, and throws when it fails. */
  start(work: (job: JobName) => Promise<void>): void {
    const look = () => {
      this.looking ??= this.look(work)
        .catch((error: unknown) => this.log.warn({ error: String(error) }, 'repeated jobs not looked for'))
        .finally(() => (this.looking = undefined));
    };
    this.timer = setInterval(look, lookEvery).unref();
    look();
  }

  /** Takes no more jobs, and waits for those that run. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.looking;
    await Promise.all(this.mine.values());
  }

  private async look(work: (job: JobName) => Promise<void>): Promise<void> {
    if (this.running.size > 0) await this.runs.keep([...this.running]);
    const due = await this.runs.due(repeatedJobs);
    for (const job of repeatedJobs) {
      if (!due.has(job.name) || this.mine.has(job.name)) continue;

      const run = this.turnsOf(job.queue)
        .run(() => this.run(job, work))
        .catch((error: unknown) => this.log.warn({ job: job.name, error: String(error) }, 'repeated job not noted'))
        .finally(() => this.mine.delete(job.name));
      this.mine.set(job.name, run);
    }
  }

  /** Runs a job, unless another worker took it first. A failed one is due again an interval later, but counts as not run. */
  private async run(job: (typeof repeatedJobs)[number], work: (job: JobName) => Promise<void>): Promise<void> {
    const began = performance.now();
    if (!this.timer || !(await this.runs.take(job))) return;

    this.running.add(job.name);
    const next = () => Math.max(0, job.every - (performance.now() - began));
    try {
      await work(job.name);
      await this.runs.note(job.name, next());
    } catch {
      await this.runs.putOff(job.name, next());
    } finally {
      this.running.delete(job.name);
    }
  }

  private turnsOf(queue: QueueName): Turns {
    const turns = this.turns.get(queue) ?? new Turns(concurrency[queue]);
    this.turns.set(queue, turns);
    return turns;
  }
}
