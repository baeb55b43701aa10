import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import { runImport, UnusableFile } from '../commands/import-command.js';
import { type RefusedLine } from '../intake/import-lines.js';
import { Report } from '../intake/import-report.js';
import { Refused } from '../platform/reply.js';
import { intakeDispute } from '../shared/disputes.js';
import { parseOrderId } from '../shared/order-id.js';
import { DisputesModule } from './disputes.module.js';
import { DisputesService } from './disputes.service.js';

const usage = 'Usage: npm run disputes:import -- disputes.csv [--report refused.csv]';
/** The actor's name in the activity. */
const importer = { id: null, name: 'Import' };
/** The largest line in bytes. */
const longestLine = 1024 * 1024;

type Arguments = { path: string; reportPath: string };
type Counts = { read: number; added: number; refused: number };

/**
 * `npm run disputes:import`: takes in disputes from a CSV file whose first row names `order_id`, `case_id` and any other
 * detail (docs/product.md#disputes). A case id that is on record is skipped, so that a stopped import can be run again.
 * Ends with 0; with 1 when lines were refused; with 2 for wrong arguments or an unusable file.
 */
await runImport(import.meta.url, {
  prepare: async () => {
    const given = readArguments();
    if ((await stat(given.path).catch(() => undefined))?.isFile()) return given;
    throw new UnusableFile(`There is no file ${given.path}.`);
  },
  feature: DisputesModule,
  take: async (app, { path, reportPath }) => {
    const report = await Report.at(reportPath);
    try {
      const { read, added, refused } = await run(app.get(DisputesService), path, report);
      const known = read - added - refused;
      process.stdout.write(`${read} disputes read: ${added} added, ${known} already there, ${refused} refused.\n`);
      if (refused > 0) process.stdout.write(`Why they were refused: ${reportPath}\n`);
      return refused > 0 ? 1 : 0;
    } finally {
      await report.close();
    }
  },
});

/** @throws UnusableFile with the usage */
function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { report: { type: 'string' } } });
    const [path = '', ...more] = positionals;
    const reportPath = values.report ?? `${path}.refused.csv`;
    if (path && more.length === 0 && resolve(reportPath) !== resolve(path)) return { path, reportPath };
  } catch {
    // An unknown option.
  }
  throw new UnusableFile(usage);
}

async function run(disputes: DisputesService, path: string, report: Report): Promise<Counts> {
  const rows = createReadStream(path).pipe(
    parse({
      bom: true,
      columns: (header: string[]) => checked(header.map((name) => name.trim())),
      info: true,
      skip_empty_lines: true,
      max_record_size: longestLine,
    }),
  );
  const counts: Counts = { read: 0, added: 0, refused: 0 };
  try {
    for await (const { record, info } of rows as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      counts.read++;
      const refused = await take(disputes, record, info.lines, counts);
      if (!refused) continue;
      counts.refused++;
      await report.add([refused]);
    }
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('CSV_')) throw new UnusableFile((error as Error).message);
    throw error;
  }
  return counts;
}

/** Takes in one line. @returns why it was refused, undefined when it was not */
async function take(
  disputes: DisputesService,
  record: Record<string, string>,
  number: number,
  counts: Counts,
): Promise<RefusedLine | undefined> {
  const reference = record['order_id'] ?? '';
  const refuse = (errors: Record<string, string>): RefusedLine => ({ number, reference, errors });
  // Text that could not be decoded holds U+FFFD. It is refused, because storing it would lose the original.
  if (Object.values(record).some((value) => value.includes('\uFFFD'))) {
    return refuse({ '': 'This line holds characters that are not UTF-8.' });
  }
  const orderId = parseOrderId(reference);
  if (!orderId) return refuse({ order_id: 'Please enter your order id.' });
  const { data, error } = intakeDispute.safeParse(
    Object.fromEntries(Object.entries(record).filter(([, value]) => value.trim() !== '')),
  );
  if (error) {
    const errors: Record<string, string> = {};
    for (const { path, message } of error.issues) errors[String(path[0] ?? '')] ??= message;
    return refuse(errors);
  }
  try {
    const { isNew } = await disputes.receive(importer, 'import', orderId, data);
    if (isNew) counts.added++;
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    return refuse(refusal.errors ?? { '': refusal.message });
  }
}

function checked(header: string[]): string[] {
  const missing = ['order_id', 'case_id'].filter((name) => !header.includes(name));
  if (missing.length > 0) throw new UnusableFile(`The first row must name the fields; it lacks ${missing.join(', ')}.`);
  return header;
}
