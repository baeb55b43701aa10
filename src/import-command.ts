import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from './activity/activity.module.js';
import { borrowDatabase } from './borrow-database.js';
import { connection } from './database/data-source.js';
import { DatabaseModule } from './database/database.module.js';
import { UnusableFile } from './intake/import-lines.js';
import type { Env } from './platform/env.js';
import { PlatformModule } from './platform/platform.module.js';
import { runAsScript } from './platform/script.js';

type ImportCommand<Given> = {
  /** Reads the arguments and finds the file. @throws UnusableFile */
  prepare: () => Promise<Given>;
  /** The module with the services that `take` uses. */
  feature: Type;
  /** Takes the file in. Returns the exit code. @throws UnusableFile */
  take: (app: INestApplicationContext, given: Given) => Promise<number>;
};

/**
 * A command that takes the lines of a file into the database of the settings, else into the embedded one. It ends with the
 * code of `take`, and with 2 for wrong arguments or an unusable file.
 * @param module the caller's `import.meta.url`; nothing runs when another module imports the caller
 */
export function runImport<Given>(module: string, { prepare, feature, take }: ImportCommand<Given>): Promise<void> {
  return runAsScript(module, async (env) => {
    try {
      const given = await prepare();
      const { url, close } = await borrowDatabase(env);
      try {
        process.exitCode = await inApplication(env, url, feature, (app) => take(app, given));
      } finally {
        await close();
      }
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    }
  });
}

async function inApplication(
  env: Env,
  url: string,
  feature: Type,
  work: (app: INestApplicationContext) => Promise<number>,
): Promise<number> {
  const app = await NestFactory.createApplicationContext(
    {
      module: class ImportModule {},
      imports: [
        PlatformModule.with(env),
        TypeOrmModule.forRoot({ ...connection(url, 2), retryAttempts: 1 }),
        DatabaseModule,
        ActivityModule,
        feature,
      ],
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
