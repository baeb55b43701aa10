import { BullModule } from '@nestjs/bullmq';
import type { DynamicModule } from '@nestjs/common';
import {
  createPostgresBackend,
  createRedisBackend,
  type Processor,
  Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import { Env } from './env.js';
import { queueNames } from './jobs.js';
import { ignoreConnectionErrors } from './lost-connection.js';
import { RedisConnection } from './redis.js';

/** The PostgreSQL schema of BullMQ, made by `db:migrate`. */
export const jobsSchema = 'bullmq';

/**
 * Sets up BullMQ by Nest's module, on Redis when REDIS_URL is set, else on the product's PostgreSQL. Only
 * `JobRunner.start` starts workers, so that a web process runs no jobs.
 */
export function bullModules(): DynamicModule[] {
  // The module constructs these classes with the queue's options and has no parameter for the backend.
  BullModule.queueClass = JobQueue;
  BullModule.workerClass = QueueWorker;
  return [
    BullModule.forRootAsync({
      inject: [Env, RedisConnection],
      useFactory: (env: Env, { client }: RedisConnection) => ({ connection: client ?? postgres(env) }),
      extraOptions: { manualRegistration: true },
    }),
    BullModule.registerQueue(...queueNames.map((name) => ({ name }))),
  ];
}

class JobQueue extends Queue {
  constructor(name: string, options: QueueOptions) {
    super(name, options, backend(options));
  }
}

/**
 * Connections of the workers' own, opened and closed by BullMQ. A worker waits for Redis or PostgreSQL; a request does
 * not.
 */
class QueueWorker extends Worker {
  constructor(name: string, processor: Processor, options: WorkerOptions) {
    const { connection } = options;
    const own =
      connection instanceof Redis
        ? { ...connection.options, enableOfflineQueue: true, maxRetriesPerRequest: null }
        : { ...connection, max: 4 };
    super(name, processor, { ...options, connection: own } as WorkerOptions, backend(options));
  }
}

function backend({ connection }: QueueOptions): typeof createRedisBackend {
  return (connection instanceof Redis ? createRedisBackend : createQuietBackend) as typeof createRedisBackend;
}

/** Looks for stalled jobs only while a job runs: on PostgreSQL each look writes a row of the queue. */
const createQuietBackend: typeof createPostgresBackend = (...options) => {
  const made = createPostgresBackend(...options);
  const recover = made.moveStalledJobsToWait.bind(made);
  const moveStalledJobsToWait = async () => {
    const [running = 0] = await made.getCounts(['active']);
    return running > 0 ? recover() : [];
  };
  return Object.assign(made, { moveStalledJobsToWait });
};

function postgres({ DATABASE_URL }: Env): QueueOptions['connection'] {
  const connection: object = {
    connectionString: DATABASE_URL,
    schema: jobsSchema,
    max: 2,
    onConnect: ignoreConnectionErrors,
  };
  // BullMQ's types allow only Redis.
  return connection;
}
