import { getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { ClientFiles } from './client-files.js';
import { Env } from './env.js';
import { ErrorsFilter } from './errors.filter.js';
import { HealthController } from './health.controller.js';
import { HealthQueries } from './health.queries.js';
import { IdempotencyClearWorker } from './idempotency/idempotency-clear.worker.js';
import { IdempotencyQueries } from './idempotency/idempotency.queries.js';
import { bullModules } from './job-backend.js';
import { JobHistory } from './job-history.js';
import { Jobs } from './job-queues.js';
import { JobRunner, queueHosts } from './job-runner.js';
import { JobRunsQueries } from './job-runs.queries.js';
import { queueNames } from './jobs.js';
import { Keys } from './keys.js';
import { openStorage } from './open-storage.js';
import { PdfPrinter } from './pdf/printer.js';
import { RedisConnection } from './redis.js';
import { RepeatedRuns } from './repeated-runs.js';
import { Storage } from './storage.js';
import { Throttle } from './throttle.js';

/** What every feature may use: settings, keys, jobs, files, counted tries. */
@Global()
@Module({})
export class PlatformModule {
  static with(env: Env): DynamicModule {
    return {
      module: PlatformModule,
      imports: [DiscoveryModule, ...bullModules()],
      controllers: [HealthController],
      providers: [
        { provide: Env, useValue: env },
        { provide: Storage, useFactory: () => openStorage(env) },
        Keys,
        {
          provide: PdfPrinter,
          useFactory: () =>
            new PdfPrinter(async (args) => {
              const { openBrowser } = await import('./pdf/browser.js');
              return openBrowser({ executablePath: env.PUPPETEER_EXECUTABLE_PATH, dataDir: env.DATA_DIR, args });
            }),
        },
        HealthQueries,
        ClientFiles,
        {
          provide: Jobs,
          inject: queueNames.map((name) => getQueueToken(name)),
          useFactory: (...queues: Queue[]) => new Jobs(queues),
        },
        JobRunner,
        JobRunsQueries,
        RepeatedRuns,
        JobHistory,
        ...queueHosts,
        RedisConnection,
        Throttle,
        ErrorsFilter,
        IdempotencyQueries,
        IdempotencyClearWorker,
      ],
      exports: [
        Env,
        Storage,
        Keys,
        ClientFiles,
        Jobs,
        JobHistory,
        PdfPrinter,
        JobRunner,
        RedisConnection,
        Throttle,
        ErrorsFilter,
        IdempotencyQueries,
      ],
    };
  }
}
