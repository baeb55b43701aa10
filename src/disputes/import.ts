import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runImport, UnusableFile } from '../commands/import-command.js';
import { errorsByField, readTable, sayIgnored, type Table, type TableRow } from '../commands/import-table.js';
import { Report } from '../intake/import-report.js';
import { Refused } from '../platform/reply.js';
import { intakeDispute } from '../shared/disputes.js';
import { parseOrderId } from '../shared/order-id.js';
import { DisputesModule } from './disputes.module.js';
import { DisputesService } from './disputes.service.js';

const usage = 'Usage: npm run disputes:import -- disputes.csv [--report refused.csv]';
/** The actor's name in the activity. */
const importer = { id: null, name: 'Import' };
const table: Table = {
  columns: ['order_id', ...Object.keys(intakeDispute.shape)],
  required: ['order_id', 'case_id'],
  days: ['opened_at', 'reply_by'],
  flags: [],
};

type Arguments = { path: string; reportPath: string };
type Counts = { read: number; added: number; refused: number };

/**
 * `npm run disputes:import`: takes in disputes from a CSV file whose first row names `order_id`, `case_id` and any other
 * detail (docs/disputes.md#disputes). A case id that is on record is skipped, so that a stopped import can be run
 * again. Ends with 0; with 1 when lines were refused; with 2 for wrong arguments or an unusable file.
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
  const counts: Counts = { read: 0, added: 0, refused: 0 };
  const rows = readTable(createReadStream(path), table, (columns) => sayIgnored('dispute', columns));
  for await (const row of rows) {
    counts.read++;
    const errors = await take(disputes, row, counts);
    if (!errors) continue;
    counts.refused++;
    await report.add([{ number: row.number, reference: row.fields['order_id'] ?? '', errors }]);
  }
  if (counts.read === 0) throw new UnusableFile('Nothing was read: the file has no disputes.');
  return counts;
}

/** Takes in one row. @returns why it was refused, by column; undefined when it was not */
async function take(
  disputes: DisputesService,
  { fields, errors }: TableRow,
  counts: Counts,
): Promise<Record<string, string> | undefined> {
  if ('' in errors) return errors;
  const { order_id: reference = '', ...details } = fields;
  const orderId = parseOrderId(reference);
  const { data, error } = intakeDispute.safeParse(details);
  const wrong = {
    ...(!orderId && { order_id: 'Please enter your order id.' }),
    ...(error && errorsByField(error)),
    ...errors,
  };
  if (!orderId || !data || Object.keys(wrong).length > 0) return wrong;
  try {
    const { isNew } = await disputes.receive(importer, 'import', orderId, data);
    if (isNew) counts.added++;
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    return refusal.errors ?? { '': refusal.message };
  }
}
