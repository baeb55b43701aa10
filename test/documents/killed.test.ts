import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { takeIn } from '../support/orders.js';
import { spawnWeb } from '../support/processes.js';
import { sampleOf } from '../support/sample.js';
import { pdf, uploadForm } from './cards.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Where Send and complete is stopped: a trigger that waits. The last one waits in the commit. */
const steps = [
  ['before the document', 'BEFORE INSERT ON documents'],
  ['before the mail', 'BEFORE INSERT ON mails'],
  ['before the move', 'BEFORE UPDATE ON orders'],
  ['after the move, before its activity', 'AFTER UPDATE ON orders'],
  ['in the commit', 'CONSTRAINT AFTER INSERT ON documents'],
] as const;

/** Everything that Send and complete leaves: documents, mails, moves, and the status. */
async function traces(id: number): Promise<unknown> {
  const [found] = await app.database.query(
    `SELECT (SELECT count(*)::int FROM documents WHERE order_id = $1) AS documents,
       (SELECT count(*)::int FROM mails WHERE order_id = $1) AS mails,
       (SELECT count(*)::int FROM activity WHERE order_id = $1 AND action <> 'order.received') AS activity,
       (SELECT process_status FROM orders WHERE id = $1) AS status`,
    [id],
  );
  return found;
}

const nothing = { documents: 0, mails: 0, activity: 0, status: 'New' };
const everything = { documents: 1, mails: 1, activity: 3, status: 'Completed' };

async function waitAt(event: string): Promise<void> {
  const [kind, ...at] = event.startsWith('CONSTRAINT') ? ['CONSTRAINT ', event.slice(11)] : ['', event];
  await app.database.query(`
    CREATE OR REPLACE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(120); RETURN NEW; END $$;
    CREATE ${kind}TRIGGER wait_here ${at.join('')} ${kind && 'DEFERRABLE INITIALLY DEFERRED'}
      FOR EACH ROW EXECUTE FUNCTION wait_here()`);
}

const waiting = () =>
  app.database.query(`SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`);

describe('kill -9 during Send and complete', () => {
  test.each(sampleOf([...steps], [2, 4]))('%s: nothing of it is left', async (_step, event) => {
    const { id } = await takeIn(app);
    const port = await freePort();
    const web = await spawnWeb({ ...app.settings, PORT: String(port) });
    const headers = { authorization: `Bearer ${await app.signIn('team')}` };
    await waitAt(event);
    const body = uploadForm(id, await pdf(), { complete: 'true' });
    const answer = fetch(`http://127.0.0.1:${port}/api/admin/upload-visa-document`, {
      method: 'POST',
      headers,
      body,
    }).catch(() => 'lost');
    const [{ pid }] = await eventually(async () => {
      const found = await waiting();
      return found.length > 0 ? found : undefined;
    });
    await web.kill();
    expect(await answer).toBe('lost');
    await app.database.query('SELECT pg_terminate_backend($1)', [pid]);
    await app.database.query(`DROP TRIGGER wait_here ON ${event.split(' ').at(-1)}`);
    expect(await traces(id)).toEqual(nothing);
  });

  test('after the commit: all of it is there', async () => {
    const { id } = await takeIn(app);
    const port = await freePort();
    const web = await spawnWeb({ ...app.settings, PORT: String(port) });
    const headers = { authorization: `Bearer ${await app.signIn('team')}` };
    const body = uploadForm(id, await pdf(), { complete: 'true' });
    const answer = fetch(`http://127.0.0.1:${port}/api/admin/upload-visa-document`, {
      method: 'POST',
      headers,
      body,
    }).catch(() => 'lost');
    await eventually(async () => ((await traces(id)) as { documents: number }).documents === 1 || undefined);
    await web.kill();
    await answer;
    expect(await traces(id)).toEqual(everything);
  });
});
