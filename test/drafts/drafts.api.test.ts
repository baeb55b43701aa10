import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DraftsClearWorker } from '../../src/drafts/drafts-clear.worker.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const keep = (body: unknown, as?: MemberName) => app.call('PUT', '/api/admin/drafts', { as, body });
const discard = (body: unknown, as?: MemberName) => app.call('DELETE', '/api/admin/drafts', { as, body });
const remark = (about: string | number, text: string, more: object = {}) => ({
  form: 'remark',
  about,
  revision: randomUUID() as string,
  fields: { remark: text },
  ...more,
});
async function shown(path: string, as: MemberName = 'team') {
  const { body } = await app.call('GET', path, { as, headers: { 'x-inertia': 'true' } });
  return body.props;
}
const drafts = async (encoded: string, as?: MemberName) =>
  (await shown(`/admin/view-order/${encoded}`, as)).drafts.kept;

describe('/api/admin/drafts', () => {
  test('a guest may not', async () => {
    expect([(await keep({})).code, (await discard({})).code]).toEqual([401, 401]);
  });

  test('a bad body is refused', async () => {
    const { id } = await takeIn(app);
    const wrong = async (more: object) => {
      const { code, body } = await keep(remark(id, 'x', more), 'team');
      return [code, Object.keys(body.errors as object)];
    };
    expect(await wrong({ form: 'password' })).toEqual([422, ['form']]);
    expect(await wrong({ about: 'nowhere' })).toEqual([422, ['about']]);
    expect(await wrong({ revision: '1' })).toEqual([422, ['revision']]);
    expect(await wrong({ fields: { remark: 7 } })).toEqual([422, ['remark']]);
    expect(await wrong({ fields: { remark: 'a\0b' } })).toEqual([422, ['remark']]);
    expect(await wrong({ fields: { remark: 'x'.repeat(20_001) } })).toEqual([422, ['fields']]);
    expect((await discard({ form: 'remark' }, 'team')).code).toBe(422);
  });

  test('what is typed comes with the order’s page, to its member alone', async () => {
    const { id, encoded } = await takeIn(app);
    const text = 'Die Kundin rief an. '.repeat(60);
    const draft = remark(encoded, text, { fields: { remark: text, telephone: true } });
    const before = (await shown(`/admin/view-order/${encoded}`)).drafts;
    expect(before.kept).toEqual({});
    const { code, body } = await keep(draft, 'team');
    expect(code).toBe(200);
    const { read_at, kept } = (await shown(`/admin/view-order/${encoded}`)).drafts;
    expect(kept).toEqual({ remark: { fields: { remark: text, telephone: true }, revision: draft.revision } });
    expect([before.read_at, body.data.done_at, read_at].toSorted()).toEqual([
      before.read_at,
      body.data.done_at,
      read_at,
    ]);
    expect(await drafts(encoded, 'team2')).toEqual({});
    expect(await drafts(encoded, 'admin')).toEqual({});

    await keep(remark(id, 'Written later'), 'team');
    expect((await drafts(encoded)).remark.fields).toEqual({ remark: 'Written later' });
  });

  test('an empty window removes only what it has seen', async () => {
    const { id, encoded } = await takeIn(app);
    const [first, second] = [remark(id, 'One window'), remark(id, 'The other window')];
    await keep(first, 'team');
    await keep(second, 'team');
    await discard(first, 'team');
    expect((await drafts(encoded)).remark.fields).toEqual({ remark: 'The other window' });
    await discard(second, 'team2');
    expect((await drafts(encoded)).remark).toBeDefined();
    await discard(second, 'team');
    expect(await drafts(encoded)).toEqual({});
  });

  test('a remark that is sent takes its draft along, and leaves what was typed since', async () => {
    const { id, encoded } = await takeIn(app);
    const send = () =>
      app.call('POST', '/api/admin/add-new-remark', { as: 'team', body: { orderId: id, remark: 'Called' } });
    await keep(remark(id, ' Called\n'), 'team');
    await keep(remark(id, 'Called'), 'team2');
    await send();
    expect([await drafts(encoded), (await drafts(encoded, 'team2')).remark.fields]).toEqual([{}, { remark: 'Called' }]);
    await keep(remark(id, 'Called. And again'), 'team');
    await send();
    expect((await drafts(encoded)).remark.fields).toEqual({ remark: 'Called. And again' });
  });

  test('a text that arrives after it was sent, as on a slow line, is no draft; what is typed later is', async () => {
    const { id, encoded } = await takeIn(app);
    const send = (text: string) =>
      app.call('POST', '/api/admin/add-new-remark', { as: 'team', body: { orderId: id, remark: text } });
    await send('Overtaking');
    expect((await keep(remark(id, 'Overtaking '), 'team')).code).toBe(200);
    expect(await drafts(encoded)).toEqual({});
    await keep(remark(id, 'Overtaking', { fields: { remark: 'Overtaking', telephone: true } }), 'team');
    expect((await drafts(encoded)).remark.fields).toEqual({ remark: 'Overtaking', telephone: true });

    await send('Overtaking');
    expect((await drafts(encoded)).remark.fields).toEqual({ remark: 'Overtaking', telephone: true });
    await send('Second');
    await keep(remark(id, 'Third'), 'team');
    await send('Third');
    await keep(remark(id, 'Third'), 'team');
    expect(await drafts(encoded)).toEqual({});
    await app.database.query(`UPDATE drafts SET updated_at = now() - interval '61 seconds' WHERE about = $1`, [id]);
    await keep(remark(id, 'Third'), 'team');
    expect((await drafts(encoded)).remark.fields).toEqual({ remark: 'Third' });
  });

  test('so do a transaction and a member', async () => {
    const { id, encoded } = await takeIn(app);
    const fields = { transactionId: ' T-77 ', merchantName: 'Acme' };
    const save = (more = {}) =>
      app.call('POST', '/api/admin/save-transaction-details', {
        as: 'team',
        body: { orderId: id, ...fields, ...more },
      });
    await keep({ form: 'transaction', about: id, revision: randomUUID(), fields }, 'team');
    await save({ transactionId: 'Other' });
    expect((await drafts(encoded)).transaction.fields).toEqual(fields);
    await save();
    expect(await drafts(encoded)).toEqual({});

    const member = { name: 'Newly Added', email: 'newly@example.com', type: 'Team' };
    await keep({ form: 'member', revision: randomUUID(), fields: member }, 'admin');
    const body = { ...member, password: 'a long one' };
    const added = await app.call('POST', '/api/admin/add-team-member', { as: 'admin', body });
    expect((await shown('/admin/manage-team', 'admin')).drafts.kept).toEqual({});
    await keep({ form: 'member', about: added.body.data.id, revision: randomUUID(), fields: member }, 'admin');
    await app.call('POST', '/api/admin/update-team-member', {
      as: 'admin',
      body: { ...member, tmId: added.body.data.id },
    });
    expect((await shown(`/admin/manage-team/${added.body.data.id}`, 'admin')).drafts.kept).toEqual({});
  });

  test('an older text of a document that overtakes the newer one is dropped; another window’s is kept', async () => {
    const { id, encoded } = await takeIn(app);
    const revision = (document: string, count: number) =>
      `${document}-1111-4111-8000-${String(count).padStart(12, '0')}`;
    await keep({ ...remark(id, 'Newer'), revision: revision('aaaaaaaa', 11) }, 'team');
    expect((await keep({ ...remark(id, 'Older'), revision: revision('aaaaaaaa', 9) }, 'team')).code).toBe(200);
    expect((await drafts(encoded)).remark.fields).toEqual({ remark: 'Newer' });
    await keep({ ...remark(id, 'Elsewhere'), revision: revision('01aaaaaa', 1) }, 'team');
    expect((await drafts(encoded)).remark.fields).toEqual({ remark: 'Elsewhere' });
  });

  test('the team’s forms have one each, never with a password', async () => {
    const fields = { name: 'Ann', email: 'ann@', password: 'top secret', type: 'Team' };
    const draft = { form: 'member', revision: randomUUID(), fields };
    await keep(draft, 'manager');
    expect((await shown('/admin/manage-team', 'manager')).drafts.kept.member.fields).toEqual({
      name: 'Ann',
      email: 'ann@',
      type: 'Team',
    });
    expect((await shown('/admin/manage-team/3', 'manager')).drafts.kept).toEqual({});
    const rows = await app.database.query("SELECT 1 FROM drafts WHERE fields::text LIKE '%secret%'");
    expect(rows).toEqual([]);
  });

  test('go with their member, and after 30 days', async () => {
    const { id, encoded } = await takeIn(app);
    const member = { name: 'Going Away', email: 'going@example.com', password: 'a long one', type: 'Team' };
    const { body } = await app.call('POST', '/api/admin/add-team-member', { as: 'admin', body: member });
    const login = { email: member.email, password: member.password };
    const { body: signedIn } = await app.call('POST', '/api/admin/admin-login', { body: login });
    await app.call('PUT', '/api/admin/drafts', { token: signedIn.data.jwtToken, body: remark(id, 'Mine') });
    await app.call('PUT', '/api/admin/delete-team-member', { as: 'admin', body: { teamMemberId: body.data.id } });
    expect(await app.database.query('SELECT FROM drafts WHERE member_id = $1', [body.data.id])).toEqual([]);

    await keep(remark(id, 'Old'), 'team');
    await keep(remark(id, 'Young'), 'team2');
    await app.database.query(
      "UPDATE drafts SET updated_at = now() - interval '31 days' WHERE about = $1 AND fields ->> 'remark' = 'Old'",
      [id],
    );
    const { id: sentOne } = await takeIn(app);
    await app.call('POST', '/api/admin/add-new-remark', { as: 'team', body: { orderId: sentOne, remark: 'Sent' } });
    await app.database.query("UPDATE drafts SET updated_at = now() - interval '61 minutes' WHERE about = $1", [
      sentOne,
    ]);
    await app.web.get<DraftsClearWorker>('DraftsClearWorker').work();
    expect(await app.database.query('SELECT FROM drafts WHERE about = $1', [sentOne])).toEqual([]);
    expect([await drafts(encoded), (await drafts(encoded, 'team2')).remark.fields]).toEqual([{}, { remark: 'Young' }]);
  });
});
