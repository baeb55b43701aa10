import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createPostgresBackend, createRedisBackend, type Job, Queue, Worker } from 'bullmq';
import { Env } from './env.js';
import { insist } from './insist.js';
import { surviveLoss } from './lost-connection.js';

/** What each job is given. */
export type JobData = {
  'mail.send': { mailId: number };
  'mail.sweep': Record<string, never>;
  'pack.render': { packId: number };
  'pack.sweep': Record<string, never>;
  'invoice.render': { mailId: number };
  'orders.promote': Record<string, never>;
  'tallies.fold': Record<string, never>;
  'sessions.clear': Record<string, never>;
  'files.sweep': Record<string, never>;
};
export type JobName = keyof JobData;

type JobRow = {
  queue: 'mail' | 'packs' | 'upkeep';
  /** How often it is tried before it counts as failed for good. */
  attempts: number;
  /** Wait before the second try, doubling with each further one, in milliseconds. */
  backoff: number;
  /** Runs by itself, this many milliseconds apart. */
  every?: number;
};

/** The job table: a new job is a row here and a `@Works` class beside its feature. */
export const jobRows: Record<JobName, JobRow> = {
  // A provider may be down for a quarter of an hour: the tenth try comes after 17 minutes.
  'mail.send': { queue: 'mail', attempts: 10, backoff: 2_000 },
  'mail.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 15_000 },
  'pack.render': { queue: 'packs', attempts: 3, backoff: 1_000 },
  'pack.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 15_000 },
  'invoice.render': { queue: 'packs', attempts: 3, backoff: 1_000 },
  'orders.promote': { queue: 'upkeep', attempts: 1, backoff: 0, every: 60_000 },
  'tallies.fold': { queue: 'upkeep', attempts: 1, backoff: 0, every: 60_000 },
  'sessions.clear': { queue: 'upkeep', attempts: 1, backoff: 0, every: 3_600_000 },
  'files.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 43_200_000 },
};

const queueNames = ['mail', 'packs', 'upkeep'] as const;
type QueueName = (typeof queueNames)[number];

/** How many jobs of a queue one worker process runs at once. */
const concurrency: Record<QueueName, number> = { mail: 5, packs: 2, upkeep: 1 };

/** The PostgreSQL schema of BullMQ, made by `db:migrate`. */
export const jobsSchema = 'bullmq';

/** Marks a class as the worker of a job: `work(data, attempt)` does it. */
export const Works = DiscoveryService.createDecorator<JobName>();

/** What a job's worker is told beside its data: which try this is, from 1, and whether it is the last. */
export type Attempt = { number: number; last: boolean };

/** The class of a job's worker; what it throws is retried as its row says. */
export interface JobWorker<Name extends JobName> {
  work(data: JobData[Name], attempt: Attempt): Promise<void>;
}

/** Puts jobs into BullMQ, on Redis when REDIS_URL is set, else on the product's own PostgreSQL. */
@Injectable()
export class Jobs implements OnApplicationShutdown {
  private readonly log = new Logger('jobs');
  private readonly queues = new Map<QueueName, Queue>();

  constructor(private readonly env: Env) {}

  /**
   * Does `name` soon, in the worker. `key` is the row it is about: a job that still waits under the same key is not doubled.
   * Never fails the caller: the row is written already, and the sweep finds what the queue did not take.
   */
  async later<Name extends JobName>(name: Name, data: JobData[Name], key: number | string): Promise<void> {
    const { queue, attempts, backoff } = jobRows[name];
    try {
      const reached = await this.reach(queue);
      await reached.add(name, data, {
        jobId: `${name}-${key}`,
        attempts,
        backoff: { type: 'exponential', delay: backoff },
        removeOnComplete: true,
        removeOnFail: true,
      });
    } catch (error) {
      this.log.warn({ job: name, key, error: String(error) }, 'job not queued; the sweep will');
    }
  }

  /** How many jobs wait, run or have failed, by queue, for the metrics. */
  async depth(): Promise<Record<QueueName, number>> {
    const counts = await Promise.all(
      queueNames.map(
        async (name) =>
          [name, await (await this.reach(name)).getJobCountByTypes('waiting', 'delayed', 'active')] as const,
      ),
    );
    return Object.fromEntries(counts) as Record<QueueName, number>;
  }

  /** Sees to it that the jobs that run by themselves do so; called by every worker, in effect once. */
  async schedule(): Promise<void> {
    for (const [name, { queue, every }] of Object.entries(jobRows)) {
      if (every === undefined) continue;
      await (
        await this.reach(queue)
      ).upsertJobScheduler(name, { every }, { name, data: {}, opts: { removeOnComplete: true, removeOnFail: true } });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
  }

  /** The queue, connected. @throws after two seconds without an answer. */
  private async reach(name: QueueName): Promise<Queue> {
    const queue = this.queue(name);
    const late = sleep(2_000, undefined, { ref: false }).then(() => {
      throw new Error('no answer within 2 s');
    });
    await Promise.race([queue.waitUntilReady(), late]);
    return queue;
  }

  private queue(name: QueueName): Queue {
    const known = this.queues.get(name);
    if (known) return known;

    const queue = new Queue(name, connect(this.env, 'client'), backend(this.env));
    queue.on('error', (error) => this.log.warn({ queue: name, error: error.message }, 'queue unreachable'));
    this.queues.set(name, queue);
    return queue;
  }
}

/** Runs the jobs, in the worker process alone. */
@Injectable()
export class JobRunner implements BeforeApplicationShutdown {
  private readonly log = new Logger('jobs');
  private workers: Worker[] = [];

  constructor(
    private readonly env: Env,
    private readonly jobs: Jobs,
    private readonly discovery: DiscoveryService,
  ) {}

  /**
   * Starts taking jobs.
   * @throws when a row of the job table has no worker, or two.
   */
  async start(): Promise<void> {
    const workers = this.discover();
    this.workers = queueNames.map((name) => {
      const worker = new Worker(
        name,
        async (job: Job) => this.run(workers, job),
        {
          ...connect(this.env, 'worker'),
          concurrency: concurrency[name],
          // A worker that was killed is noticed after a lock's life; the job then starts again elsewhere.
          lockDuration: 15_000,
          stalledInterval: 5_000,
          maxStalledCount: 5,
        },
        backend(this.env),
      );
      worker.on('error', (error) => this.log.warn({ queue: name, error: error.message }, 'queue unreachable'));
      return worker;
    });
    // A machine that starts up with everything at once may not have Redis or PostgreSQL there yet.
    await insist(() => this.jobs.schedule());
  }

  /**
   * Finishes what runs, takes nothing new, while the database is still there; what does not finish in time is handed back by
   * its lock's end.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.workers.map((worker) => worker.close()));
  }

  private async run(workers: Map<JobName, JobWorker<JobName>>, job: Job): Promise<void> {
    const name = job.name as JobName;
    const worker = workers.get(name);
    if (!worker) throw new Error(`No worker for ${name}`);

    const number = job.attemptsMade + 1;
    const started = performance.now();
    try {
      await worker.work(job.data, { number, last: number >= (job.opts.attempts ?? 1) });
      if (!jobRows[name].every)
        this.log.log({ job: name, ...job.data, number, ms: Math.round(performance.now() - started) }, 'job done');
    } catch (error) {
      this.log.warn({ job: name, ...job.data, number, error: String(error) }, 'job failed');
      throw error;
    }
  }

  private discover(): Map<JobName, JobWorker<JobName>> {
    const workers = new Map<JobName, JobWorker<JobName>>();
    for (const provider of this.discovery.getProviders({ metadataKey: Works.KEY })) {
      const name = this.discovery.getMetadataByDecorator(Works, provider);
      if (!name || !provider.instance) continue;
      if (workers.has(name)) throw new Error(`Two workers for ${name}`);
      workers.set(name, provider.instance as JobWorker<JobName>);
    }
    const missing = Object.keys(jobRows).filter((name) => !workers.has(name as JobName));
    if (missing.length > 0) throw new Error(`Jobs without a worker: ${missing.join(', ')}`);
    return workers;
  }
}

function backend(env: Env): typeof createRedisBackend {
  return (env.REDIS_URL ? createRedisBackend : createPostgresBackend) as typeof createRedisBackend;
}

function connect(env: Env, side: 'client' | 'worker') {
  if (env.REDIS_URL) {
    const { hostname, port, username, password, pathname, protocol } = new URL(env.REDIS_URL);
    return {
      connection: {
        host: hostname,
        port: Number(port || 6379),
        username: decodeURIComponent(username) || undefined,
        password: decodeURIComponent(password) || undefined,
        db: Number(pathname.slice(1) || 0),
        tls: protocol === 'rediss:' ? {} : undefined,
        // A request answers at once when Redis is away; a worker waits for it.
        ...(side === 'client'
          ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 }
          : { maxRetriesPerRequest: null }),
      },
    };
  }
  return {
    connection: {
      connectionString: env.DATABASE_URL,
      schema: jobsSchema,
      max: side === 'client' ? 2 : 4,
      onConnect: surviveLoss,
    } as never,
  };
}
