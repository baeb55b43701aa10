import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AuditAlarmsService } from '../../src/audit/audit-alarms.service.js';
import type { AuditService } from '../../src/audit/audit.service.js';
import type { ChainService } from '../../src/audit/chain.service.js';
import { dataSource } from '../../src/database/data-source.js';
import type { Storage } from '../../src/platform/storage.js';
import { track } from '../documents/cards.js';
import { members, password, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The props of the audit screen. */
async function screen(query = '', as: 'admin' | 'manager' = 'admin') {
  const html = await app.call('GET', `/admin/audit${query}`, { as });
  const [, page] = /<script data-page="app" type="application\/json">([^]*?)<\/script>/.exec(html.body.message) ?? [];
  return (page ? JSON.parse(page) : {}).props as {
    rows: { id: number; action: string; actor: string; note: string }[];
    next: string | null;
    alarms: { kind: string; what: string }[] | null;
  };
}
const actions = async (query: string) => (await screen(query)).rows.map(({ action }) => action);
const idOf = async (email: string) =>
  (await app.database.query<{ id: number }[]>('SELECT id FROM members WHERE email = $1', [email]))[0]!.id;

describe('the audit', () => {
  test('is for Admins; a bad query shows everything', async () => {
    for (const path of ['/admin/audit', '/admin/export/audit']) {
      expect((await app.call('GET', path)).headers.get('location')).toBe('/');
      expect((await app.call('GET', path, { as: 'manager' })).code).toBe(403);
      expect((await app.call('GET', path, { as: 'admin' })).code).toBe(200);
    }
    expect((await screen('?member=x&action=none&order=-1&fromDate=2026-13-01&before=x')).rows.length).toBeGreaterThan(
      0,
    );
  });

  test('has sign-ins, good, refused and throttled, with address and device, and sign-outs', async () => {
    const login = (word: string) =>
      app.call('POST', '/api/admin/admin-login', { body: { email: members.night.email, password: word } });
    const { body } = await login(password);
    await app.call('POST', '/api/admin/logout', { token: body.data.jwtToken });
    for (let n = 0; n < 8; n++) await login('wrong-one');
    const rows = (await screen(`?member=${await idOf(members.night.email)}`)).rows;
    expect(rows.map(({ action }) => action)).toEqual([
      'sign-in.throttled',
      ...Array<string>(5).fill('sign-in.refused'),
      'sign-out.done',
      'sign-in.done',
    ]);
    expect(rows[0]!.note).toMatch(/^127\.0\.0\.1/);
    await app.call('POST', '/api/admin/admin-login', { body: { email: 'nobody@else.test', password: 'x' } });
    expect((await screen()).rows[0]).toMatchObject({ action: 'sign-in.refused', actor: 'nobody@else.test' });
    await app.database.query('DELETE FROM throttles');
  });

  test('has one view for each member, order and hour; the order’s timeline has none', async () => {
    const { id, encoded } = await takeIn(app);
    for (let n = 0; n < 3; n++) await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' });
    await app.call('GET', `/admin/view-order/${encoded}`, { as: 'team2' });
    expect(await actions(`?order=${id}&action=order.viewed`)).toHaveLength(2);
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' });
    expect(JSON.stringify(body.data.activity)).not.toContain('order.viewed');
  });

  test('is read to the end by its cursor, each row once, with and without filters; the CSV has the same rows', async () => {
    const { id } = await takeIn(app);
    await app.database.query(
      `INSERT INTO activity (order_id, actor, action, note, create_ts)
       SELECT $1, '=Formula', 'remark.added', n::text, now() - n % 7 * interval '1 hour' FROM generate_series(1, 230) n`,
      [id],
    );
    // of one member many records of several actions, many of them of the same time
    const member = await idOf(members.team2.email);
    await app.database.query(
      `INSERT INTO activity (order_id, member_id, actor, action, create_ts)
       SELECT $1, $2, 'Two', (ARRAY['order.moved', 'mail.sent', 'order.assigned'])[1 + n % 3], now() - n / 5 * interval '1 hour'
       FROM generate_series(1, 230) n`,
      [id, member],
    );
    const conditions = {
      '': 'true',
      [`order=${id}`]: `order_id = ${id}`,
      'action=remark.added': "action = 'remark.added'",
      [`member=${member}`]: `member_id = ${member}`,
      [`member=${member}&action=mail.sent`]: `member_id = ${member} AND action = 'mail.sent'`,
    };
    for (const [filter, condition] of Object.entries(conditions)) {
      const seen: number[] = [];
      for (let next: string | null = ''; next !== null;) {
        const page = await screen(`?${filter}&before=${next}`);
        seen.push(...page.rows.map((row) => row.id));
        next = page.next;
      }
      const rows: { id: number }[] = await app.database.query(
        `SELECT id::int FROM activity WHERE ${condition} ORDER BY create_ts DESC, activity.id DESC`,
      );
      expect([filter, seen]).toEqual([filter, rows.map((row) => row.id)]);
    }
    const csv = (await app.call('GET', `/admin/export/audit?order=${id}&action=remark.added`, { as: 'admin' })).body
      .message;
    expect(csv.trim().split('\r\n')).toHaveLength(231);
    expect(csv).toContain("'=Formula");
    const today = new Date().toISOString().slice(0, 10);
    expect(await actions(`?order=${id}&toDate=2001-01-01`)).toEqual([]);
    expect((await actions(`?order=${id}&toDate=${today}`)).length).toBeGreaterThan(0);
  });

  test('has on a page fifty lines with all their rows, where equal rows are one line; of one order fifty rows', async () => {
    const [one, other] = [await takeIn(app), await takeIn(app)];
    const add = (count: number, action: string) =>
      app.database.query(
        `INSERT INTO activity (order_id, actor, action, create_ts)
         SELECT (ARRAY[$1::int, $2])[1 + n % 2], 'System', $3, '2001-02-03T04:05:06Z' FROM generate_series(1, ${count}) n`,
        [one.id, other.id, action],
      );
    await add(60, 'mail.delivered');
    for (let n = 0; n < 30; n++) {
      await add(1, 'mail.read');
      await add(1, 'mail.seen');
    }
    await add(400, 'documents.erased');
    await add(1_100, 'order.masked');
    const on = 'fromDate=2001-02-03&toDate=2001-02-03';
    const pages: { id: number; action: string }[][] = [];
    for (let next: string | null = ''; next !== null;) {
      const page = await screen(`?${on}&before=${next}`);
      pages.push(page.rows);
      next = page.next;
    }
    // a page ends after a thousand rows, or after fifty lines: of 48 rows of their own beside the two that are many
    expect(pages.map(({ length }) => length)).toEqual([1_000, 100 + 400 + 48, 12 + 60]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(60 + 60 + 400 + 1_100);
    expect(pages[1]!.filter(({ action }) => action === 'documents.erased')).toHaveLength(400);

    const { rows, next } = await screen(`?${on}&order=${one.id}`);
    expect([rows.length, next === null]).toEqual([50, false]);
  });

  test('costs the same at any depth: each filter reads its rows by an index', async () => {
    for (const filter of ['true', "action = 'order.viewed'", "member_id = 1 AND action = 'order.viewed'"]) {
      // a few rows are sorted faster than they are read by an index
      const plan = await app.database.transaction(async (manager) => {
        await manager.query(
          'SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off',
        );
        return manager.query<{ 'QUERY PLAN': string }[]>(
          `EXPLAIN SELECT id FROM activity WHERE ${filter} AND (create_ts, id) < (now(), 5) ORDER BY create_ts DESC, id DESC LIMIT 50`,
        );
      });
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect([filter, /Sort|Seq Scan/.test(text)]).toEqual([filter, false]);
    }
  });
});

describe('passport numbers', () => {
  const number = 'K 8877665';
  /** Everything the server sends about an order, as text. */
  const sent = async (id: number, encoded: string, as: 'telecaller' | 'team') => {
    const answers = await Promise.all([
      app.call('GET', `/admin/view-order/${encoded}`, { as }),
      app.call('GET', `/api/admin/get-orders-details/${id}`, { as }),
      ...['newOrder', 'contactCustomerOrder'].flatMap((queue) => [
        app.call('GET', `/api/admin/get-orders-list/${queue}`, { as }),
        app.call('POST', '/api/admin/search-order', { as, body: { folderName: queue, searchVal: 'K 8877665' } }),
        app.call('GET', `/admin/export/${queue}`, { as }),
      ]),
      app.call('POST', '/api/admin/find-orders', { as, body: { text: 'K8877665' } }),
      app.call('POST', '/api/admin/defence-pack-details', { as, body: { orderId: id } }),
    ]);
    return answers.map(({ body }) => JSON.stringify(body));
  };
  const holds = (text: string) => /K ?8877665/.test(text);

  test('are in no list, search, find or export; a Telecaller gets their end alone, wherever it stands', async () => {
    const { id, encoded } = await takeIn(app, { passport_no: number });
    await app.call('PUT', '/api/admin/move-order-status', {
      as: 'team',
      body: { orderId: id, updatingStatus: 'AwaitingGovt' },
    });
    await app.call('PUT', '/api/admin/drafts', {
      as: 'telecaller',
      body: {
        form: 'amendPassport',
        about: id,
        fields: { passport_no: number, sex: 'M', reason: 'typed' },
        revision: 'r1',
      },
    });
    expect((await sent(id, encoded, 'telecaller')).filter(holds)).toEqual([]);
    const { data } = (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'telecaller' })).body;
    expect([data.passport_no, data.passport_hidden]).toEqual(['…7665', true]);
    for (const form of [data.authority_form, data.submitted.fields])
      expect(form.find(({ label }: { label: string }) => label === 'Passport No.').value).toBe('…7665');

    const toTeam = await sent(id, encoded, 'team');
    expect(toTeam.map(holds).slice(0, 2)).toEqual([true, true]);
    expect(toTeam.slice(2).filter(holds)).toEqual([]);
    expect(
      (await app.call('POST', '/api/admin/find-orders', { as: 'telecaller', body: { text: 'K8877665' } })).body.data[0]
        .order_id,
    ).toBe(id);
  });

  test('are hidden from a Telecaller in what others wrote, in whatever spelling, the number of before too', async () => {
    const { id, encoded } = await takeIn(app, { passport_no: 'K8877665' });
    const team = (method: string, path: string, body: object) =>
      app.call(method, `/api/admin/${path}`, { as: 'team', body: { orderId: id, ...body } });
    const amendment = { version: 1, changes: { passport_no: 'Z 1122334' }, reason: 'It was k-8877665.' };
    expect((await team('PUT', 'amend-order', amendment)).code).toBe(200);
    const token = await track(app, id);
    const spellings = ['K8877665', 'k 88 77 665', 'K-8877665.', 'Z1122334', 'z112-2334', 'Z 112.2334'];
    for (const [at, spelling] of spellings.entries()) {
      const text = `My passport is ${spelling} and my flight MH 1234 on 2026-11-22`;
      await team('POST', 'add-new-remark', { remark: text });
      const body = { orderId: encoded, kind: 'card', text };
      await app.call('POST', '/api/front/order-request', { token, body });
      await app.database.query(
        `INSERT INTO inbound_mails (order_id, mailbox, provider, message_id, storage_key, sha256, size, kind, subject, text, has_html)
         VALUES ($1, 'x', 'AWS', $2, 'inbound/passport', '', 1, 'customer', $3, $3, true)`,
        [id, `passport-${at}`, text],
      );
    }
    const html = 'Content-Type: text/html\r\n\r\n<p>Z112<b>2334</b></p>';
    await app.web.get<Storage>('Storage').put('inbound/passport', Buffer.from(html), 'message/rfc822');
    await team('PUT', 'move-order-status', { updatingStatus: 'Contact Customer' });
    const [{ id: mailId }] = await app.database.query('SELECT id FROM inbound_mails WHERE order_id = $1', [id]);

    const read = async (as: 'team' | 'telecaller') =>
      Promise.all(
        [
          `/admin/view-order/${encoded}`,
          `/api/admin/get-orders-details/${id}`,
          '/admin/call-sheet',
          '/admin/requests',
          `/admin/inbound-mail/${mailId}`,
        ].map(async (path) => (await app.call('GET', path, { as })).body),
      );
    const whole = (answers: object[]) =>
      answers.map((answer) =>
        /K8877665|Z1122334/.test(
          JSON.stringify(answer)
            .replaceAll(/[^a-z0-9]/gi, '')
            .toUpperCase(),
        ),
      );
    const seen = await read('telecaller');
    expect(whole(seen)).toEqual([false, false, false, false, false]);
    expect(whole(await read('team'))).toEqual([true, true, true, true, false]);
    const { data } = seen[1]!;
    expect(data.remark[0].remark).toBe('My passport is …2334 and my flight MH 1234 on 2026-11-22');
    expect(data.thread.map((entry: { has_html: boolean }) => entry.has_html)).not.toContain(true);
    expect(data.requests).toHaveLength(spellings.length);
    expect((await app.call('GET', `/admin/inbound-mail/${mailId}`, { as: 'telecaller' })).code).toBe(403);
    expect((await app.call('GET', `/admin/inbound-mail/${mailId}`, { as: 'team' })).code).toBe(200);
  });

  test('are shown at a press, each noted, with a fresh proof; the order’s timeline has none of it', async () => {
    const { id } = await takeIn(app, { passport_no: number });
    const show = (orderId: unknown = id) =>
      app.call('POST', '/api/admin/show-passport', { as: 'telecaller', body: { orderId } });
    expect((await app.call('POST', '/api/admin/show-passport', { body: { orderId: id } })).code).toBe(401);
    expect((await show('x y')).code).toBe(404);
    expect((await show(2_000_000_000)).code).toBe(404);
    for (let n = 0; n < 3; n++) expect((await show()).body.data).toEqual({ passport_no: number, in_form: 'K8877665' });
    expect(await actions(`?order=${id}&action=passport.shown`)).toHaveLength(3);
    const { data } = (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' })).body;
    expect(JSON.stringify(data.activity)).not.toContain('passport.shown');

    const factor = `INSERT INTO factors (member_id, kind, name, secret, confirmed_at) VALUES ($1, 'totp', 'x', 'x', now())`;
    const member = await idOf(members.telecaller.email);
    await app.database.query("UPDATE sessions SET factor_at = now() - interval '11 minutes' WHERE member_id = $1", [
      member,
    ]);
    await app.database.query(factor, [member]);
    expect((await show()).body).toMatchObject({ missing: 'fresh factor' });
    await app.database.query('DELETE FROM factors');
  });
});

describe('alarms', () => {
  const alarms = () => app.web.get<AuditAlarmsService>('AuditAlarmsService');
  /** What the screen shows of one kind, newest first. */
  const shown = async (kind: string) => {
    const { alarms: all } = await screen('?alarms');
    return all!.filter((alarm) => alarm.kind === kind).map(({ what }) => what);
  };
  const query = (text: string, values: unknown[] = []) => app.database.query(text, values);
  const act = (who: string, action: string, more: { orderId?: number; to?: string; note?: string } = {}) =>
    query(
      `INSERT INTO activity (order_id, member_id, actor, action, "to", note)
       SELECT $1, id, name, $3, $4, $5 FROM members WHERE email = $2`,
      [more.orderId ?? null, who, action, more.to ?? null, more.note ?? null],
    );

  test('are for Admins; each is a row, a mail to every Admin, and in the metric; of the same cause one an hour', async () => {
    expect((await app.call('GET', '/admin/audit?alarms', { as: 'manager' })).code).toBe(403);
    await alarms().raise();
    const before = (await shown('new-country')).length;
    await act(members.team.email, 'sign-in.new-country', { to: 'Iceland', note: '5.23.64.1' });
    await Promise.all([alarms().raise(), alarms().raise(), alarms().raise()]);
    await alarms().raise();
    expect(await shown('new-country')).toHaveLength(before + 1);
    expect((await shown('new-country'))[0]).toBe('Demo Team signed in from Iceland for the first time: 5.23.64.1');
    const mails = await query("SELECT recipient, html FROM mails WHERE kind = 'alarm' AND html LIKE '%Iceland%'");
    expect(mails.map(({ recipient }: { recipient: string }) => recipient)).toEqual([members.admin.email]);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('alarms_last_hour{kind="new-country"}');

    await query('ALTER TABLE alarms DISABLE TRIGGER alarms_append_only');
    await query("UPDATE alarms SET raised_at = now() - interval '61 minutes'");
    await query('ALTER TABLE alarms ENABLE TRIGGER alarms_append_only');
    await act(members.team.email, 'sign-in.new-country', { to: 'Iceland', note: '5.23.64.1' });
    await alarms().raise();
    expect(await shown('new-country')).toHaveLength(before + 2);
  });

  test('guessing: throttled tries at an account', async () => {
    const login = () =>
      app.call('POST', '/api/admin/admin-login', { body: { email: members.manager.email, password: 'wrong-one' } });
    for (let n = 0; n < 7; n++) await login();
    await alarms().raise();
    expect((await shown('guessing'))[0]).toMatch(
      /^Too many wrong tries to sign in as Demo Manager, last from 127\.0\.0\.1/,
    );
    await query('DELETE FROM throttles');
  });

  test('many passport numbers: more than 200 orders seen with their number, by one member within an hour', async () => {
    const { id } = await takeIn(app);
    const looks = (who: string, action: string, from: number, to: number) =>
      query(
        `INSERT INTO activity (order_id, member_id, actor, action) SELECT o.id, m.id, m.name, $2
         FROM members m, (SELECT id FROM orders WHERE id >= ${id} ORDER BY id LIMIT $4 OFFSET $3) o WHERE m.email = $1`,
        [who, action, from, to - from],
      );
    for (let n = 0; n < 200; n++) await takeIn(app);
    await looks(members.telecaller.email, 'order.viewed', 0, 201);
    await looks(members.night.email, 'order.viewed', 0, 150);
    await looks(members.night.email, 'passport.shown', 100, 200);
    await alarms().raise();
    expect(await shown('passports')).toEqual([]);
    await looks(members.night.email, 'passport.shown', 200, 201);
    await alarms().raise();
    expect(await shown('passports')).toEqual(['Demo Night saw the passport numbers of 201 orders within an hour']);

    await app.call('GET', '/admin/export/allOrder', { as: 'team2' });
    await alarms().raise();
    expect(await shown('export')).toEqual([]);
  });

  test('a large export: more than 1,000 rows that were sent', async () => {
    await query(`INSERT INTO activity (actor, action) SELECT 'Many', 'remark.added' FROM generate_series(1, 1001)`);
    await app.call('GET', '/admin/export/audit?action=remark.added', { as: 'admin' });
    await alarms().raise();
    expect(await shown('export')).toEqual(['Demo Admin exported more than 1000 rows of audit']);
  });

  test('a silent job, when it is more than a restart', async () => {
    await query(
      `INSERT INTO job_runs (job, ran_at) VALUES ('mail.sweep', now() - interval '4 minutes'), ('orders.check', now() - interval '119 minutes')
       ON CONFLICT (job) DO UPDATE SET ran_at = excluded.ran_at`,
    );
    await alarms().raise();
    expect(await shown('job-silent')).toEqual([]);
    await query("UPDATE job_runs SET ran_at = ran_at - interval '2 minutes'");
    await alarms().raise();
    expect((await shown('job-silent')).toSorted()).toEqual([
      'mail.sweep last ran 6 minutes ago',
      'orders.check last ran 121 minutes ago',
    ]);
  });
});

describe('the chain', () => {
  const chain = () => app.web.get<ChainService>('ChainService');

  test('covers every row; a row that the owner changes, adds or removes by SQL is named', async () => {
    await takeIn(app);
    await chain().extend();
    const good = await chain().verify();
    expect(good).toEqual({ rows: expect.any(Number) });
    const [{ n }] = (await app.database.query('SELECT count(*)::int AS n FROM activity')) as [{ n: number }];
    expect(good.rows).toBe(n);

    /** Runs SQL past the triggers, as the owner of the tables can, looks, and puts everything back. */
    const forged = async (statement: string, look: () => Promise<unknown> = () => chain().verify()) => {
      const [row] = await app.database.query<{ id: string }[]>(
        'SELECT id::text AS id FROM activity ORDER BY id OFFSET 3 LIMIT 1',
      );
      await app.database.query(`CREATE TABLE kept AS SELECT * FROM activity WHERE id = ${row!.id}`);
      await app.database.query('ALTER TABLE activity DISABLE TRIGGER activity_append_only');
      await app.database.query(statement.replace('$id', row!.id));
      const verdict = await look();
      await app.database.query('DELETE FROM activity WHERE id = $1', [row!.id]);
      await app.database.query('INSERT INTO activity OVERRIDING SYSTEM VALUE SELECT * FROM kept');
      await app.database.query('ALTER TABLE activity ENABLE TRIGGER activity_append_only');
      await app.database.query('DROP TABLE kept');
      return { verdict, id: row!.id };
    };
    for (const [statement, fault] of [
      ["UPDATE activity SET actor = 'Somebody Else' WHERE id = $id", 'it was changed'],
      ["UPDATE activity SET create_ts = create_ts + interval '1 microsecond' WHERE id = $id", 'it was changed'],
      ['DELETE FROM activity WHERE id = $id', 'it was removed'],
    ] as const) {
      const { verdict, id } = await forged(statement);
      expect([statement, verdict]).toEqual([statement, { rows: expect.any(Number), row: id, fault }]);
      expect(await chain().verify()).toEqual(good);
    }
    const check = () => app.web.get<AuditService>('AuditService').checkChain();
    const alarms = async () => {
      await app.web.get<AuditAlarmsService>('AuditAlarmsService').raise();
      const { alarms: all } = await screen('?alarms');
      return all!.filter(({ kind }) => kind === 'chain-broken').map(({ what }) => what);
    };
    await check();
    expect(await alarms()).toEqual([]);
    const [past] = await app.database.query<{ id: string }[]>(
      `INSERT INTO activity (actor, action, create_ts) VALUES ('Late', 'order.moved', now() - interval '2 hours') RETURNING id::text AS id`,
    );
    expect(await chain().verify()).toMatchObject({ row: past!.id, fault: 'it has no hash', isPending: true });
    await check();
    expect(await alarms()).toEqual([]);
    const { id } = await forged("UPDATE activity SET actor = 'Somebody Else' WHERE id = $id", check);
    expect(await alarms()).toEqual([`The activity is not as it was written: row ${id}: it was changed`]);
    await chain().extend();
    expect(Object.keys(await chain().verify())).toEqual(['rows']);
  });

  test('two workers at once make one chain', async () => {
    for (let n = 0; n < 20; n++) await takeIn(app);
    await Promise.all([chain().extend(), chain().extend(), chain().extend()]);
    await chain().extend();
    expect(Object.keys(await chain().verify())).toEqual(['rows']);
  });

  test('the application’s role may add rows and hashes, and change or remove none', async () => {
    const role = await dataSource(app.env.DATABASE_URL!).initialize();
    try {
      for (const table of ['activity', 'activity_hashes']) {
        for (const statement of [
          `DELETE FROM ${table}`,
          `TRUNCATE ${table}`,
          `UPDATE ${table} SET ${table === 'activity' ? "actor = 'x'" : "hash = 'x'"}`,
        ]) {
          await expect(role.query(statement)).rejects.toThrow(/permission denied|append-only/);
        }
      }
    } finally {
      await role.destroy();
    }
  });
});
