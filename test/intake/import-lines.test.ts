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

describe('a CSV file as spreadsheets save it', () => {
  const order = body({ full_name: 'José Example', address: '1 Long Street, Flat 2' });
  const plain = csv([order]);
  const good = [expect.objectContaining({ order: expect.objectContaining({ full_name: 'José Example', paid: true }) })];
  const by = (separator: string, lineEnd = '\r\n') => csv([order], lineEnd, separator);
  const swapped = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

  test.each<[string, string | Buffer]>([
    ['semicolons', by(';')],
    ['tabs', by('\t')],
    ['a first line that names semicolons', `sep=;\r\n${by(';')}`],
    ['a first line that names bars', `\uFEFFsep=|\n${by('|', '\n')}`],
    ['lines that end with CR', by(',', '\r')],
    ['lines that end with CR, with semicolons', `sep=;\r${by(';', '\r')}`],
    ['capitals in the header', plain.replace(/^.*/, (names) => names.toUpperCase())],
    ['TRUE', plain.replace(',true', ',TRUE')],
    ['UTF-16, big end first', swapped(plain)],
    ['UTF-16, little end first, with tabs', Buffer.from(`\uFEFF${by('\t')}`, 'utf16le')],
    ['rows of separators at the end', `${plain}${','.repeat(Object.keys(order).length - 1)}\r\n`],
    ['a column without a name', plain.replaceAll(/\r\n/g, ',\r\n')],
  ])('%s: read', async (_what, content) => {
    expect((await csvLines(content)).lines).toEqual(good);
  });

  test('read alike however it comes in pieces', async () => {
    for (const content of [Buffer.from(`sep=;\r\n${by(';')}`), swapped(by('\t', '\r'))]) {
      const pieces = Array.from(content, (byte) => Buffer.from([byte]));
      expect(await all(readCsv(Readable.from(pieces), () => undefined))).toEqual(good);
    }
  });

  test('lines are counted as an editor does, whatever ends them', async () => {
    const orders = [body({ address: 'Two\rlines' }), body({ sex: 'W' })];
    const { lines } = await csvLines(`sep=,\r\r${csv(orders, '\r')}`);
    expect(lines.map(({ number }) => number)).toEqual([4, 6]);
  });

  test.each([
    ['20/12/2029', '2029-12-20'],
    ['12/20/2029', '2029-12-20'],
    ['20.12.2029', '2029-12-20'],
    ['2029/12/20', '2029-12-20'],
    ['2029-12-20 00:00:00', '2029-12-20'],
    ['5/5/2029', '2029-05-05'],
  ])('the day %s is read as %s', async (written, doa) => {
    const { lines } = await csvLines(csv([body({ doa: written, dod: '', passport_expiry: '31/01/2031' })]));
    expect(lines).toEqual([
      expect.objectContaining({ order: expect.objectContaining({ doa, passport_expiry: '2031-01-31' }) }),
    ]);
  });

  const exchanged = 'The day and the month of this date can be taken for each other. Write it as YYYY-MM-DD.';
  const counted = 'This is the number by which a spreadsheet counts days. Write the day as YYYY-MM-DD.';
  const shortened = 'A spreadsheet has shortened this number to a form like 1.23E+10. Format the column as text.';
  test.each([
    ['doa', '03/04/2029', exchanged],
    ['dob', '3.4.1990', exchanged],
    ['doa', '47838', counted],
    ['passport_expiry', '20/12/31', 'passport_expiry must be a date, YYYY-MM-DD.'],
    ['doa', '31/02/2029', 'doa must be a date, YYYY-MM-DD.'],
    ['phone_number', '6.01E+10', shortened],
    ['phone_number', '6,01e+10', shortened],
    ['transaction_id', '1E+15', shortened],
    ['paid', 'WAHR', 'Must be true or false.'],
  ])('%s %s is refused, with every other wrong field', async (field, value, reason) => {
    const { lines } = await csvLines(csv([body({ [field]: value, sex: 'W', dod: '' })]));
    expect(lines).toEqual([expect.objectContaining({ errors: { [field]: reason, sex: 'sex must be M, F or X.' } })]);
  });

  test('a passport number with an E in it is no number in scientific form', async () => {
    const { lines } = await csvLines(csv([body({ passport_no: '1E234567' })]));
    expect(lines).toEqual([expect.objectContaining({ order: expect.objectContaining({ passport_no: '1E234567' }) })]);
  });

  test('what can’t be told is said of the whole file', async () => {
    const unmarked = Buffer.from(plain, 'utf16le');
    await expect(csvLines(unmarked)).rejects.toThrow('The file is UTF-16 without a byte order mark, or no text.');
    await expect(csvLines(by('|'))).rejects.toThrow('No comma, semicolon or tab separates its fields.');
  });
});

describe('lines of JSON', () => {
  test('UTF-16 with its mark is read', async () => {
    const content = Buffer.from(`\uFEFF${jsonLines(bodies(2))}`, 'utf16le').swap16();
    const lines = await all(readJsonLines(Readable.from([content])));
    expect(lines.filter((line) => 'order' in line)).toHaveLength(2);
  });

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
