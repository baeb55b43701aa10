import { BullRegistrar, OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import type { Job } from 'bullmq';
import { Gathered } from './gathered.js';
import { retryUntilWritten } from './retry-until-written.js';
import { Jobs } from './job-queues.js';
import { JobRunsQueries } from './job-runs.queries.js';
import { concurrency, type JobName, jobRows, type JobWorker, queueNames, repeatedJobs, Works } from './jobs.js';

/** How often a worker looks whether the repeated jobs are scheduled, in milliseconds. */
const lookEvery = 60_000;
/** How many characters of a failed job's reason are kept. */
const longestReason = 500;

/** Runs the jobs, in the worker process alone. */
@Injectable()
export class JobRunner implements BeforeApplicationShutdown {
  private readonly log = new Logger('jobs');
  private readonly workers = new Map<JobName, JobWorker<JobName>>();
  private readonly recoveries = new Gathered((done: { name: string; data: object }[]) =>
    this.runs.noteRecoveries(done),
  );
  private look: NodeJS.Timeout | undefined;

  constructor(
    private readonly registrar: BullRegistrar,
    private readonly jobs: Jobs,
    private readonly runs: JobRunsQueries,
    private readonly discovery: DiscoveryService,
    private readonly modules: ModuleRef,
  ) {}

  /**
   * Starts taking jobs.
   * @throws when a row of the job table has no worker, or two.
   */
  async start(): Promise<void> {
    this.discover();
    this.registrar.register();
    // Redis or PostgreSQL may not run yet on a machine that starts everything at once.
    await retryUntilWritten(() => this.schedule());
    this.look = setInterval(() => {
      this.schedule().catch((error: unknown) => this.log.warn({ error: String(error) }, 'schedule not checked'));
    }, lookEvery).unref();
  }

  /** Schedules the repeated jobs again and again, so that they also run after the clock was set back. */
  async schedule(): Promise<void> {
    await this.runs.expect(repeatedJobs.map(({ name }) => name));
    await this.jobs.schedule();
  }

  /**
   * Takes no new jobs and finishes the running ones while the database is still connected. A job that doesn't finish in
   * time runs again once its lock has expired.
   */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.look) return;

    clearInterval(this.look);
    await Promise.allSettled(queueHosts.map((host) => this.modules.get<QueueHost>(host).worker.close()));
  }

  /** Runs a job that a host took. */
  async run(job: Job): Promise<void> {
    const name = job.name as JobName;
    const worker = this.workers.get(name);
    if (!worker) throw new Error(`No worker for ${name}`);

    const number = job.attemptsMade + 1;
    const last = number >= (job.opts.attempts ?? 1);
    const started = performance.now();
    try {
      await worker.work(job.data, { number, last });
    } catch (error) {
      this.log.warn({ job: name, ...job.data, number, error: String(error) }, 'job failed');
      if (last) await this.noteFailure(name, job, error);
      throw error;
    }
    if (jobRows[name].every) return this.runs.note(name);
    this.log.log({ job: name, ...job.data, number, ms: Math.round(performance.now() - started) }, 'job done');
    await this.recoveries.run({ name, data: job.data as object });
  }

  /** Puts a job on the operators' list. That the list can't be written does not change what became of the job. */
  private async noteFailure(name: JobName, job: Job, error: unknown): Promise<void> {
    const reason = String(error).slice(0, longestReason);
    await this.runs.noteFailure(name, job.data as object, reason, job.attemptsMade + 1).catch(() => undefined);
  }

  private discover(): void {
    for (const provider of this.discovery.getProviders({ metadataKey: Works.KEY })) {
      const name = this.discovery.getMetadataByDecorator(Works, provider);
      if (!name || !provider.instance) continue;
      if (this.workers.has(name)) throw new Error(`Two workers for ${name}`);
      this.workers.set(name, provider.instance as JobWorker<JobName>);
    }
    const missing = Object.keys(jobRows).filter((name) => !this.workers.has(name as JobName));
    if (missing.length > 0) throw new Error(`Jobs without a worker: ${missing.join(', ')}`);
  }
}

/** Takes a queue's jobs from BullMQ and runs several at once. */
@Injectable()
abstract class QueueHost extends WorkerHost {
  private readonly log = new Logger('jobs');

  constructor(private readonly runner: JobRunner) {
    super();
  }

  process(job: Job): Promise<void> {
    return this.runner.run(job);
  }

  @OnWorkerEvent('error')
  warn(error: Error): void {
    this.log.warn({ queue: this.worker.name, error: error.message }, 'queue unreachable');
  }
}

/** A killed worker is noticed when its lock expires; another worker then starts the job again. */
const locks = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 5 };

/** A host for each queue. */
export const queueHosts = queueNames.map((name) => {
  @Processor(name, { ...locks, concurrency: concurrency[name] })
  class Host extends QueueHost {}
  return Host;
});
