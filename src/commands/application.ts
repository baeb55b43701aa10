import type { DynamicModule, INestApplicationContext, Provider, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../activity/activity.module.js';
import { connection } from '../database/data-source.js';
import { DatabaseModule } from '../database/database.module.js';
import type { Env } from '../platform/env.js';
import { PlatformModule } from '../platform/platform.module.js';

type Command<Result> = {
  env: Env;
  /** Of the database that the command works on. */
  url: string;
  imports?: (Type | DynamicModule)[];
  providers?: Provider[];
  work: (app: INestApplicationContext) => Promise<Result>;
};

/**
 * Runs `work` in an application that has the platform, the database, the activity, and the command's own `imports` and
 * `providers`. The application is closed afterwards.
 * @throws Error that names `db:migrate` when the database has no tables
 */
export async function inApplication<Result>({
  env,
  url,
  imports = [],
  providers,
  work,
}: Command<Result>): Promise<Result> {
  const app = await NestFactory.createApplicationContext(
    {
      module: class CommandModule {},
      imports: [
        PlatformModule.with(env),
        TypeOrmModule.forRoot({ ...connection(url, 2), retryAttempts: 1 }),
        DatabaseModule,
        ActivityModule,
        ...imports,
      ],
      providers,
    },
    { logger: false, abortOnError: false },
  );
  try {
    return await work(app);
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error;
    throw new Error('The database has no tables yet: npm run db:migrate, or npm start, makes them.', { cause: error });
  } finally {
    await app.close();
  }
}
