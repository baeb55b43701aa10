import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { type Env, readEnv } from './platform/env.js';
import { Jobs } from './platform/job-queues.js';
import { JobRunner } from './platform/job-runner.js';
import { makeLog, NestLog } from './platform/log.js';
import { exitWithParent, tellReady } from './platform/parent.js';
import { PdfPrinter } from './platform/pdf/printer.js';
import { endSignals, runUntilTold } from './platform/run.js';
import { showAlive } from './platform/worker-alive.js';

/**
 * How many milliseconds after its start the worker starts its browser, so that the first print needn't wait for it. Jobs that
 * waited, and the first page on a machine that starts everything at once, come first.
 */
const browserAfter = 5_000;

/** The job process: `npm run start:worker`. */
await runUntilTold(async () => {
  const env = readEnv();
  const app = await NestFactory.createApplicationContext(AppModule.with(env), {
    logger: new NestLog(makeLog(env, 'worker')),
    abortOnError: false,
  });
  app.enableShutdownHooks(endSignals);
  exitWithParent(() => app.close());
  if (env.EMBEDDED) await waitForMailCatcher(env);
  await app.get(JobRunner).start();
  tellReady();
  showAlive(env.WORKER_ALIVE_FILE, () => Promise.all([app.get(DataSource).query('SELECT 1'), app.get(Jobs).depth()]));
  setTimeout(() => openPrinter(app.get(PdfPrinter)), browserAfter).unref();
  return app;
});

/** A worker without a browser still sends mails; packs and invoices then fail with the same error. */
function openPrinter(printer: PdfPrinter): void {
  printer.open().catch((error: unknown) => new Logger('pdf').error(String(error)));
}

/**
 * Where mails go to the web process's mail catcher, waits until that process listens. A mail that is refused until then would
 * count as a failure of its provider, and after three failures mails go by the other provider.
 */
async function waitForMailCatcher({ HOST, PORT, MAIL_SES_ENDPOINT, MAIL_SENDGRID_BASE_URL }: Env): Promise<void> {
  const { originOf } = await import('./embedded/environment.js');
  const origin = originOf(HOST, PORT);
  const isTaking = [MAIL_SES_ENDPOINT, MAIL_SENDGRID_BASE_URL].some((url) => url?.startsWith(`${origin}/dev/`));
  if (!isTaking) return;

  const { answers } = await import('./embedded/answers.js');
  await answers(`${origin}/healthz`);
}
