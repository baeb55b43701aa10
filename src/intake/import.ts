import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runImport, UnusableFile } from '../commands/import-command.js';
import { Refused } from '../platform/reply.js';
import { type Arguments, ImportRun, type Input } from './import-run.js';
import { IntakeModule } from './intake.module.js';
import { IntakeService } from './intake.service.js';
import { defaultShop, type Shop } from './shop.js';

const usage =
  'Usage: npm run orders:import -- orders.csv|orders.jsonl|- [--shop name] [--format csv|jsonl] [--dry-run] [--report refused.csv]';

/**
 * `npm run orders:import`: takes in the orders of an older system, each as the intake call does
 * (docs/http-api.md#shops-and-intake). Orders that exist already are skipped, so a stopped or killed import continues when
 * it is run again. Ends with 0; with 1 when lines were refused; with 2 for wrong arguments or an unusable file.
 */
await runImport(import.meta.url, {
  prepare: async () => {
    const given = readArguments();
    return { given, input: await open(given.path) };
  },
  feature: IntakeModule,
  take: async (app, { given, input }) => {
    const intake = app.get(IntakeService);
    return new ImportRun(intake, await shopOf(intake, given.shop), given).run(input);
  },
});

/** @throws UnusableFile with the usage */
function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        shop: { type: 'string', default: defaultShop.name },
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
      return { path, shop: values.shop.trim(), format, isDry: values['dry-run'], reportPath };
  } catch {
    // An unknown option.
  }
  throw new UnusableFile(usage);
}

/** @throws UnusableFile for an unknown shop */
function shopOf(intake: IntakeService, name: string): Promise<Shop> {
  return intake.shopNamed(name).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    throw new UnusableFile(`${error.message} npm run intake:key -- --name ${name} makes it.`);
  });
}

/** @throws UnusableFile for a missing file */
async function open(path: string): Promise<Input> {
  if (path === '-') return { stream: process.stdin, bytesRead: () => 0 };

  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new UnusableFile(`There is no file ${path}.`);
  const stream = createReadStream(path);
  return { stream, size: found.size, bytesRead: () => stream.bytesRead };
}
