import type { Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import { UnusableFile } from '../commands/import-command.js';
import { type IntakeOrder, intakeOrder } from '../shared/intake.js';

/** A line of the file with a valid order; `number` counts from 1, `reference` is its external_ref as written. */
export type GoodLine = { number: number; reference: string; order: IntakeOrder };
/** An invalid line, with the errors by field; '' is the line as a whole. */
export type RefusedLine = { number: number; reference: string; errors: Record<string, string> };
export type Line = GoodLine | RefusedLine;

/** The largest line: the limit of the intake call's body (docs/product.md#the-api). */
const longestLine = 1024 * 1024;
const notUtf8 = 'This line holds characters that are not UTF-8.';

/**
 * The orders of a CSV file (RFC 4180, UTF-8 or UTF-16 with a byte order mark, LF or CRLF), whose first row names the
 * intake call's fields. An empty field counts as not given. After a misplaced quote the ends of fields are unknown: that
 * line is refused, and nothing after it is read.
 * @param onIgnored is called with the columns that are no field of an order
 * @throws UnusableFile without a header row, or when the header lacks a required name or repeats one
 */
export async function* readCsv(input: Readable, onIgnored: (columns: string[]) => void): AsyncGenerator<Line> {
  /** How far the parser had come when it met a row that it can't read. */
  let fault: Info | undefined;
  const rows = input.pipe(
    parse({
      bom: true,
      info: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: longestLine,
      // Skips instead of failing, because an error of the stream would drop the rows parsed before it.
      skip_records_with_error: true,
      on_skip: (error) => void (fault ??= error as unknown as Info),
    }),
  );
  input.once('error', (error) => rows.destroy(error));

  let columns: string[] | undefined;
  // Counts lines itself, because csv-parse counts a CRLF inside quotes twice.
  let next = 1;
  for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: Info }>) {
    if (fault && info.records > fault.records) break;
    const number = next + info.empty_lines;
    next += record.join('').split('\n').length;
    if (columns) yield fromRow(number, columns, record);
    else columns = namesOf(record, onIgnored);
  }
  if (fault) {
    const reason = 'A quote is out of place. Nothing from this line on was read.';
    yield { number: next + fault.empty_lines, reference: '', errors: { '': reason } };
  } else if (!columns) throw new UnusableFile('The file is empty: its first row must name the fields.');
}

function namesOf(row: string[], onIgnored: (columns: string[]) => void): string[] {
  const columns = row.map((name) => name.trim());
  const missing = required().filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new UnusableFile(`The first row must name the fields; it lacks ${missing.join(', ')}.`);
  const twice = columns.filter((name, index) => columns.indexOf(name) !== index);
  if (twice.length > 0) throw new UnusableFile(`The first row has a field twice: ${twice.join(', ')}.`);

  const ignored = columns.filter((name) => !Object.hasOwn(intakeOrder.shape, name));
  if (ignored.length > 0) onIgnored(ignored);
  return columns;
}

function required(): string[] {
  return [...new Set(intakeOrder.safeParse({}).error!.issues.map(({ path }) => String(path[0])))];
}

function fromRow(number: number, columns: string[], row: string[]): Line {
  const given = row.flatMap((value, index): [string, string][] => (value === '' ? [] : [[columns[index]!, value]]));
  const fields = Object.fromEntries(given) as Record<string, unknown>;
  if (row.length === columns.length) return check(number, fields, row.join(''));
  const reason = `This row has ${row.length} fields, the first one ${columns.length}.`;
  return { number, reference: '', errors: { '': reason } };
}

/** The orders of a file with one JSON object a line; empty lines are counted and skipped. */
export async function* readJsonLines(input: Readable): AsyncGenerator<Line> {
  let number = 0;
  for await (const text of linesOf(input)) {
    number++;
    const line = text.trim();
    if (line !== '') yield check(number, parsed(line), line);
  }
}

/** Splits lines without node:readline, which takes U+2028 for a line's end: a JSON string may contain it. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = '';
  input.setEncoding('utf8');
  for await (const piece of input as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > longestLine) throw new UnusableFile('A line is longer than 1 MiB: these are no JSON lines.');
  }
  yield rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Validates with the schema of the intake call. */
function check(number: number, input: unknown, text: string): Line {
  const reference = referenceOf(input);
  // Text that could not be decoded holds U+FFFD. It is refused, because storing it would lose the original.
  if (text.includes('\uFFFD')) return { number, reference, errors: { '': notUtf8 } };

  const { data, error } = intakeOrder.safeParse(input);
  if (data) return { number, reference, order: data };
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0] ?? '')] ??= message;
  return { number, reference, errors };
}

function referenceOf(input: unknown): string {
  const reference = (input as { external_ref?: unknown } | null | undefined)?.external_ref;
  return typeof reference === 'string' ? reference.slice(0, 100) : '';
}
