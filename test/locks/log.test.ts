import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { members, password, startApp, type TestApp } from '../support/app.js';
import { delivered, pdf, uploadForm } from '../documents/cards.js';
import { orderBody } from '../support/orders.js';
import { startWeb, type WebProcess } from './web-process.js';

let app: TestApp;
let web: WebProcess;
beforeAll(async () => {
  app = await startApp({ worker: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  web = await startWeb({ ...app.settings, LOG_LEVEL: 'debug', INBOUND_KEY: inboundKey }, port);
});
afterAll(async () => {
  await web?.stop();
  await app?.close();
});

const inboundKey = 'the-key-of-inbound-mail';
const customer = {
  full_name: 'Zdenka Tajemníková',
  contact_email_address: 'zdenka@private.example',
  passport_no: 'QX9081726',
  phone_number: '987654321',
  address: 'Hidden Lane 7',
  external_ref: 'reference-of-zdenka',
};

test('a day’s work at the most talkative level leaves nobody’s data, password or token in the log', async () => {
  const secrets: string[] = [...Object.values(customer), password, app.settings.INTAKE_KEY!, app.settings.APP_SECRET!];
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(web.url + path, {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    return (await answer.json().catch(() => ({}))) as { data?: Record<string, string> };
  };

  // a customer orders, twice under one reference; a shop sends rubbish
  const shop = { 'x-intake-key': app.settings.INTAKE_KEY! };
  const order = (await call('POST', '/api/intake/orders', orderBody(customer), shop)).data!;
  await call('POST', '/api/intake/orders', orderBody({ ...customer, address: 'elsewhere' }), shop);
  await call('POST', '/api/intake/orders', { ...customer, doa: customer.passport_no }, shop);
  await call('POST', `/api/intake/orders/${customer.external_ref}/paid`, { transactionId: 'txn-of-zdenka' }, shop);
  await call('POST', '/api/intake/orders', orderBody(customer), { 'x-intake-key': 'a-wrong-key-of-somebody' });

  // mails come in for the order, with the right key and with a wrong one
  for (const key of [inboundKey, 'a-wrong-key-of-inbound-mail']) {
    const mail = new FormData();
    mail.set('envelope', JSON.stringify({ to: [`${order.order_id}@apply.arrival-card.example`] }));
    mail.set('email', `From: noreply@imi.gov.my\r\nSubject: x\r\n\r\nName : ${customer.full_name}\r\nPIN : 443322\r\n`);
    await call('POST', `/api/webhooks/inbound/sendgrid?key=${key}`, mail);
  }
  secrets.push(inboundKey, 'a-wrong-key-of-inbound-mail', '443322');

  // staff sign in, with right and wrong passwords, and work on the order
  await call('POST', '/api/admin/admin-login', { email: 'zdenka@private.example', password: 'her-own-password' });
  const { data } = await call('POST', '/api/admin/admin-login', { email: members.admin.email, password });
  const staff = { authorization: `Bearer ${data!.jwtToken}` };
  await call('GET', `/api/admin/get-orders-details/${order.encoded_id}`, undefined, staff);
  await call('GET', `/admin/recent-order?q=${encodeURIComponent(customer.full_name)}`, undefined, {
    cookie: `session=${data!.jwtToken}`,
  });
  await call('POST', '/api/admin/search-order', { folderName: 'allOrder', searchVal: customer.passport_no }, staff);
  await call('POST', '/api/admin/add-new-remark', { orderId: order.order_id, remark: 'a remark about Zdenka' }, staff);
  await call(
    'POST',
    '/api/admin/upload-visa-document',
    uploadForm(order.order_id!, await pdf(), { email: customer.contact_email_address }),
    staff,
  );
  await call('PUT', '/api/admin/move-order-status', { orderId: order.order_id, updatingStatus: 'Completed' }, staff);
  await call(
    'POST',
    '/api/admin/add-team-member',
    { name: 'Tajná Osoba', email: 'tajna@private.example', password: 'her-password-too', type: 'Team' },
    staff,
  );

  // the customer tracks the order, first with wrong data; a link for a new password is requested and used
  await call('POST', '/api/front/track-order', { orderId: order.order_id, email: 'wrong@private.example' });
  const visitor = await call('POST', '/api/front/track-order', {
    orderId: order.order_id,
    email: customer.contact_email_address,
  });
  await call('GET', `/get-new-order-details/${order.encoded_id}?email=${customer.contact_email_address}`, undefined, {
    cookie: `visitor=${visitor.data!.accessToken}`,
  });
  await call('POST', '/api/admin/forgot-password', { email: members.team.email });
  await call('GET', '/reset-password/a-token-for-a-new-password');
  await call('POST', '/api/admin/reset-password', {
    token: 'a-token-for-a-new-password',
    newPassword: 'a-new-password',
  });

  // failures: the database refuses, a request can't be read, a file is lost
  await call('GET', `/api/admin/team-member-info/${customer.phone_number}9999999`, undefined, staff);
  await call('GET', `/uploads/docs/${order.order_id}/card-of-zdenka.pdf?signature=a-signature-of-hers`);
  const lost = await delivered(app, { full_name: customer.full_name, passport_no: customer.passport_no });
  await app.database.query("UPDATE documents SET storage_key = 'documents/nowhere' WHERE order_id = $1", [lost.id]);
  await call('GET', lost.path, undefined, staff);
  await app.database.query('ALTER TABLE remarks RENAME TO remarks_away');
  await call('POST', '/api/admin/add-new-remark', { orderId: order.order_id, remark: 'a remark about Zdenka' }, staff);
  await call('GET', `/api/admin/get-orders-details/${order.encoded_id}`, undefined, staff);
  await app.database.query('ALTER TABLE remarks_away RENAME TO remarks');

  secrets.push(
    data!.jwtToken!, visitor.data!.accessToken!, 'her-own-password', 'her-password-too', 'a-new-password', 'a-token-for-a-new-password', 'a-wrong-key-of-somebody',
    'Zdenka', 'Tajná', 'private.example', 'a-signature-of-hers', 'txn-of-zdenka', members.admin.email, members.team.email,
  ); // prettier-ignore
  const log = web.written();
  expect(log.split('\n').length).toBeGreaterThan(25);
  expect(log).toContain('"msg":"unforeseen"');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(secrets.filter((secret) => log.includes(encodeURIComponent(secret)))).toEqual([]);
});
