import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChecksService } from '../../src/orders/checks.service.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
let passports = 1_000_000;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** An order of a passport of its own. */
const order = (more: Record<string, unknown> = {}) => takeIn(app, { passport_no: `K${passports++}`, ...more });
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const checksOf = async (id: number) => (await details(id)).checks;
const put = (path: string, body: object, as: MemberName = 'admin') =>
  app.call('PUT', `/api/admin/${path}`, { as, body });
const checkAll = () => app.web.get<ChecksService>('ChecksService').checkAll();
const list = async (queue: string, query: string) =>
  (await app.call('GET', `/api/admin/get-orders-list/${queue}${query}`, { as: 'admin' })).body;
const ids = ({ data }: { data: { order_id: number }[] }) => data.map(({ order_id }) => order_id);

describe('checks before submission', () => {
  test('an order is taken in whatever it fails, and says what', async () => {
    const { id } = await order({
      passport_expiry: '2020-01-01',
      post_code: '12',
      contact_email_address: 'ann@gmial.com',
    });
    expect(await checksOf(id)).toEqual(['passport-expired', 'postcode', 'address']);
  });

  test('a passport and its zone that differ are marked by the field, until it is amended', async () => {
    const eriksson = {
      full_name: 'Anna Maria Eriksson', nationality: 'GBR', passport_no: 'L898902C3', dob: '1974-08-12', sex: 'F',
      passport_expiry: '2031-04-15', mrz: 'P<GBRERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36GBR7408122F3104150ZE184226B<<<<<16',
    }; // prettier-ignore
    const { id: good } = await takeIn(app, { ...eriksson, doa: dayFromNow(6) });
    expect(await checksOf(good)).toEqual([]);
    const { id } = await takeIn(app, {
      ...eriksson,
      doa: dayFromNow(7),
      dob: '1974-12-08',
      passport_no: 'L8989O2C3',
      sex: 'M',
    });
    expect(await checksOf(id)).toEqual(['zone-number', 'zone-birth-date', 'zone-sex']);
    expect(await checkAll()).toBe(0);
    const changes = { dob: '1974-08-12', passport_no: 'L898902C3', sex: 'F' };
    const { version } = await details(id);
    await put('amend-order', { orderId: id, version, changes, reason: 'r' });
    expect(await checksOf(id)).toEqual([]);
    const { id: german } = await takeIn(app, {
      ...eriksson,
      doa: dayFromNow(8),
      nationality: 'DEU',
      mrz: eriksson.mrz.replaceAll('GBR', 'D<<'),
    });
    expect(await checksOf(german)).toEqual([]);
  });

  test('one click takes what the zone has: the values are the server’s, the number’s not for a Telecaller', async () => {
    const mrz = 'P<D<<MUELLER<<JOERG<HANS<<<<<<<<<<<<<<<<<<<<\nC01X00T478D<<6408125M3102282<<<<<<<<<<<<<<<2';
    const { id } = await order({
      full_name: 'Hans Schmidt', nationality: 'AUT', passport_no: 'CO1XOOT47', dob: '1964-12-08', sex: 'F',
      passport_expiry: '2030-02-28', doa: dayFromNow(9), mrz,
    }); // prettier-ignore
    const rows = [
      { check: 'zone-number', field: 'passport_no', on_order: 'CO1XOOT47', in_passport: 'C01X00T47', value: 'C01X00T47' },
      { check: 'zone-birth-date', field: 'dob', on_order: '1964-12-08', in_passport: '1964-08-12', value: '1964-08-12' },
      { check: 'zone-expiry', field: 'passport_expiry', on_order: '2030-02-28', in_passport: '2031-02-28', value: '2031-02-28' },
      { check: 'zone-sex', field: 'sex', on_order: 'F', in_passport: 'M', value: 'M' },
      { check: 'zone-nationality', field: 'nationality', on_order: 'AUT', in_passport: 'DEU', value: 'DEU' },
      { check: 'zone-name', field: 'full_name', on_order: 'Hans Schmidt', in_passport: 'JOERG HANS MUELLER', value: 'JOERG HANS MUELLER' },
    ]; // prettier-ignore
    const { version, zone_values } = await details(id);
    expect(zone_values).toEqual(rows);

    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'telecaller' });
    const [number, ...others] = body.data.zone_values;
    expect(number).toEqual({ ...rows[0], on_order: '…OT47', in_passport: '…0T47', value: null });
    expect(others).toEqual(rows.slice(1));
    expect(JSON.stringify(body.data)).not.toContain('C01X00T47');

    const changes = Object.fromEntries(rows.map(({ field, value }) => [field, value]));
    const reason = 'As the passport’s zone has it.';
    expect((await put('amend-order', { orderId: id, version, changes, reason }, 'team')).code).toBe(200);
    expect(await details(id)).toMatchObject({ ...changes, checks: [], zone_values: [] });
  });

  test('of a name in another script the passport’s is offered; what the zone leaves open, or cuts off, is not', async () => {
    const line = 'L898902C36GBR7408122F3104150ZE184226B<<<<<16';
    const eriksson = {
      nationality: 'GBR',
      passport_no: 'L898902C3',
      dob: '1974-08-12',
      sex: 'F',
      passport_expiry: '2031-04-15',
    };
    const offered = async (more: object, doa: number) => {
      const { id } = await takeIn(app, { ...eriksson, doa: dayFromNow(doa), ...more });
      const { checks, zone_values } = await details(id);
      return [checks, zone_values.map(({ value }: { value: string }) => value)];
    };
    const whole = `P<GBRERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\n${line}`;
    expect(await offered({ full_name: 'Анна Мария Эрикссон', mrz: whole }, 20)).toEqual([
      ['name-script'],
      ['ANNA MARIA ERIKSSON'],
    ]);
    expect(await offered({ full_name: 'Анна Мария Эрикссон', mrz: line }, 21)).toEqual([['name-script'], []]);
    const cut = `P<GBRPAPANDROPOULOUS<<JONATHON<WARREN<TREVOR\n${line}`;
    expect(await offered({ full_name: 'Robert Miller', mrz: cut }, 22)).toEqual([['zone-name'], []]);
  });

  test('a nationality is read as the country, however a shop writes it; another word is taken and marked', async () => {
    const { id } = await order({ nationality: 'sg' });
    expect(await details(id)).toMatchObject({ nationality: 'SGP', checks: ['no-card-needed'] });
    const { id: word } = await order({ nationality: 'Atlantis' });
    expect(await details(word)).toMatchObject({ nationality: 'ATLANTIS', checks: ['nationality'] });
    // as an older version stored it
    await app.database.query(`UPDATE orders SET nationality = 'MY' WHERE id = $1`, [word]);
    await checkAll();
    expect(await checksOf(word)).toEqual(['no-card-needed']);
  });

  test('a birth that is still to come is taken and marked, until somebody amends it', async () => {
    const { id } = await order({ dob: dayFromNow(2) });
    expect(await checksOf(id)).toEqual(['birth-date']);
    expect(await checkAll()).toBe(0);
    const { version } = await details(id);
    await put('amend-order', { orderId: id, version, changes: { dob: '1991-02-03' }, reason: 'r' });
    expect(await checksOf(id)).toEqual([]);
  });

  test('an amendment checks anew, in the one row that it writes', async () => {
    const { id } = await order({ post_code: '12' });
    const { version } = await details(id);
    await put('amend-order', { orderId: id, version, changes: { post_code: '30000' }, reason: 'r' });
    expect(await checksOf(id)).toEqual([]);
  });

  test('the same passport and arrival in two open orders: both at once, also by an amendment; not when one is settled', async () => {
    const one = await order({ passport_no: 'Z7777777' });
    const other = await order({ passport_no: 'Z7777777' });
    await order({ passport_no: 'Z7777777', doa: dayFromNow(2) });
    const both = async () => [await checksOf(one.id), await checksOf(other.id)];
    expect(await both()).toEqual([['doubled'], ['doubled']]);
    expect(await checkAll()).toBe(0);
    const amend = async (doa: string) => {
      const { version } = await details(other.id);
      await put('amend-order', { orderId: other.id, version, changes: { doa }, reason: 'r' });
    };
    const { doa, version } = await details(other.id);
    await amend(dayFromNow(4));
    expect(await both()).toEqual([[], []]);
    await app.database.query(`UPDATE orders SET checks = '{one-word}' WHERE id = $1`, [one.id]);
    await amend(doa);
    expect(await both()).toEqual([['doubled', 'one-word'], ['doubled']]);
    expect(await details(one.id)).toMatchObject({ version });
    await checkAll();
    await put('move-order-status', { orderId: other.id, updatingStatus: 'Refunds' });
    await checkAll();
    expect([await checksOf(one.id), await checksOf(other.id)]).toEqual([[], []]);
  });

  test('the job writes what the days change, and nothing when nothing changed; no version rises', async () => {
    const { id } = await order({ doa: dayFromNow(3), dod: null });
    await checkAll();
    await app.database.query('UPDATE orders SET doa = $2 WHERE id = $1', [id, dayFromNow(-1)]);
    expect(await checkAll()).toBe(1);
    expect(await details(id)).toMatchObject({ checks: ['arrival-past'], version: 1 });
    expect(await checkAll()).toBe(0);
  });

  test('lists show them, and filter by one or any; the total is the list’s, and a selection follows', async () => {
    const postcode = await order({ post_code: '1' });
    const phone = await order({ phone_number: '1' });
    const good = await order();
    const any = await list('newOrder', '?checks=any&limit=500');
    expect(ids(any)).toEqual(expect.arrayContaining([postcode.id, phone.id]));
    expect(ids(any)).not.toContain(good.id);
    expect(any['total']).toBe(any.data.length);
    expect(any.data.every(({ checks }: { checks: string[] }) => checks.length > 0)).toBe(true);
    expect(ids(await list('allOrder', '?checks=phone&limit=500'))).toEqual([phone.id]);
    expect((await list('newOrder', '?checks=nonsense'))['status']).toBe(0);
    const found = await app.call('POST', '/api/admin/matching-ids', {
      as: 'admin',
      body: { folderName: 'newOrder', checks: 'postcode' },
    });
    expect(ids(found.body as never)).toContain(postcode.id);
    expect(ids(found.body as never)).not.toContain(phone.id);
    const body = { folderName: 'allOrder', searchVal: 'ann example', checks: 'phone' };
    expect(ids((await app.call('POST', '/api/admin/search-order', { as: 'admin', body })).body as never)).toEqual([
      phone.id,
    ]);
    const plan = await app.database.transaction(async (manager) => {
      // the table has too few rows for an index
      await manager.query('SET LOCAL enable_seqscan = off');
      return manager.query(
        `EXPLAIN SELECT id FROM queued_orders WHERE process_status = 'New' AND checks <> '{}' ORDER BY create_ts DESC, id DESC LIMIT 10`,
      );
    });
    expect(JSON.stringify(plan)).toContain('queued_orders_failing');
  });

  test('contacting the customer notes the sentence with the move', async () => {
    const { id } = await order({ post_code: '1' });
    await put(
      'move-order-status',
      { orderId: id, updatingStatus: 'Contact Customer', note: ' A postcode has five digits. ' },
      'team',
    );
    expect((await details(id)).activity[0]).toMatchObject({
      action: 'order.moved',
      note: 'A postcode has five digits.',
    });
  });
});
