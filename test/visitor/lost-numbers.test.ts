import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ofMailbox } from '../../src/database/of-mailbox.js';
import { mailboxOf } from '../../src/shared/mailbox.js';
import { move } from '../documents/cards.js';
import { type Envelope, eventually, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

type Mail = { to: string[]; subject: string; text: string };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

let next = 0;
/** Asks from one of this machine's own addresses, 127.0.0.0/8, by default a new one. */
async function ask(
  address: unknown,
  from = `127.20.${++next}.1`,
): Promise<{ code: number; body: Envelope; ms: number }> {
  const started = performance.now();
  const sent = request(`${app.url}/api/front/lost-order-number`, {
    method: 'POST',
    localAddress: from,
    headers: { 'content-type': 'application/json' },
    agent: false,
  });
  sent.end(JSON.stringify({ address }));
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const body = (await json(answer)) as Envelope;
  return { code: answer.statusCode!, body, ms: performance.now() - started };
}

const fresh = () => `${randomUUID()}@example.com`;
const mails = () => app.mailbox() as Promise<Mail[]>;

test('one mail with all numbers of the address, and of no other or deleted order', async () => {
  const [address, other] = [fresh(), fresh()];
  const { id: first } = await takeIn(app, { contact_email_address: address.toUpperCase() });
  const { id: second } = await takeIn(app, { contact_email_address: other, email: address });
  const { id: foreign } = await takeIn(app, { contact_email_address: other });
  const { id: gone } = await takeIn(app, { contact_email_address: address });
  await move(app, gone, 'Deleted');

  expect((await ask(` ${address} `)).code).toBe(200);
  const mail = await eventually(async () => (await mails()).find(({ to }) => to[0]!.toLowerCase().includes(address)));
  expect(mail).toMatchObject({ subject: 'Your order numbers' });
  for (const id of [first, second]) expect(mail.text).toContain(`Order ${id}`);
  for (const id of [foreign, gone]) expect(mail.text).not.toContain(String(id));
  expect(mail.text).toContain(`${app.url}/track-order`);
  expect((await mails()).filter(({ to }) => to.join().includes(other))).toEqual([]);
});

test('an address in another spelling of the mailbox is the same one, and the mail goes to the order’s', async () => {
  const name = randomUUID().replaceAll('-', '');
  const spelled = (end: string) => `${name.slice(0, 9)}.${name.slice(9)}${end}`;
  const { id: first } = await takeIn(app, { contact_email_address: `${name}@gmail.com` });
  const { id: second } = await takeIn(app, { contact_email_address: fresh(), email: spelled('+mdac@GoogleMail.com') });
  const { id: third } = await takeIn(app, { contact_email_address: spelled('+mdac@gmail.com') });
  const sent = async () => (await mails()).filter(({ to }) => to[0] === spelled('+mdac@gmail.com'));
  const asked = [`${name}@gmail.com`, spelled('@gmail.com'), `${name}+x@googlemail.com`, `${name}+y@gmail.com`];
  const codes = [];
  for (const address of asked) codes.push((await ask(address)).code);
  expect(codes).toEqual([200, 200, 200, 429]);
  const [mail] = await eventually(async () => ((await sent()).length === 3 ? sent() : undefined));
  for (const id of [first, second, third]) expect(mail!.text).toContain(`Order ${id}`);
});

test.each([
  ' A.n.n+x@Gmail.com ',
  'a.nn+1+2@googlemail.com',
  '+a@gmail.com',
  '@gmail.com',
  'gmail.com',
  '"a@b"@me.com',
  'a.n+x@outlook.co.uk',
  'a.n@ya.ru',
  'a.n@yandex.com.tr',
  'a.n-n_e@pm.me',
  'a+x@fastmail.fm',
  'a+x@mygmail.com',
  'a+x@gmail.com.example',
  '',
])('PostgreSQL knows the mailbox of %j as the product does', async (address) => {
  expect(await app.database.query('SELECT mailbox_of($1) AS mailbox', [address])).toEqual([
    { mailbox: mailboxOf(address) },
  ]);
});

test('an unknown address: the same answer, not sooner, and no mail', async () => {
  const known = fresh();
  await takeIn(app, { contact_email_address: known });
  const unknown = fresh();
  const answers = [await ask(unknown), await ask(known)];
  const [one, two] = answers.map(({ code, body }) => ({ code, ...body, ref: '' }));
  expect(one).toEqual(two);
  for (const { ms } of answers) expect(ms).toBeGreaterThan(295);
  expect(await app.database.query('SELECT FROM mails WHERE lower(recipient) = $1', [unknown])).toEqual([]);
});

test('three a day for one address, known or not; ten an hour from one network', async () => {
  const [known, unknown] = [fresh(), fresh()];
  await takeIn(app, { contact_email_address: known });
  for (const address of [known, unknown]) {
    const codes = await Promise.all(Array.from({ length: 5 }, () => ask(address.toUpperCase())));
    expect(codes.map(({ code }) => code).sort()).toEqual([200, 200, 200, 429, 429]);
  }
  const codes = await Promise.all(Array.from({ length: 12 }, () => ask(fresh(), '127.99.0.1')));
  expect(codes.filter(({ code }) => code === 429)).toHaveLength(2);
});

test('a bad body gets its sentence', async () => {
  expect((await ask('nobody')).body.errors).toEqual({ address: 'Invalid email address' });
  expect((await ask(undefined)).body.errors).toEqual({ address: 'Please enter your email' });
});

test('the page has the form, by itself and with what is wrong', async () => {
  const page = await (await fetch(`${app.url}/track-order`)).text();
  expect(page).toContain('Lost your order number?');
  expect(page).not.toMatch(/<details open/);
  const [, csrf] = /name="_csrf"[^>]*value="([^"]+)"/.exec(page)!;
  expect(csrf).toBeTruthy();
});

test('the query reads indexes alone', async () => {
  const plan = await app.database.query(
    `EXPLAIN SELECT id FROM orders WHERE (${Object.values(ofMailbox('$1')).flat().join(' OR ')}) AND process_status <> 'Deleted'`,
    ['ann@example.com'],
  );
  const read = ['orders_person_email', 'orders_mailbox', 'orders_other_email', 'orders_other_mailbox'];
  for (const index of read) expect(JSON.stringify(plan)).toContain(`on ${index} `);
});
