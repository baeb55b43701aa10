import { randomUUID } from 'node:crypto';
import { pick, send, think } from './http.mjs';

/** Customers whose card is ready: `{ id, email }`. */
export async function findCustomers(url, { headers }, count) {
  const customers = [];
  for (let page = 1; customers.length < count; page += 1) {
    const { data } = (
      await send(url, `/api/admin/get-orders-list/completedOrder?limit=500&page=${page}`, { headers })
    ).json();
    if (data.length === 0) break;
    customers.push(...data.map((row) => ({ id: row.encoded_id, email: row.contact_email_address })));
  }
  return customers;
}

/** Works as one visitor after the other until `end`: each tracks an order, reads its downloads, and fetches the card. */
export async function comeAsVisitor(url, customers, record, end) {
  await think(0, 10);
  const headers = { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` };
  while (performance.now() < end) {
    const { id, email } = pick(customers);
    await record.time('visitor: track page', () => send(url, `/track-order/${id}`, { headers }));
    await think(2, 6);
    const tracked = await record.time(
      'visitor: track',
      () => send(url, '/api/front/track-order', { method: 'POST', headers, body: { orderId: id, email } }),
      // 404 when a member has deleted the order or moved it out of Completed
      [200, 404],
    );
    if (tracked.status === 200) {
      const { accessToken } = tracked.json().data;
      await fetchCard(url, { orderId: id, accessToken }, headers, record);
    }
    await think(2, 8);
  }
}

async function fetchCard(url, { orderId, accessToken }, network, record) {
  const headers = { ...network, authorization: `Bearer ${accessToken}` };
  const call = (kind, path, body, expected) =>
    record.time(kind, () => send(url, `/api/front/${path}`, { method: 'POST', headers, body }), expected);

  const history = await call('visitor: history', 'get-download-history', { orderId });
  if (history.status !== 200 || !history.json().path.file1) return;
  await think(1, 4);
  const link = await call(
    'visitor: download link',
    'download-passport-doc-pdf',
    {
      orderId,
      customername: 'customer',
      file1: history.json().path.file1,
    },
    // a member may have sent a newer card (404) or moved the order away (409) in between
    [200, 404, 409],
  );
  if (link.status === 200)
    await record.time('visitor: the card', () => send(url, link.json().data.url, { headers: network }));
}

/** Works as the shops: two new orders a second. */
export async function bringOrders(url, record, end) {
  const doa = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  while (performance.now() < end) {
    const body = {
      external_ref: randomUUID(),
      full_name: 'Load Traveller',
      contact_email_address: 'load@example.com',
      nationality: 'GBR',
      passport_no: 'X1234567',
      dob: '1990-05-17',
      sex: 'X',
      passport_expiry: '2031-01-31',
      doa,
      processing_mode: pick(['Standard', 'Priority']),
      landing_domain: 'malaysia-arrival-card.example',
      paid: true,
    };
    await record.time(
      'shop: an order',
      () => send(url, '/api/intake/orders', { method: 'POST', headers: { 'x-intake-key': 'demo-intake-key' }, body }),
      [201],
    );
    await think(0.3, 0.7);
  }
}

function byte() {
  return Math.floor(Math.random() * 256);
}
