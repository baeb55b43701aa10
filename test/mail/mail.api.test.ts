import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { roles } from '../../src/shared/roles.js';
import { routes } from '../../src/shared/routes.js';
import { eventually, members, type MemberName, startApp, type TestApp } from '../support/app.js';
import { cardPdf } from '../support/card.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
let card: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  app = await startApp({ worker: true });
  card = new Uint8Array(await cardPdf('A card'));
});
afterAll(() => app.close());

const everyone = Object.keys(members) as MemberName[];

async function upload(orderId: string, mailServiceProvider: string, email = 'ann@example.com'): Promise<number> {
  const form = new FormData();
  form.set('orderId', orderId);
  form.set('email', email);
  form.set('mailServiceProvider', mailServiceProvider);
  form.set('uploadVisaDoc', new File([card], 'card.pdf', { type: 'application/pdf' }));
  const { code, body } = await app.call('POST', routes.api.upload, { as: 'admin', body: form });
  if (code !== 200) throw new Error(`Upload answered ${code}: ${body.message}`);
  return (body.data as { mail_id: number }).mail_id;
}

type Entry = { id: number; state: string; failure: string | null; mail_service_provider: string };

async function entryOf(encoded: string, mailId: number): Promise<Entry> {
  const { body } = await app.call('GET', routes.api.details(encoded), { as: 'admin' });
  return (body.data as { mailHistory: Entry[] }).mailHistory.find(({ id }) => id === mailId)!;
}

/** Makes the next sends by this provider fail in this way. */
async function fault(provider: string, status: number): Promise<void> {
  await app.call('POST', '/dev/mailbox/faults', { body: { provider, status, count: 1 } });
}

describe('GET /api/admin/email-preview/{orderId}', () => {
  test('every role may look, a guest may not', async () => {
    const { encoded } = await takeIn(app);
    expect(new Set(everyone.map((who) => members[who].type))).toEqual(new Set(roles));
    for (const as of everyone) expect((await app.call('GET', routes.api.emailPreview(encoded), { as })).code).toBe(200);
    expect((await app.call('GET', routes.api.emailPreview(encoded))).code).toBe(401);
  });

  test('an id that names no order is not found', async () => {
    for (const id of ['-1', '1.5', '999999', 'abc']) {
      expect(await app.call('GET', routes.api.emailPreview(id), { as: 'team' })).toMatchObject({ code: 404 });
    }
  });

  test.each(['AWS', 'Sendgrid'])('shows to the byte what %s sends', async (provider) => {
    const { encoded } = await takeIn(app, {
      full_name: `李小龍 <b>O'Neil</b> & "Söhne" محمد 🎉 ${provider}`,
      landing_domain: provider === 'AWS' ? 'arrival-help.example' : 'malaysia-arrival-card.example',
    });
    const { body } = await app.call('GET', routes.api.emailPreview(encoded), { as: 'team' });
    const recipient = `ann+${provider}@example.com`;
    await upload(encoded, provider, recipient);

    const mail = await eventually(async () => (await app.mailbox()).find(({ to }) => to.includes(recipient)));
    expect(mail).toMatchObject({
      provider,
      subject: body.data.subject,
      html: body.data.html,
      text: body.data.text,
      attachments: [
        { filename: expect.stringMatching(/^[\x21-\x7e]+\.pdf$/), contentType: 'application/pdf', size: card.length },
      ],
    });
    expect(body.data.whatsapp_url).toMatch(/^https:\/\/wa\.me\/60123456789\?text=/);
  });

  test('opens WhatsApp with the customer’s own number when the shop repeats the code in it', async () => {
    const { encoded } = await takeIn(app, { phone_code: '+62', phone_number: '6281324681357' });
    const { body } = await app.call('GET', routes.api.emailPreview(encoded), { as: 'team' });
    expect(body.data.whatsapp_url).toMatch(/^https:\/\/wa\.me\/6281324681357\?text=/);
  });
});

describe('POST /api/admin/retry-mail', () => {
  const retry = (as: MemberName | undefined, body: unknown) => app.call('POST', routes.api.retryMail, { as, body });

  async function failedMail(): Promise<{ orderId: number; encoded: string; mailId: number }> {
    const { id: orderId, encoded } = await takeIn(app);
    await fault('AWS', 400);
    const mailId = await upload(encoded, 'AWS');
    await eventually(async () => (await entryOf(encoded, mailId)).state === 'failed');
    return { orderId, encoded, mailId };
  }

  test('a guest may not', async () => {
    expect((await retry(undefined, { mailId: 1 })).code).toBe(401);
  });

  test.each([{}, { mailId: 'x' }, { mailId: 0 }, { mailId: 1.5 }, { mailId: 1, mailServiceProvider: 'Post' }])(
    '%j is refused',
    async (body) => {
      expect(await retry('team', body)).toMatchObject({ code: 422, body: { status: 0, errors: expect.any(Object) } });
    },
  );

  test('a mail that nobody wrote is not found', async () => {
    const mailId = 99_999_999;
    expect(await retry('team', { mailId })).toMatchObject({ code: 404, body: { message: 'Mail not found' } });
  });

  test('a failed mail goes out by the other provider, once', async () => {
    const { encoded, mailId } = await failedMail();
    expect((await entryOf(encoded, mailId)).failure).toMatch(/^AWS answered 400/);

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => retry('team', { mailId, mailServiceProvider: 'Sendgrid' })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(4);
    await eventually(async () => (await entryOf(encoded, mailId)).state === 'sent');
    expect(await entryOf(encoded, mailId)).toMatchObject({ mail_service_provider: 'Sendgrid', failure: null });
    expect(await retry('team', { mailId })).toMatchObject({ code: 409 });

    const { body } = await app.call('GET', routes.api.details(encoded), { as: 'team' });
    const actions = (body.data.activity as { action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['mail.queued', 'mail.failed', 'mail.retried', 'mail.sent']));
  });

  test('an order that somebody else holds is left alone, but not by an Admin', async () => {
    const { encoded, mailId } = await failedMail();
    await app.call('PUT', routes.api.assign, { as: 'team2', body: { orderId: encoded, assignto: members.team2.name } });
    expect(await retry('team', { mailId })).toMatchObject({
      code: 409,
      body: { message: 'Order is already held by Demo Team Two' },
    });
    expect((await retry('admin', { mailId })).code).toBe(200);
  });
});

test('a busy provider is asked again until it takes the mail', async () => {
  const { encoded } = await takeIn(app);
  await fault('Sendgrid', 429);
  const mailId = await upload(encoded, 'Sendgrid', 'busy@example.com');
  await eventually(async () => (await entryOf(encoded, mailId)).state === 'sent');
  expect((await app.mailbox()).filter(({ to }) => to.includes('busy@example.com'))).toHaveLength(1);
});
