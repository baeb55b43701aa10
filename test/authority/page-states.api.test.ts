import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AuditAlarmsService } from '../../src/audit/audit-alarms.service.js';
import type { PageStatesService } from '../../src/authority/page-states.service.js';
import { builtFiller } from '../../src/platform/filler-script.js';
import type { PageState } from '../../src/shared/answers/authority.js';
import type { AuthorityPage } from '../../src/shared/authority-pages.js';
import { formIds } from '../../src/shared/form/controls.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { pageStateWords } from '../../src/shared/page-state-words.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { takeIn, wholeForm } from '../support/orders.js';

let app: TestApp;
let orderId: number;
beforeAll(async () => {
  app = await startApp();
  orderId = (await takeIn(app, wholeForm)).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.query('DELETE FROM throttles');
  await app.database.query('TRUNCATE script_runs, page_troubles');
});

const script = builtFiller().version;
const missing = 'Place of Birth (pob) is missing.';
const changed = { script, outcome: 'changed', ms: 900, differences: [missing] };
const filled = { script, outcome: 'filled', ms: 1_200 };
const silent = { script, outcome: 'silent', ms: 24_000 };

const codeFor = (as: MemberName = 'team', page: AuthorityPage = 'form') =>
  app.call('POST', `/api/admin/orders/${encodeOrderId(orderId)}/filler-code`, { as, body: { page } });

/** A filling that has begun; resolves with what reports a run of it. */
async function begin(as: MemberName = 'team', page: AuthorityPage = 'form') {
  const { body } = await codeFor(as, page);
  const opened = await app.call('GET', `/api/filler/${body.data.code}`);
  return (run: object) => app.call('POST', `/api/filler/${opened.body.data.answer}/run`, { body: run });
}
const say = (what: 'away' | 'works', as: MemberName, page: AuthorityPage = 'form') =>
  app.call('POST', `/api/admin/authority-pages/${what}`, { as, body: { page } });

async function stateOf(page: AuthorityPage): Promise<PageState> {
  const states = await app.web.get<PageStatesService>('PageStatesService').states();
  return states.find((one) => one.page === page)!;
}

describe('a page that changed', () => {
  test('stops every filling of it at the first run that finds it, with what is different, until an Admin looked', async () => {
    const [report, waiting] = [await begin(), await codeFor('team2')];
    const told = await report(changed);
    expect([told.code, told.body.message]).toEqual([
      200,
      'The desk fills nothing there until an Admin has looked at the page.',
    ]);

    const refused = await codeFor('admin');
    expect([refused.code, refused.body.message]).toEqual([
      409,
      expect.stringMatching(
        /^The form has changed since .* UTC, found once by Demo Team: Place of Birth \(pob\) is missing\. The script fills nothing there until an Admin has looked at it\. Fill by hand\.$/,
      ),
    ]);
    // a code that was given before opens nothing either
    expect((await app.call('GET', `/api/filler/${waiting.body.data.code}`)).code).toBe(409);
    // another page is not stopped
    expect((await codeFor('team', 'visit-pass')).code).toBe(200);

    expect([(await say('works', 'team')).code, (await say('works', 'manager')).code]).toEqual([403, 403]);
    expect((await codeFor()).code).toBe(409);
    expect((await say('works', 'admin')).code).toBe(200);
    expect((await codeFor()).code).toBe(200);
    expect((await say('works', 'admin')).code).toBe(409);
  });

  test('is noted with the order, and Admins get the list by mail', async () => {
    const report = await begin();
    await report(changed);
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${orderId}`, { as: 'admin' });
    expect(body.data.activity[0]).toMatchObject({ action: 'form.not-filled', actor: 'Demo Team', note: 'changed' });

    await app.web.get<AuditAlarmsService>('AuditAlarmsService').raise();
    const alarms = await app.database.query<{ what: string }[]>(`SELECT what FROM alarms WHERE kind = 'page-changed'`);
    expect(alarms).toEqual([
      { what: `The script fills nothing on the authority’s page with the form: it changed. ${missing}` },
    ]);
    const mails = await app.database.query<{ html: string }[]>(
      `SELECT html FROM mails WHERE kind = 'alarm' ORDER BY id DESC LIMIT 1`,
    );
    expect(mails[0]!.html).toContain(missing);
    await app.web.get<AuditAlarmsService>('AuditAlarmsService').raise();
    expect(await app.database.query(`SELECT FROM alarms WHERE kind = 'page-changed'`)).toHaveLength(1);
  });

  test('stops nothing when an earlier script found it: today’s may know the page', async () => {
    const report = await begin();
    const told = await report({ ...changed, script: 'of-last-week' });
    expect(told.body.message).toBe('This script is of an earlier version than the desk’s. Get the new one there.');
    expect((await codeFor()).code).toBe(200);
    // what stopped an earlier script stops a new one no more
    await (
      await begin()
    )(changed);
    await app.database.query(`UPDATE page_troubles SET script = 'of-last-week'`);
    expect((await codeFor()).code).toBe(200);
    expect((await stateOf('form')).state).toBe('unknown');
    await (
      await begin('team2')
    )(changed);
    expect((await codeFor()).code).toBe(409);
  });

  test('stays so when somebody who opened it before reports that it was filled', async () => {
    const [late, report] = [await begin('team2'), await begin()];
    await report(changed);
    await late(filled);
    expect((await codeFor()).code).toBe(409);
    expect((await stateOf('form')).state).toBe('changed');
    // a script that knows the page ends what an earlier one found
    await app.database.query(`UPDATE page_troubles SET script = 'of-last-week'`);
    await (
      await begin()
    )(filled);
    expect(await app.database.query('SELECT FROM page_troubles WHERE until IS NULL')).toEqual([]);
  });

  test('of two members who find it at once is one trouble', async () => {
    const reports = [await begin(), await begin('team2')];
    await Promise.all(reports.map((report) => report(changed)));
    const state = await stateOf('form');
    expect(state).toMatchObject({ state: 'changed', tries: 2, what: [missing] });
    expect(state.members.toSorted()).toEqual(['Demo Team', 'Demo Team Two']);
  });
});

describe('a run', () => {
  test('is kept once, however often it is reported, and says nothing of the customer', async () => {
    const report = await begin();
    const runs = await Promise.all([1, 2, 3].map(() => report({ ...filled, unfilled: ['embark'] })));
    expect(runs.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(await app.database.query('SELECT page, outcome, ms, unfilled FROM script_runs')).toEqual([
      { page: 'form', outcome: 'filled', ms: 1_200, unfilled: ['embark'] },
    ]);
    expect(await stateOf('form')).toMatchObject({ state: 'works', since: null, ms: 1_200 });
    expect((await stateOf('registration')).state).toBe('unknown');
  });

  describe('in the order’s timeline', () => {
    const taken = (page: AuthorityPage) => ({ action: `${page}.values-taken`, note: null });
    /** What is noted of a run that reports this, the newest first; nothing where it reports nothing. */
    async function noted(run?: object, page: AuthorityPage = 'form') {
      const [{ last }] = (await app.database.query('SELECT max(id) AS last FROM activity')) as [{ last: number }];
      const report = await begin('team', page);
      if (run) for (const _ of ['reported', 'reported again']) await report(run);
      return app.database.query(
        `SELECT action, note FROM activity WHERE id > $1 AND action <> 'form.code-given' ORDER BY id DESC`,
        [last],
      );
    }

    test('it filled the form by its report alone, once; that the values were taken is noted before', async () => {
      expect(await noted()).toEqual([taken('form')]);
      expect(await noted(filled)).toEqual([{ action: 'form.filled', note: null }, taken('form')]);
      expect(await noted({ ...filled, unfilled: ['embark', 'vesselNm'] })).toEqual([
        {
          action: 'form.filled',
          note: 'Flight / Vessel / Transportation No., Last Port of Embarkation before Malaysia',
        },
        taken('form'),
      ]);
      expect(await noted(filled, 'registration')).toEqual([
        { action: 'registration.filled', note: null },
        taken('registration'),
      ]);
    });

    test('it filled in nothing where the page did not answer before, or took no value', async () => {
      const nothing = [{ action: 'form.not-filled', note: 'silent' }, taken('form')];
      expect(await noted(silent)).toEqual(nothing);
      expect(await noted({ ...silent, unfilled: formIds })).toEqual(nothing);
      expect(await noted({ ...silent, unfilled: ['accommodationCity'] })).toEqual([
        { action: 'form.filled', note: 'City' },
        taken('form'),
      ]);
      expect(await noted({ ...changed, script: 'of-last-week' })).toEqual([
        { action: 'form.not-filled', note: 'changed' },
        taken('form'),
      ]);
    });
  });

  test.each([
    ['no outcome', { script, ms: 1 }, 'outcome must be filled, changed or silent.'],
    ['a time below nothing', { ...filled, ms: -1 }, 'ms must not be negative.'],
    ['a control that the page has not', { ...filled, unfilled: ['X1234567'] }, 'unfilled must name controls'],
    ['a long text', { ...changed, differences: ['x'.repeat(201)] }, 'at most 200 letters'],
    ['a value', { ...filled, values: { passNo: 'X1234567' } }, 'values'],
  ])('with %s is refused', async (_what, run, why) => {
    const report = await begin();
    const { code, body } = await report(run);
    expect([code, body.message]).toEqual([422, expect.stringContaining(why)]);
  });

  test('is taken by its code alone, and from the authority’s pages', async () => {
    expect((await app.call('POST', '/api/filler/AAAAA-BBBBB-CCCCC/run', { body: filled })).code).toBe(404);
    const { code, headers } = await app.call('OPTIONS', '/api/filler/x/run');
    expect([code, headers.get('access-control-allow-headers')]).toEqual([200, 'Content-Type']);
  });

  test('of 90 days ago is removed', async () => {
    await (
      await begin()
    )(filled);
    await app.database.query(`UPDATE script_runs SET create_ts = now() - interval '91 days'`);
    await (
      await begin()
    )({ ...filled, ms: 7 });
    expect(await app.database.query('SELECT ms FROM script_runs')).toEqual([{ ms: 7 }]);
  });
});

describe('a page that does not answer', () => {
  test('is away from the first run that got no answer, or a member’s word, to the next that fills it', async () => {
    await (
      await begin()
    )(silent);
    expect((await say('away', 'telecaller')).code).toBe(403);
    expect((await say('away', 'team2')).code).toBe(200);
    expect((await say('away', 'team2')).code).toBe(200);
    const state = await stateOf('form');
    expect(state).toMatchObject({ state: 'away', tries: 3, members: ['Demo Team', 'Demo Team Two'], filled_at: null });
    expect(pageStateWords(state)).toMatch(
      /^The form has not answered since .* UTC, found 3 times by Demo Team and Demo Team Two\. The script has not filled it yet\.$/,
    );
    // nobody is stopped: a time-out proves little
    await (
      await begin()
    )(filled);
    expect((await stateOf('form')).state).toBe('works');
    const [kept] = await app.database.query<{ kind: string; over: boolean }[]>(
      'SELECT kind, until IS NOT NULL AS over, ended_by FROM page_troubles',
    );
    expect(kept).toEqual({ kind: 'away', over: true, ended_by: null });
  });

  test('ends for a run that began a moment before somebody found it away', async () => {
    await (
      await begin()
    )(silent);
    const report = await begin('team2');
    await app.database.query(`UPDATE page_troubles SET since = now() + interval '10 seconds'`);
    expect((await report(filled)).code).toBe(200);
    expect(await app.database.query('SELECT until = since AS "atOnce" FROM page_troubles')).toEqual([{ atOnce: true }]);
  });

  test('is slow after more than twenty seconds, until a run is quick again', async () => {
    await (
      await begin()
    )({ ...filled, ms: 20_001 });
    expect(await stateOf('form')).toMatchObject({ state: 'slow', ms: 20_001 });
    await (
      await begin()
    )(filled);
    expect((await stateOf('form')).state).toBe('works');
  });

  test('a word about no page is refused', async () => {
    const { code } = await app.call('POST', '/api/admin/authority-pages/away', { as: 'team', body: { page: 'x' } });
    expect(code).toBe(422);
  });
});

test('the board and the operator’s page say how each page is', async () => {
  await (
    await begin()
  )(changed);
  const headers = { 'x-inertia': 'true' };
  const board = await app.call('GET', '/admin/at-risk', { as: 'team', headers });
  const system = await app.call('GET', '/admin/system', { as: 'admin', headers });
  for (const { body } of [board, system])
    expect(body['props'].authority).toMatchObject([
      { page: 'form', state: 'changed', what: [missing] },
      { page: 'registration', state: 'unknown' },
      { page: 'visit-pass', state: 'unknown' },
    ]);
});
