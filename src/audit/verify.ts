import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { borrowDatabase } from '../borrow-database.js';
import { connection } from '../database/data-source.js';
import { runAsScript } from '../platform/script.js';
import { ChainQueries } from './chain.queries.js';
import { ChainService } from './chain.service.js';

/** `npm run audit:verify`: reads the whole activity and names the first row that was changed; ends with code 1 then. */
await runAsScript(import.meta.url, async (env) => {
  const { url, close } = await borrowDatabase(env);
  try {
    const app = await NestFactory.createApplicationContext(
      {
        module: class VerifyModule {},
        imports: [TypeOrmModule.forRoot({ ...connection(url, 1), retryAttempts: 1 })],
        providers: [ChainQueries, ChainService],
      },
      { logger: false, abortOnError: false },
    );
    try {
      const verdict = await app.get(ChainService).verify();
      if ('row' in verdict) {
        throw new Error(`Row ${verdict.row} of the activity is not as it was written: ${verdict.fault}.`);
      }
      process.stdout.write(`${verdict.rows} rows of the activity are as they were written.\n`);
    } finally {
      await app.close();
    }
  } finally {
    await close();
  }
});
