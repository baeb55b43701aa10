import 'reflect-metadata';
import { borrowDatabase } from '../commands/borrow-database.js';
import { inApplication } from '../commands/application.js';
import { runAsScript } from '../platform/script.js';
import { ChainQueries } from './chain.queries.js';
import { ChainService } from './chain.service.js';

/** `npm run audit:verify`: reads the whole activity and names the first row that was changed; ends with code 1 then. */
await runAsScript(import.meta.url, async (env) => {
  const { url, close } = await borrowDatabase(env);
  try {
    const verdict = await inApplication({
      env,
      url,
      providers: [ChainQueries, ChainService],
      work: (app) => app.get(ChainService).verify(),
    });
    if ('row' in verdict) {
      throw new Error(`Row ${verdict.row} of the activity is not as it was written: ${verdict.fault}.`);
    }
    process.stdout.write(`${verdict.rows} rows of the activity are as they were written.\n`);
  } finally {
    await close();
  }
});
