import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { csvRows } from '../../src/platform/csv.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { pdf, upload, uploadForm } from '../documents/cards.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

const mailOf = (orderId: number) =>
  eventually(async () => (await app.mailbox()).find(({ subject }) => String(subject).includes(String(orderId))));

describe('an address', () => {
  test.each([
    'ann@example.com\r\nBcc: eve@evil.example',
    'ann@example.com\nBcc: eve@evil.example',
    'ann@example.com\rX: y',
    'ann@example.com\u2028eve@evil.example',
    'ann\u0085@example.com',
    'ann\u0001@example.com',
    'ann\u200b@example.com',
    'moc.live@\u202eann.example',
    'ann@example.com, eve@evil.example',
    'ann@example.com;eve@evil.example',
    'Ann <ann@example.com>',
    '"ann eve"@example.com',
    'ann@example.com eve@evil.example',
    'ann@[127.0.0.1]',
    'ann@localhost',
    'ann@@example.com',
    'ann(comment)@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'x'.repeat(250)}.com`,
  ])('that carries more than an address is refused wherever one is taken: %j', async (email) => {
    const order = await takeIn(app);
    for (const [path, body] of [
      ['/api/admin/resend-mail', { orderId: order.id, email }],
      ['/api/admin/send-download-link', { orderId: order.id, email }],
      ['/api/admin/add-team-member', { name: 'New', email, password: 'a-password', type: 'Team' }],
      ['/api/admin/forgot-password', { email }],
      ['/api/admin/admin-login', { email, password: 'x' }],
    ] as const) {
      const { code, body: told } = await app.call('POST', path, { as: 'admin', body });
      expect([path, code, told.errors]).toEqual([path, 422, { email: expect.any(String) }]);
    }
    expect((await upload(app, uploadForm(order.id, await pdf(), { email }))).code).toBe(422);
    await expect(takeIn(app, { contact_email_address: email })).rejects.toThrow('422');
  });
});

describe('a mail', () => {
  test.each([
    'Ann\r\nBcc: eve@evil.example\r\n\r\nHello',
    'Ann\nSubject: other',
    'Ann\u2028\u2029\u0085Bcc: x',
    '"Ann" <eve@evil.example>',
    '=?utf-8?Q?Ann?=',
    'é'.repeat(200),
    'x'.repeat(199),
  ])('has no header more and no recipient more for a customer who is called %j', async (full_name) => {
    const order = await takeIn(app, { full_name });
    expect((await upload(app, uploadForm(order.id, await pdf()))).code).toBe(200);
    const mail = await mailOf(order.id);
    expect(mail.to).toEqual(['ann@example.com']);
    expect(mail.subject).toBe(`Your Malaysia Digital Arrival Card is ready (order ${order.id})`);
    expect(mail.attachments).toHaveLength(1);
  });

  test('shows what a customer calls himself as text, by either provider', async () => {
    for (const mailServiceProvider of ['AWS', 'Sendgrid']) {
      const full_name =
        '<img src=x onerror=alert(1)><a href="https://evil.example">Click</a><style>*{display:none}</style>{{7*7}}';
      const order = await takeIn(app, { full_name });
      await upload(app, uploadForm(order.id, await pdf(), { mailServiceProvider }));
      const { html } = await mailOf(order.id);
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(html).not.toMatch(/<img src=x|<a href="https:\/\/evil|<style>\*|>49</);
      const preview = await app.call('GET', `/api/admin/email-preview/${order.id}`, { as: 'team' });
      expect(preview.body.data.html).toBe(html);
    }
  });
});

describe('a CSV file', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['"=1+1', '"""\'=1+1"'],
    ['Ann";=1', '"Ann"";\'=1"'],
    ["Ann;=cmd|'/c calc'!A1", "\"Ann;'=cmd|'/c calc'!A1\""],
    ['Ann\n=1', '"Ann\n\'=1"'],
    ['＝1', "'＝1"],
    ['  =1', "'  =1"],
  ])('has no formula for %j, whatever a spreadsheet takes for a separator', (value, cell) => {
    expect(csvRows([[value]])).toBe(`${cell}\r\n`);
  });

  test.each(['Ann', 'a@b.example', 'O’Neil-Smith', '10:30', 'a = b', '3/4'])('leaves %j as it is', (value) => {
    expect(csvRows([[value, value]])).toBe(`${value},${value}\r\n`);
  });
});
