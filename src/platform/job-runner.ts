import { BullRegistrar, OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import type { Job } from 'bullmq';
import { Gathered } from './gathered.js';
import { retryUntilWritten } from './retry-until-written.js';
import { Jobs } from './job-queues.js';
import { JobRunsQueries } from './job-runs.queries.js';
import {
  type Attempt,
  concurrency,
  type JobData,
  type JobName,
  jobRows,
  type JobWorker,
  queueNames,
  repeatedJobs,
  Works,
} from './jobs.js';
import { RepeatedRuns } from './repeated-runs.js';

/** How often a worker looks whether jobs wait for a time that a wrong clock gave them, in milliseconds. */
const lookEvery = 60_000;
/**
 * How long the jobs that were done are gathered, in milliseconds, before they leave the operators' list. Hardly one stands
 * there, so none waits for it.
 */
const recoveriesEvery = 500;
/** How many characters of a failed job's reason are kept. */
const longestReason = 500;

/** Runs the jobs, in the worker process alone. */
@Injectable()
export class JobRunner implements BeforeApplicationShutdown {
  private readonly log = new Logger('jobs');
  private readonly workers = new Map<JobName, JobWorker<JobName>>();
  private readonly recoveries = new Gathered(
    (done: { name: string; data: object }[]) => this.runs.noteRecoveries(done),
    recoveriesEvery,
  );
  private recovered: Promise<void> = Promise.resolve();
  private look: NodeJS.Timeout | undefined;

  constructor(
    private readonly registrar: BullRegistrar,
    private readonly jobs: Jobs,
    private readonly runs: JobRunsQueries,
    private readonly repeated: RepeatedRuns,
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
    await retryUntilWritten(() => this.prepare());
    this.repeated.start((name) => this.work(name, {}, { number: 1, last: true }));
    this.look = setInterval(() => {
      this.jobs.repair().catch((error: unknown) => this.log.warn({ error: String(error) }, 'queues not looked at'));
    }, lookEvery).unref();
  }

  /** Gives each repeated job its row, and repairs the queues. */
  async prepare(): Promise<void> {
    await this.runs.expect(repeatedJobs.map(({ name }) => name));
    await this.jobs.repair();
  }

  /**
   * Takes no new jobs and finishes the running ones while the database is still connected. A job that doesn't finish in
   * time runs again once its lock has expired.
   */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.look) return;

    clearInterval(this.look);
    const hosts = queueHosts.map((host) => this.modules.get<QueueHost>(host).worker.close());
    await Promise.allSettled([this.repeated.stop(), ...hosts]);
    // the newest is noted last
    await this.recovered;
  }

  /** Runs a job that a host took. */
  async run(job: Job): Promise<void> {
    const name = job.name as JobName;
    const data = job.data as JobData[JobName];
    const number = job.attemptsMade + 1;
    const started = performance.now();
    await this.work(name, data, { number, last: number >= (job.opts.attempts ?? 1) });
    // one that an Admin let run again
    const { every } = jobRows[name];
    if (every) return this.runs.note(name, every);
    this.log.log({ job: name, ...data, number, ms: Math.round(performance.now() - started) }, 'job done');
    this.recovered = this.recoveries.run({ name, data }).catch((error: unknown) => {
      this.log.warn({ job: name, ...data, error: String(error) }, 'recovery not noted');
    });
  }

  /** @throws what the job's worker threw; after the last try it stands on the operators' list. */
  private async work(name: JobName, data: JobData[JobName], attempt: Attempt): Promise<void> {
    const worker = this.workers.get(name);
    if (!worker) throw new Error(`No worker for ${name}`);

    try {
      await worker.work(data, attempt);
    } catch (error) {
      this.log.warn({ job: name, ...data, number: attempt.number, error: String(error) }, 'job failed');
      if (attempt.last) await this.noteFailure(name, data, attempt.number, error);
      throw error;
    }
  }

  /** Puts a job on the operators' list. That the list can't be written does not change what became of the job. */
  private async noteFailure(name: JobName, data: object, tries: number, error: unknown): Promise<void> {
    const reason = String(error).slice(0, longestReason);
    await this.runs.noteFailure(name, data, reason, tries).catch(() => undefined);
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
