import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkCard } from '../../src/documents/card-file.js';
import { matchCard } from '../../src/documents/card-match.js';
import { startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';
import { sampleOf } from '../support/sample.js';
import { attachedWays, formCard, image, pdf, upload, uploadForm } from './cards.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Person = { name: string; passport: string; card: Buffer; id: number };
const names = ['José Ángel Núñez', 'Ann Example', 'Müller Zoë', 'LI WEI', 'O’Brien Seán', 'Sukarno'];

/** The lines of a card, in three layouts. */
const layouts = [
  (name: string, passport: string, day: string) => [
    `Full Name: ${name}`,
    `Passport No.: ${passport}`,
    `Arrival: ${day}`,
  ],
  (name: string, passport: string, day: string) => [
    'Name',
    'Passport Number',
    'Date of Arrival',
    name.split(' ').reverse().join(' '),
    passport,
    day,
  ],
  (name: string, passport: string, day: string) => [
    'Malaysia Digital Arrival Card',
    `P<GBR${name
      .normalize('NFD')
      .replace(/[\p{M}’]/gu, '')
      .toUpperCase()
      .replace(/[^A-Z]/g, '<')}`
      .padEnd(44, '<')
      .slice(0, 44),
    `${zoneNumber(passport)}GBR9005178F3101312<<<<<<<<<<<<<<08`,
    day,
  ],
];

async function card(lines: string[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  lines.forEach((line, at) => page.drawText(line, { x: 50, y: 780 - 24 * at, size: 14, font }));
  return Buffer.from(await document.save());
}

function zoneNumber(passport: string): string {
  const field = passport.padEnd(9, '<');
  const sum = Array.from(field).reduce(
    (all, sign, at) => all + (sign === '<' ? 0 : Number.parseInt(sign, 36)) * [7, 3, 1][at % 3]!,
    0,
  );
  return `${field}${sum % 10}`;
}

async function stored(): Promise<number> {
  return (await readdir(join(app.env.DATA_DIR, 'files/documents')).catch(() => [])).length;
}

async function rows(table: string, orderId: number): Promise<number> {
  const [row] = await app.database.query(`SELECT count(*)::int n FROM ${table} WHERE order_id = $1`, [orderId]);
  return row.n as number;
}

/** Verdict, note and reason of an order's newest card. */
async function verdictOf(orderId: number): Promise<unknown[]> {
  const [row] = await app.database.query(
    'SELECT verdict, verdict_note, override_reason FROM documents WHERE order_id = $1 ORDER BY id DESC LIMIT 1',
    [orderId],
  );
  return Object.values(row);
}

const unread = ['unreadable', 'We could not read this card. Compare it yourself.', null];

describe('POST /api/admin/upload-visa-document', () => {
  test('twelve cards of twelve orders, crossed: each wrong one is refused and leaves nothing; each right one passes', async () => {
    const people: Person[] = [];
    for (let n = 0; n < 12; n++) {
      const [name, passport] = [names[n % names.length]!, `P${7_300_000 + n * 1313}`];
      const { id } = await takeIn(app, { full_name: name, passport_no: passport });
      const [year, month, day] = dayFromNow(1).split('-');
      people.push({ name, passport, id, card: await card(layouts[n % 3]!(name, passport, `${day}/${month}/${year}`)) });
    }
    // each of the 132 wrong pairs, by the text that the reader finds
    const texts = await Promise.all(people.map(async (one) => (await checkCard(one.card)).text));
    const arrival = dayFromNow(1);
    const verdicts = texts.map((text) => people.map((one) => matchCard(text, { ...one, arrival })));
    for (const [at, row] of verdicts.entries())
      for (const [of, { verdict, note }] of row.entries()) {
        expect([at, of, verdict]).toEqual([at, of, at === of ? 'agrees' : 'differs']);
        if (at === of) expect(note).toBe('The passport number on this card is the order’s.');
      }

    const files = await stored();
    for (const [at, { card: wrong, passport }] of people.entries()) {
      // in the gate one wrong order for each card, in the long tests all eleven
      for (const other of sampleOf([...people.slice(at + 1), ...people.slice(0, at)], [4])) {
        const { code, body } = await upload(app, uploadForm(other.id, wrong));
        expect(code).toBe(409);
        expect(body.message).toBe(
          `This card is for passport …${passport.slice(-4)}, the order is for …${other.passport.slice(-4)}.`,
        );
        expect(body.data).toEqual({ differs: true });
      }
    }
    expect(await stored()).toBe(files);
    for (const { id } of people) expect([await rows('documents', id), await rows('mails', id)]).toEqual([0, 0]);

    for (const { id, card: right } of people) {
      expect((await upload(app, uploadForm(id, right))).code).toBe(200);
      expect(await verdictOf(id)).toEqual(['agrees', 'The passport number on this card is the order’s.', null]);
    }
  });

  test('who may, overrides with a reason, which is kept with the card and in the activity', async () => {
    const { id, encoded } = await takeIn(app, { passport_no: 'K1112223' });
    const wrong = () => card(['Passport No.: K9998887']);
    const tryAs = async (as: 'team' | 'manager', more: Record<string, string>) =>
      upload(app, uploadForm(id, await wrong(), more), { as });
    expect((await tryAs('team', { override: 'true', reason: 'new passport' })).code).toBe(403);
    expect((await tryAs('manager', {})).code).toBe(409);
    const without = await tryAs('manager', { override: 'true', reason: ' ' });
    expect([without.code, without.body['errors']]).toEqual([422, { reason: 'Please say why this card is right.' }]);
    expect((await tryAs('manager', { override: 'maybe', reason: 'x' })).code).toBe(422);
    expect([await rows('documents', id), await rows('mails', id)]).toEqual([0, 0]);

    const sent = await tryAs('manager', { override: 'true', reason: 'The passport was renewed.' });
    expect(sent.code).toBe(200);
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${encoded}`, { as: 'team' });
    const [document] = body.data.uploadDoc as Record<string, unknown>[];
    expect(document).toMatchObject({ verdict: 'differs', override_reason: 'The passport was renewed.' });
    const [noted] = await app.database.query(
      `SELECT actor, "to" FROM activity WHERE order_id = $1 AND action = 'document.overridden'`,
      [id],
    );
    expect(noted).toEqual({ actor: 'Demo Manager', to: 'The passport was renewed.' });
  });

  test('a picture, and a text without a passport number, pass with a note; an override of theirs changes nothing', async () => {
    const { id } = await takeIn(app);
    for (const bytes of [await image('png'), await pdf()]) {
      expect((await upload(app, uploadForm(id, bytes))).code).toBe(200);
      expect(await verdictOf(id)).toEqual(unread);
    }
    const overridden = await upload(app, uploadForm(id, await pdf(), { override: 'true', reason: 'x' }), {
      as: 'admin',
    });
    expect(overridden.code).toBe(200);
    expect(await verdictOf(id)).toEqual(unread);
  });

  test('a file that can’t be read and is another traveller’s card is refused; the same traveller’s passes', async () => {
    const picture = await image('png');
    const [first, again, other] = [
      await takeIn(app),
      await takeIn(app),
      await takeIn(app, { passport_no: 'Z7654321' }),
    ];
    expect((await upload(app, uploadForm(first.id, picture))).code).toBe(200);
    expect((await upload(app, uploadForm(again.id, picture))).code).toBe(200);
    const { code, body } = await upload(app, uploadForm(other.id, picture));
    expect([code, body.message]).toEqual([
      409,
      `This very file is the card of order ${again.id}, which is for another passport.`,
    ]);
  });
});

describe('a card that is a form', () => {
  const arrival = dayFromNow(1);
  test.each(attachedWays)('whose passport number is %s is compared', async (way) => {
    const { text } = await checkCard(await formCard('X1234567', way));
    const verdict = (passport: string) => matchCard(text, { passport, name: 'Ann Example', arrival }).verdict;
    expect([text.includes('X1234567'), verdict('X1234567'), verdict('Y7654321')]).toEqual([true, 'agrees', 'differs']);
  });

  test('for another passport is refused, and leaves nothing', async () => {
    const { id } = await takeIn(app, { passport_no: 'K4445556' });
    const { code, body } = await upload(app, uploadForm(id, await formCard('K9990001', attachedWays[0])));
    expect([code, body.message]).toEqual([409, 'This card is for passport …0001, the order is for …5556.']);
    expect(await rows('documents', id)).toBe(0);
  });

  test('whose fields are hidden or of another label names no passport by them', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([595, 842]);
    page.drawText('Passport', { x: 60, y: 705, size: 11 });
    page.drawText('Flight', { x: 60, y: 605, size: 11 });
    const field = document.getForm().createTextField('flight');
    field.setText('MH12345678');
    field.addToPage(page, { x: 150, y: 600, width: 120, height: 20 });
    const hidden = document.getForm().createTextField('passport no');
    hidden.setText('Y7654321');
    hidden.addToPage(page, { x: 150, y: 700, width: 120, height: 20, hidden: true });
    const { text } = await checkCard(Buffer.from(await document.save()));
    expect(text).toContain('Flight: MH12345678');
    expect(matchCard(text, { passport: 'X1234567', name: 'Ann', arrival }).verdict).toBe('unreadable');
  });
});

describe('POST /api/admin/upload-visa-document with complete', () => {
  const complete = async (id: number, more: Record<string, string> = {}, as: 'team' | 'manager' = 'team') =>
    upload(app, uploadForm(id, await pdf(), { complete: 'true', ...more }), { as });
  const orderRow = async (id: number) => {
    const [row] = await app.database.query('SELECT process_status, processed_by, version FROM orders WHERE id = $1', [
      id,
    ]);
    return row as { process_status: string; processed_by: string | null; version: number };
  };

  test('stores, mails and completes in one request; who did it is on record', async () => {
    const { id } = await takeIn(app);
    const { code, body } = await complete(id, { status: 'New' });
    expect([code, body.message]).toEqual([200, 'Document has been uploaded and the order completed successfully']);
    const row = await orderRow(id);
    expect(row).toEqual({ process_status: 'Completed', processed_by: 'Demo Team', version: body['version'] });
    expect([await rows('documents', id), await rows('mails', id)]).toEqual([1, 1]);
  });

  test('refuses the whole upload when the order may not be completed, or is not what the member saw', async () => {
    const { id } = await takeIn(app);
    const before = await stored();
    expect((await complete(id, { status: 'Priority' })).body.message).toBe('Order is in New');
    expect((await complete(id, { status: 'Elsewhere' })).code).toBe(422);
    expect((await complete(id, { complete: 'perhaps' })).code).toBe(422);
    expect([await rows('documents', id), await rows('mails', id), await stored()]).toEqual([0, 0, before]);

    expect((await complete(id)).code).toBe(200);
    const again = await complete(id);
    expect([again.code, again.body.message]).toEqual([409, 'Order is in Completed and can’t be completed']);
    expect([await rows('documents', id), await rows('mails', id), await stored()]).toEqual([1, 1, before + 1]);
  });

  test('two at once: one is done, the other is refused and leaves nothing', async () => {
    const { id } = await takeIn(app);
    const answers = await Promise.all([complete(id), complete(id, {}, 'manager')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect([await rows('documents', id), await rows('mails', id)]).toEqual([1, 1]);
  });

  test('another member’s order, and a card that is not this order’s, stay as they were', async () => {
    const { id } = await takeIn(app, { passport_no: 'K5556667' });
    const wrong = uploadForm(id, await card(['Passport No.: K1110009']), { complete: 'true' });
    expect((await upload(app, wrong)).code).toBe(409);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'admin',
      body: { orderId: id, assignto: 'Demo Admin' },
    });
    expect((await complete(id)).code).toBe(409);
    expect(await orderRow(id)).toMatchObject({ process_status: 'New', processed_by: null });
    expect([await rows('documents', id), await rows('mails', id)]).toEqual([0, 0]);
  });
});
