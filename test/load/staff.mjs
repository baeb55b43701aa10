import { PDFDocument } from '@cantoo/pdf-lib';
import { listen, pick, send, think } from './http.mjs';

const password = 'demo-password';
const queues = [
  'recent-order',
  'priority-order',
  'pending-order',
  'completed-order',
  'awaiting-response',
  'order-history',
  'my-order',
  'refund-order',
];
const types = ['Team', 'Telecaller', 'Night Staff', 'Manager'];
const card = new Blob([await blankCard()]);

/** Signs in `count` members: `{ name, type, headers }`. The first is the demo admin, who adds the others. */
export async function hireStaff(url, count) {
  const admin = { name: 'Demo Admin', type: 'Admin', headers: await signIn(url, 'admin@demo.test') };
  const members = [admin];
  for (let number = 1; number < count; number += 1) {
    const member = {
      name: `Load ${number}`,
      email: `load${number}@example.com`,
      password,
      type: types[number % types.length],
    };
    const added = await send(url, '/api/admin/add-team-member', {
      method: 'POST',
      headers: admin.headers,
      body: member,
    });
    if (added.status !== 200) throw new Error(added.text);
    members.push({ ...member, headers: await signIn(url, member.email) });
  }
  return members;
}

async function signIn(url, email) {
  const answer = await send(url, '/api/admin/admin-login', { method: 'POST', body: { email, password } });
  return { authorization: `Bearer ${answer.json().data.jwtToken}` };
}

/** Works as a member until `end`, with the live stream open: reads lists, takes and moves orders, adds remarks, sends cards,
 * makes packs. */
export async function workAsStaff(url, member, record, end) {
  const { headers, name } = member;
  listen(url, '/admin/live', headers, end);
  const inertia = { ...headers, 'x-inertia': 'true', accept: 'application/json' };
  const call = (kind, path, body, { method = 'POST', expected } = {}) =>
    record.time(kind, () => send(url, path, { method, headers, body }), expected);
  let rows = [];

  // 409 is a correct refusal: a colleague changed the order first, or holds it
  const race = [200, 409];
  const deeds = [
    [
      30,
      async () => {
        const path = pick(queues.filter((queue) => member.type !== 'Telecaller' || queue !== 'order-history'));
        const page = await record.time('staff: a list', () =>
          send(url, `/admin/${path}?limit=${pick([10, 50])}`, { headers: inertia }),
        );
        if (page.status === 200) rows = page.json().props.orders;
      },
    ],
    [5, () => record.time('staff: dashboard', () => send(url, '/admin', { headers }))],
    [
      25,
      (row) =>
        record.time('staff: an order', () => send(url, `/admin/view-order/${row.encoded_id}`, { headers: inertia })),
    ],
    [
      8,
      () =>
        call('staff: search', '/api/admin/search-order', {
          folderName: 'completedOrder',
          searchVal: pick(['smith', 'tan', '1234', 'wei', 'ann@', '+60 12']),
          start: 0,
          end: 50,
        }),
    ],
    [
      10,
      (row) =>
        call(
          'staff: take',
          '/api/admin/assign-order-status',
          { orderId: row.encoded_id, assignto: name },
          { method: 'PUT', expected: race },
        ),
    ],
    [
      8,
      (row) =>
        call('staff: remark', '/api/admin/add-new-remark', {
          orderId: row.encoded_id,
          remark: 'Called, no answer.',
          telephone: 'Y',
        }),
    ],
    [
      5,
      (row) =>
        call(
          'staff: move',
          '/api/admin/move-order-status',
          { orderId: row.encoded_id, updatingStatus: pick(['Awaiting', 'AwaitingGovt', 'Completed']) },
          { method: 'PUT', expected: [...race, 403] },
        ),
    ],
    [5, () => record.time('staff: counts', () => send(url, '/api/admin/get-folder-count', { headers }))],
    [
      2,
      (row) => {
        const body = new FormData();
        body.set('orderId', row.encoded_id);
        body.set('email', row.contact_email_address);
        body.set('uploadVisaDoc', card, 'card.pdf');
        return record.time(
          'staff: send a card',
          () => send(url, '/api/admin/upload-visa-document', { method: 'POST', headers, body }),
          [...race, 403, 429],
        );
      },
    ],
    [
      1,
      (row) =>
        call(
          'staff: defence pack',
          '/api/admin/get-defence-pack-pdf',
          { orderId: row.encoded_id, defencePackType: pick([1, 2]) },
          { expected: race },
        ),
    ],
  ];
  const weights = deeds.reduce((sum, [weight]) => sum + weight, 0);

  await think(0, 4);
  while (performance.now() < end) {
    let left = Math.random() * weights;
    const [, deed] = rows.length === 0 ? deeds[0] : deeds.find(([weight]) => (left -= weight) < 0);
    await deed(rows.length > 0 ? pick(rows) : undefined);
    await think(1, 5);
  }
}

async function blankCard() {
  const document = await PDFDocument.create();
  document.addPage().drawText('APPROVED');
  return document.save();
}
