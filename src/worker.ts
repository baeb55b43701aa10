import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { readEnv } from './platform/env.js';
import { JobRunner } from './platform/jobs.js';
import { makeLog, NestLog } from './platform/log.js';
import { exitWithParent, tellReady } from './platform/parent.js';
import { PdfPrinter } from './platform/pdf/printer.js';
import { runUntilTold } from './platform/run.js';

/** The job process: `npm run start:worker`. */
await runUntilTold(async () => {
  const env = readEnv();
  const app = await NestFactory.createApplicationContext(AppModule.with(env), {
    logger: new NestLog(makeLog(env, 'worker')),
    abortOnError: false,
  });
  app.enableShutdownHooks();
  exitWithParent(() => app.close());
  await app.get(JobRunner).start();
  tellReady();
  // A worker without a browser still mails; a pack or invoice then fails with the same words.
  app
    .get(PdfPrinter)
    .open()
    .catch((error: unknown) => new Logger('pdf').error(String(error)));
  return app;
});
