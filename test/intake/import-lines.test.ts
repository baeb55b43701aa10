import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { type Line, readCsv, readJsonLines } from '../../src/intake/import-lines.js';
import { bodies, body, csv, jsonLines } from './import-files.js';

async function all(lines: AsyncIterable<Line>): Promise<Line[]> {
  const read: Line[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

/** The lines of a CSV file with this content, and the columns that no order has. */
async function csvLines(content: string | Buffer): Promise<{ lines: Line[]; ignored: string[] }> {
  const ignored: string[] = [];
  const lines = await all(readCsv(Readable.from([Buffer.from(content)]), (columns) => ignored.push(...columns)));
  return { lines, ignored };
}

const refusal = (line: Line | undefined) => line && 'errors' in line && line.errors[''];

describe('lines of a CSV file', () => {
  test('characters that are not UTF-8 refuse their line alone', async () => {
    const orders = bodies(2);
    const { lines } = await csvLines(
      Buffer.from(csv([orders[0]!, { ...orders[1]!, full_name: 'Jos\u00E9' }]), 'latin1'),
    );
    expect(lines).toEqual([
      { number: 2, reference: orders[0]!.external_ref, order: expect.objectContaining({ full_name: 'Ann Example' }) },
      {
        number: 3,
        reference: orders[1]!.external_ref,
        errors: { '': 'This line holds characters that are not UTF-8.' },
      },
    ]);
  });

  test('UTF-16 with its mark, as spreadsheets save it, is read', async () => {
    const { lines } = await csvLines(Buffer.from(`\uFEFF${csv(bodies(1, { full_name: 'José' }))}`, 'utf16le'));
    expect(lines).toEqual([expect.objectContaining({ order: expect.objectContaining({ full_name: 'José' }) })]);
  });

  test('a row of another length is refused', async () => {
    const orders = bodies(2);
    const { lines } = await csvLines(`${csv(orders).trimEnd()},one more\n`);
    const fields = Object.keys(orders[0]!).length;
    expect(lines[0]).toHaveProperty('order');
    expect(refusal(lines[1])).toBe(`This row has ${fields + 1} fields, the first one ${fields}.`);
  });

  test.each(['"Ann" Example', '"Ann Example'])('%s: nothing after it is guessed', async (name) => {
    const rows = csv(bodies(3)).split('\r\n');
    rows[2] = rows[2]!.replace('Ann Example', name);
    const { lines } = await csvLines(rows.join('\r\n'));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toHaveProperty('order');
    expect([lines[1]!.number, refusal(lines[1])]).toEqual([
      3,
      'A quote is out of place. Nothing from this line on was read.',
    ]);
  });

  test('columns that no order has are named; a missing, a double or no heading is no file to begin with', async () => {
    const order = body();
    expect((await csvLines(csv([{ ...order, nickname: 'Annie' }]))).ignored).toEqual(['nickname']);
    const { sex: _sex, ...without } = body();
    await expect(csvLines(csv([without]))).rejects.toThrow('The first row must name the fields; it lacks sex.');
    await expect(csvLines(csv([order]).replace('phone_code', 'sex'))).rejects.toThrow(
      'The first row has a field twice: sex.',
    );
    await expect(csvLines('')).rejects.toThrow('is empty');
  });
});

describe('lines of JSON', () => {
  test('what is no JSON object is no order', async () => {
    const lines = await all(readJsonLines(Readable.from([Buffer.from('\n{\n[]\nnull\n7\n')])));
    expect(lines.map((line) => [line.number, refusal(line)])).toEqual(
      [2, 3, 4, 5].map((number) => [number, 'The order must be a JSON object.']),
    );
  });

  test('a line separator inside a text is no end of a line', async () => {
    const lines = await all(
      readJsonLines(Readable.from([Buffer.from(jsonLines(bodies(2, { address: 'One\u2028Two' })))])),
    );
    expect(lines).toHaveLength(2);
  });
});
