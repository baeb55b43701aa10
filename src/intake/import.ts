import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../activity/activity.module.js';
import { connection } from '../database/data-source.js';
import type { Env } from '../platform/env.js';
import { PlatformModule } from '../platform/platform.module.js';
import { runAsScript } from '../platform/script.js';
import { UnusableFile } from './import-lines.js';
import { type Arguments, ImportRun, type Input } from './import-run.js';
import { IntakeModule } from './intake.module.js';
import { IntakeService } from './intake.service.js';

const usage =
  'Usage: npm run orders:import -- orders.csv|orders.jsonl|- [--format csv|jsonl] [--dry-run] [--report refused.csv]';

/**
 * `npm run orders:import`: takes in the orders of a house that moves in, each as the intake call does (api: Orders coming
 * in). What is there already is passed over: an import that was stopped, or killed, goes on when it is run again.
 * Ends with 0; with 1 when lines were refused; with 2 when it is called wrongly or the file can't be used at all.
 */
await runAsScript(import.meta.url, async (env) => {
  try {
    const given = readArguments();
    const { url, close } = await place(env);
    try {
      process.exitCode = await importInto(env, url, given);
    } finally {
      await close();
    }
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
});

/** @throws UnusableFile with the usage */
function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
    const [path = '', ...more] = positionals;
    const format = values.format ?? extname(path).slice(1).replace('ndjson', 'jsonl');
    const reportPath = values.report ?? (path === '-' ? 'orders.refused.csv' : `${path}.refused.csv`);
    const isRight = path && more.length === 0 && resolve(reportPath) !== resolve(path);
    if (isRight && (format === 'csv' || format === 'jsonl'))
      return { path, format, isDry: values['dry-run'], reportPath };
  } catch {
    // An option that there is not.
  }
  throw new UnusableFile(usage);
}

/** The database of the settings, else the one that `npm start` brings along, whether it runs now or not. */
async function place({ DATABASE_URL, DATA_DIR }: Env): Promise<{ url: string; close: () => Promise<void> }> {
  if (DATABASE_URL) return { url: DATABASE_URL, close: async () => undefined };

  const { borrowPostgres } = await import('../embedded/postgres.js');
  const { url, stop } = await borrowPostgres({ dataDir: resolve(DATA_DIR) });
  return { url, close: stop };
}

async function importInto(env: Env, url: string, given: Arguments): Promise<number> {
  const input = await open(given.path);
  const app: INestApplicationContext = await NestFactory.createApplicationContext(
    {
      module: class ImportModule {},
      imports: [
        PlatformModule.with(env),
        TypeOrmModule.forRoot({ ...connection(url, 2), retryAttempts: 1 }),
        ActivityModule,
        IntakeModule,
      ],
    },
    { logger: false, abortOnError: false },
  );
  try {
    return await new ImportRun(app.get(IntakeService), given).run(input);
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error;
    throw new Error('The database has no tables yet: npm run db:migrate, or npm start, makes them.', { cause: error });
  } finally {
    await app.close();
  }
}

/** @throws UnusableFile for one that isn't there */
async function open(path: string): Promise<Input> {
  if (path === '-') return { stream: process.stdin, bytesRead: () => 0 };

  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new UnusableFile(`There is no file ${path}.`);
  const stream = createReadStream(path);
  return { stream, size: found.size, bytesRead: () => stream.bytesRead };
}
