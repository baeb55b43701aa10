import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Env } from './env.js';
import { ErrorsFilter } from './errors.filter.js';
import { HealthController } from './health.controller.js';
import { JobRunner, Jobs } from './jobs.js';
import { Keys } from './keys.js';
import { BucketStorage, FolderStorage, Storage } from './storage.js';
import { Throttle } from './throttle.js';

/** What every feature may use: settings, keys, jobs, files, counted tries. */
@Global()
@Module({})
export class PlatformModule {
  static with(env: Env): DynamicModule {
    return {
      module: PlatformModule,
      imports: [DiscoveryModule],
      controllers: [HealthController],
      providers: [
        { provide: Env, useValue: env },
        { provide: Storage, useClass: env.S3_BUCKET ? BucketStorage : FolderStorage },
        Keys,
        Jobs,
        JobRunner,
        Throttle,
        ErrorsFilter,
      ],
      exports: [Env, Storage, Keys, Jobs, JobRunner, Throttle, ErrorsFilter],
    };
  }
}
