import type { Readable } from 'node:stream';
import { UnusableFile } from '../commands/import-command.js';
import { decodedText, errorsByField, longestLine, notUtf8, readTable, type Table } from '../commands/import-table.js';
import { type IntakeOrder, intakeOrder } from '../shared/intake.js';

/** A line of the file with a valid order; `number` counts from 1, `reference` is its external_ref as written. */
export type GoodLine = { number: number; reference: string; order: IntakeOrder };
/** An invalid line, with the errors by field; '' is the line as a whole. */
export type RefusedLine = { number: number; reference: string; errors: Record<string, string> };
export type Line = GoodLine | RefusedLine;

const table: Table = {
  columns: Object.keys(intakeOrder.shape),
  required: [...new Set(intakeOrder.safeParse({}).error!.issues.map(({ path }) => String(path[0])))],
  days: ['dob', 'passport_expiry', 'doa', 'dod'],
  flags: ['paid'],
};

/**
 * The orders of a CSV file whose first row names the intake call's fields.
 * @param onIgnored is called with the columns that are no field of an order
 * @throws UnusableFile as `readTable` does
 */
export async function* readCsv(input: Readable, onIgnored: (columns: string[]) => void): AsyncGenerator<Line> {
  for await (const { number, fields, errors } of readTable(input, table, onIgnored))
    yield check(number, fields, errors);
}

/** The orders of a file with one JSON object a line; empty lines are counted and skipped. */
export async function* readJsonLines(input: Readable): AsyncGenerator<Line> {
  let number = 0;
  for await (const text of linesOf(input)) {
    number++;
    const line = text.trim();
    if (line !== '') yield check(number, parsed(line), line.includes('\uFFFD') ? { '': notUtf8 } : {});
  }
}

/** Splits lines without node:readline, which takes U+2028 for a line's end: a JSON string may contain it. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of decodedText(input)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > longestLine) throw new UnusableFile('A line is longer than 1 MiB: these are no JSON lines.');
  }
  yield rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Validates with the schema of the intake call.
 * @param faults what could not be read, by field; '' stands for the whole line
 */
function check(number: number, input: unknown, faults: Record<string, string>): Line {
  const reference = referenceOf(input);
  if ('' in faults) return { number, reference, errors: faults };

  const { data, error } = intakeOrder.safeParse(input);
  const errors = { ...(error && errorsByField(error)), ...faults };
  return data && Object.keys(errors).length === 0 ? { number, reference, order: data } : { number, reference, errors };
}

function referenceOf(input: unknown): string {
  const reference = (input as { external_ref?: unknown } | null | undefined)?.external_ref;
  return typeof reference === 'string' ? reference.slice(0, 100) : '';
}
