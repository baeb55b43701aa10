import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, intakeKey, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, shopKey } from '../support/orders.js';
import { runScript } from '../support/script.js';
import { bodies, body, type Body, csv, jsonLines } from './import-files.js';
import { longTest, sampleOf } from '../support/sample.js';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-import-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Imports a file with this content; `report` is the content of the file of refused lines, '' without that file. */
async function importFile(name: string, content: string | Buffer, ...options: string[]) {
  const path = join(folder, name);
  await writeFile(path, content);
  const { code, out, err } = await run(path, ...options);
  const report = await readFile(`${path}.refused.csv`, 'utf8').catch(() => '');
  return { code, out: out.replace(/ in \d+ s/, ''), err, report };
}

function run(...args: string[]) {
  return runScript('intake/import.js', args, { settings: settings() });
}

function settings(): Record<string, string> {
  return { DATABASE_URL: app.env.DATABASE_URL! };
}

function send(body: Body) {
  return app.call('POST', '/api/intake/orders', { body, headers: { 'x-intake-key': intakeKey } });
}

/** The orders stored under these references, with the activity of each. */
async function kept(orders: Body[]): Promise<{ status: string; notes: string[] }[]> {
  return app.database.query(
    `SELECT o.process_status AS status, array_agg(concat_ws(' ', a.actor, a.action, a."to")) AS notes
     FROM orders o JOIN activity a ON a.order_id = o.id WHERE o.external_ref = ANY($1) GROUP BY o.id ORDER BY o.id`,
    [orders.map((order) => order.external_ref)],
  );
}

describe('npm run orders:import', () => {
  test('takes in what the intake call would: the same orders, each with its activity', async () => {
    const asked = {
      place_of_birth: 'GBR',
      embarkation_country: 'Viet Nam',
      accommodation_type: '02',
      address2: 'Lot 3, 4',
    };
    const orders = [
      body({ full_name: 'Bob "the" Builder', address: '1 Long Street,\r\nFlat 2', ...asked }),
      body({ full_name: '李小龙', doa: dayFromNow(40) }),
      body({ paid: 'false', amount: '', currency: '' }),
    ];
    const { code, out, err } = await importFile('orders.csv', `\uFEFF${csv(orders)}`);
    expect([code, out, err]).toEqual([0, '3 orders read: 3 added, 0 already there, 0 refused.\n', '']);
    expect(await kept(orders)).toEqual([
      { status: 'New', notes: ['Import order.received New'] },
      { status: 'Future', notes: ['Import order.received Future'] },
      { status: 'Pending', notes: ['Import order.received Pending'] },
    ]);
    const [stored] = await app.database.query('SELECT * FROM orders WHERE external_ref = $1', [
      orders[0]!.external_ref,
    ]);
    expect(stored).toMatchObject({ full_name: 'Bob "the" Builder', address: '1 Long Street,\r\nFlat 2', ...asked });
    const again = await send(orders[0]!);
    expect(again.code).toBe(200);
  });

  test('reads JSON lines, with a line separator inside a text', async () => {
    const orders = bodies(2, { address: 'One\u2028Two' });
    const { code, out } = await importFile('orders.jsonl', `\uFEFF${jsonLines(orders)}\n`);
    expect([code, out]).toEqual([0, '2 orders read: 2 added, 0 already there, 0 refused.\n']);
  });

  longTest('reads standard input', async () => {
    const orders = bodies(1);
    const report = join(folder, 'refused.csv');
    const { code } = await runScript('intake/import.js', ['-', '--format', 'csv', '--report', report], {
      input: csv(orders, '\n'),
      settings: settings(),
    });
    expect([code, await kept(orders)]).toEqual([0, [expect.objectContaining({ status: 'New' })]]);
  });

  test('run again it adds nothing', async () => {
    const orders = bodies(501);
    await importFile('orders.csv', csv(orders));
    const { code, out } = await importFile('orders.csv', csv(orders));
    expect([code, out]).toEqual([0, '501 orders read: 0 added, 501 already there, 0 refused.\n']);
    expect((await kept(orders)).map(({ notes }) => notes.length)).toEqual(Array.from({ length: 501 }, () => 1));
  });

  test('refuses lines one by one, and reports every wrong field by line, for nobody else to read', async () => {
    const good = bodies(2);
    const doubled = { ...good[0]!, full_name: 'Somebody Else' };
    const orders = [
      good[0]!,
      body({ external_ref: 'bad-1', address: 'Two\nlines', sex: 'W', doa: '2026-02-30' }),
      good[0]!,
      body({ external_ref: '=bad-2', gateway_id: 999 }),
      doubled,
      good[1]!,
    ];
    const { code, out, err, report } = await importFile('orders.csv', csv(orders));
    expect(code).toBe(1);
    expect(out).toMatch(
      /^6 orders read: 2 added, 1 already there, 3 refused\.\nWhy they were refused: .*\.refused\.csv\n$/,
    );
    expect(report.split('\r\n')).toEqual([
      'line,external_ref,field,reason',
      '3,bad-1,sex,"sex must be M, F or X."',
      '3,bad-1,doa,"doa must be a date, YYYY-MM-DD."',
      `6,'=bad-2,gateway_id,There is no such gateway.`,
      `7,${good[0]!.external_ref},external_ref,Another order was already received as ${good[0]!.external_ref}`,
      '',
    ]);
    expect((await stat(join(folder, 'orders.csv.refused.csv'))).mode & 0o777).toBe(0o600);
    expect(await kept(orders)).toHaveLength(2);
    expect(out + err + report).not.toMatch(/Ann Example|X1234567|ann@example/);
  });

  longTest('a report of an earlier run is gone when there is nothing to report', async () => {
    const [order] = bodies(1);
    await importFile('orders.csv', csv([{ ...order!, sex: 'W' }]));
    const { code, report } = await importFile('orders.csv', csv([order!]));
    expect([code, report]).toEqual([0, '']);
  });

  test('--shop names whose orders they are; the same references of another shop stay apart', async () => {
    const lines = jsonLines(bodies(2));
    const north = await shopKey((sql, values) => app.database.query(sql, values), 'north');
    const first = JSON.parse(lines.split('\n')[0]!) as Body;
    await app.call('POST', '/api/intake/orders', { body: first, headers: { 'x-intake-key': intakeKey } });

    expect((await importFile('orders.jsonl', lines, '--shop', 'north', '--dry-run')).out).toContain('2 would be added');
    expect((await importFile('orders.jsonl', lines, '--shop', 'north')).out).toContain('2 added, 0 already there');
    const again = await app.call('POST', '/api/intake/orders', { body: first, headers: { 'x-intake-key': north } });
    expect(again.code).toBe(200);

    const { code, err } = await importFile('orders.jsonl', lines, '--shop', 'nort');
    expect([code, err]).toEqual([2, 'There is no shop nort. npm run intake:key -- --name nort makes it.\n']);
  });

  longTest('--dry-run says the same and writes nothing', async () => {
    const orders = bodies(3);
    const there = body();
    await send(there);
    const lines = [...orders, orders[0]!, there, { ...orders[1]!, full_name: 'Somebody Else' }, body({ sex: 'W' })];
    const dry = await importFile('orders.jsonl', jsonLines(lines), '--dry-run');
    expect([dry.code, dry.out.split('\n')[0]]).toEqual([
      1,
      '7 orders read: 3 would be added, 2 already there, 2 refused.',
    ]);
    expect(await kept(orders)).toEqual([]);

    const wet = await importFile('orders.jsonl', jsonLines(lines));
    expect(wet.out.split('\n')[0]).toBe('7 orders read: 3 added, 2 already there, 2 refused.');
    expect(wet.report).toBe(dry.report);
  });

  test('orders that come by the intake call and by two imports at the same moment are there once', async () => {
    const orders = bodies(600);
    const paths = [join(folder, 'one.csv'), join(folder, 'two.jsonl')];
    await writeFile(paths[0]!, csv(orders));
    await writeFile(paths[1]!, jsonLines(orders.toReversed()));
    const imports = Promise.all(paths.map((path) => run(path)));
    const codes = await Promise.all(orders.filter((_, index) => index % 10 === 0).map((order) => send(order)));

    const results = await imports;
    expect(results.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(codes.every(({ code }) => code === 200 || code === 201)).toBe(true);
    const added = results.map(({ out }) => Number(/(\d+) added/.exec(out)![1]));
    const byCall = codes.filter(({ code }) => code === 201).length;
    expect(added[0]! + added[1]! + byCall).toBe(600);
    expect((await kept(orders)).filter(({ notes }) => notes.length === 1)).toHaveLength(600);
  });

  test.each(
    sampleOf(
      [
        ['SIGKILL', null],
        ['SIGINT', 130],
      ] as const,
      [0],
    ),
  )('stopped by %s in the middle and run again: nothing is missing, nothing double', async (signal, ends) => {
    const orders = bodies(1000);
    const report = join(folder, 'refused.csv');
    const first = spawn(process.execPath, ['dist/src/intake/import.js', '-', '--format', 'jsonl', '--report', report], {
      env: { PATH: process.env.PATH, ...settings() },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const exit = once(first, 'exit');
    first.stdin.on('error', () => undefined);
    first.stdin.write(jsonLines(orders.slice(0, 500)));
    await eventually(async () => (await kept(orders)).length === 500);
    first.kill(signal);
    // After the signal it finishes the current batch.
    first.stdin.end(jsonLines(orders.slice(500)));
    expect((await exit)[0]).toBe(ends);
    const before = (await kept(orders)).length;
    expect([500, 1000]).toContain(before);

    const { code, out } = await importFile('orders.csv', csv(orders));
    expect([code, out]).toEqual([0, `1000 orders read: ${1000 - before} added, ${before} already there, 0 refused.\n`]);
    expect((await kept(orders)).filter(({ notes }) => notes.length === 1)).toHaveLength(1000);
  });
});

describe('a file that can’t be imported', () => {
  longTest('its columns are said, on the terminal', async () => {
    const order = body();
    const { code, err } = await importFile('orders.csv', csv([{ ...order, nickname: 'Annie' }]));
    expect([code, err]).toEqual([0, 'Columns that no order has, passed over: nickname\n']);
    expect(await importFile('orders.csv', csv([order]).replace('phone_code', 'sex'))).toMatchObject({
      code: 2,
      err: 'The first row has a field twice: sex.\n',
    });
  });

  test.each(sampleOf(['orders.csv', 'orders.jsonl'], [0]))('%s without an order: nothing was read', async (name) => {
    const content = name.endsWith('csv') ? csv([body()]).split('\r\n')[0]! : '\n';
    const { code, out, err } = await importFile(name, content);
    expect([code, out, err]).toEqual([2, '', 'Nothing was read: the file has no orders.\n']);
  });

  test('called wrongly it says how it is used, and leaves the file alone', async () => {
    const path = join(folder, 'orders.csv');
    await writeFile(path, csv(bodies(1)));
    for (const args of sampleOf([[path, '--quickly'], [path, '--report', path], ['-']], [1])) {
      const { code, err } = await run(...args);
      expect([code, err]).toEqual([2, expect.stringMatching(/^Usage: npm run orders:import -- /)]);
    }
    await access(path);
    expect(await run(join(folder, 'nowhere.csv'))).toMatchObject({ code: 2, err: expect.stringContaining('no file') });
  });
});
