import { pipeline, Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import type { z } from 'zod';
import { UnusableFile } from './import-command.js';
import { type Cell, readDay, readFlag, readText } from './spreadsheet-cells.js';

/** The columns of a table. */
export type Table = {
  columns: readonly string[];
  required: readonly string[];
  /** The columns that hold days, and those that hold true or false. */
  days: readonly string[];
  flags: readonly string[];
};

/**
 * A row with what it says by column; an empty cell counts as not given. `number` is that of its first line, from 1.
 * `errors` says by column what can't be read, '' stands for the whole row.
 */
export type TableRow = { number: number; fields: Record<string, string>; errors: Record<string, string> };

/** The longest row or line: the limit of the intake call's body (docs/http-api.md#the-api). */
export const longestLine = 1024 * 1024;
/** Text that could not be decoded holds U+FFFD. It is refused, because storing it would lose the original. */
export const notUtf8 = 'This line holds characters that are not UTF-8.';

const lineEnd = /\r\n|\r|\n/;
const separators = [',', ';', '\t'];

/**
 * The rows of a CSV file as spreadsheets save it (docs/http-api.md#imports): UTF-8, or UTF-16 with a byte order mark; fields
 * between commas, semicolons or tabs, or what a first line `sep=` names; lines that end with LF, CRLF or CR. The first row
 * names the columns, in any case. After a misplaced quote the ends of fields are unknown: that row has an error, and
 * nothing after it is read.
 * @param onIgnored is called with the columns that the table doesn't have
 * @throws UnusableFile without a header row, or when the header lacks a required name or repeats one
 */
export async function* readTable(
  input: Readable,
  table: Table,
  onIgnored: (columns: string[]) => void,
): AsyncGenerator<TableRow> {
  const { delimiter, before, text } = await begun(decodedText(input));
  /** How far the parser had come when it met a row that it can't read. */
  let fault: Info | undefined;
  const rows = parse({
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    // Skips instead of failing, because an error of the stream would drop the rows parsed before it.
    skip_records_with_error: true,
    on_skip: (error) => void (fault ??= error as unknown as Info),
  });
  // An error of the file reaches the loop through `rows`.
  pipeline(Readable.from(text), rows, () => undefined);

  let columns: string[] | undefined;
  // Counts lines itself, because csv-parse counts a CRLF inside quotes twice.
  let next = 1 + before;
  for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: Info }>) {
    if (fault && info.records > fault.records) break;
    const number = next + info.empty_lines;
    next += record.join('').split(lineEnd).length;
    if (!columns) columns = namesOf(record, table, onIgnored);
    // spreadsheets leave rows of separators alone
    else if (record.some((value) => value.trim() !== '')) yield { number, ...fromRow(columns, record, table) };
  }
  if (fault) {
    const reason = 'A quote is out of place. Nothing from this line on was read.';
    yield { number: next + fault.empty_lines, fields: {}, errors: { '': reason } };
  } else if (!columns) throw new UnusableFile('The file is empty: its first row must name the fields.');
}

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark, without the mark. */
export async function* decodedText(input: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let head: Buffer = Buffer.alloc(0);
  for await (const piece of input as AsyncIterable<Buffer>) {
    if (decoder) yield decoder.decode(piece, { stream: true });
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < 2) continue;
      decoder = new TextDecoder(encodingOf(head));
      yield decoder.decode(head, { stream: true });
    }
  }
  yield decoder ? decoder.decode() : head.toString();
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * Looks at the beginning of a file.
 * @returns what separates its fields, the lines before its header, and its text from there on
 * @throws UnusableFile for UTF-16 without its mark
 */
async function begun(
  pieces: AsyncGenerator<string>,
): Promise<{ delimiter: string; before: number; text: AsyncGenerator<string> }> {
  let head = '';
  // one sign more than the line and its end, because LF may follow CR
  while (!/[^\r\n][\r\n]{1,2}[^\r\n]/.test(head) && head.length < longestLine) {
    const { value, done } = await pieces.next();
    if (done) break;
    head += value;
  }
  if (head.includes('\0'))
    throw new UnusableFile('The file is UTF-16 without a byte order mark, or no text. Save it as UTF-8.');

  const [said, named] = /^"?sep=([^\w\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(head) ?? [''];
  const rest = head.slice(said.length);
  const [header = ''] = rest.trimStart().split(lineEnd, 1);
  const delimiter = named ?? separators.toSorted((a, b) => header.split(b).length - header.split(a).length)[0]!;
  return { delimiter, before: said === '' ? 0 : 1, text: followed(rest, pieces) };
}

async function* followed(head: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* pieces;
}

function namesOf(row: string[], { columns: known, required }: Table, onIgnored: (columns: string[]) => void): string[] {
  const columns = row.map((cell) => {
    const name = cell.trim();
    return known.find((column) => column.toLowerCase() === name.toLowerCase()) ?? name;
  });
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    const seen = row.length === 1 ? ' No comma, semicolon or tab separates its fields.' : '';
    throw new UnusableFile(`The first row must name the fields; it lacks ${missing.join(', ')}.${seen}`);
  }
  const twice = columns.filter((name, index) => known.includes(name) && columns.indexOf(name) !== index);
  if (twice.length > 0) throw new UnusableFile(`The first row has a field twice: ${twice.join(', ')}.`);

  const ignored = columns.filter((name) => !known.includes(name));
  if (ignored.length > 0) onIgnored(ignored.map((name) => name || '(without a name)'));
  return columns;
}

function fromRow(columns: string[], row: string[], table: Table): Pick<TableRow, 'fields' | 'errors'> {
  if (row.length !== columns.length) {
    const reason = `This row has ${row.length} fields, the first one ${columns.length}.`;
    return { fields: {}, errors: { '': reason } };
  }
  const fields: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const [index, text] of row.entries()) {
    const column = columns[index]!;
    if (text.trim() === '' || !table.columns.includes(column)) continue;
    const { value, fault } = cellOf(column, text, table);
    fields[column] = value;
    if (fault) errors[column] = fault;
  }
  return { fields, errors: row.join('').includes('\uFFFD') ? { '': notUtf8 } : errors };
}

function cellOf(column: string, text: string, { days, flags }: Table): Cell {
  if (days.includes(column)) return readDay(text);
  return flags.includes(column) ? readFlag(text) : readText(text);
}

/** The first error of each field; '' stands for the whole. */
export function errorsByField({ issues }: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/** Names the columns that were passed over, on the terminal. @param of what a row is: `order` */
export function sayIgnored(of: string, columns: string[]): void {
  process.stderr.write(`Columns that no ${of} has, passed over: ${columns.join(', ')}\n`);
}
