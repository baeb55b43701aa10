import 'reflect-metadata';
import { inApplication } from '../commands/application.js';
import { borrowDatabase } from '../commands/borrow-database.js';
import { runAsScript } from '../platform/script.js';
import { dataCheckNames, dataCheckRows } from '../shared/data-checks.js';
import { DataChecksQueries } from './data-checks.queries.js';
import { DataChecksService } from './data-checks.service.js';

/** `npm run check:data`: runs every check of the data and prints what it finds; ends with code 1 when that is something. */
await runAsScript(import.meta.url, async (env) => {
  const { url, close } = await borrowDatabase(env);
  try {
    await inApplication({
      env,
      url,
      providers: [DataChecksQueries, DataChecksService],
      work: (app) => report(app.get(DataChecksService)),
    });
  } finally {
    await close();
  }
});

async function report(checks: DataChecksService): Promise<void> {
  await checks.run();
  const runs = await checks.lastRuns();
  const faults = await checks.faults();
  for (const name of dataCheckNames) {
    const run = runs.find((one) => one.name === name);
    const said = run?.error ? `could not run: ${run.error}` : run?.found === 0 ? 'none' : String(run?.found);
    process.stdout.write(`${dataCheckRows[name].sentence}: ${said}\n`);
    for (const { orderId, what } of faults.filter((fault) => fault.name === name))
      process.stdout.write(`  ${orderId === null ? '' : `order ${orderId}: `}${what}\n`);
  }
  if (runs.some(({ found, error }) => found > 0 || error !== null)) throw new Error('There are faults.');
}
