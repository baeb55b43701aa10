import { expect, test } from '@jest/globals';
import { happeningsOf } from '../../../../../client/pages/desk/order/happenings.js';
import type { OrderWithHistories } from '../../../../../src/shared/answers/desk.js';

const at = (time: string) => `2026-03-02T${time}.000Z`;
let id = 0;
const entry = (time: string, action: string, more: object = {}) => ({
  id: (id += 1),
  create_ts: at(time),
  actor: 'System',
  action,
  from: null,
  to: null,
  note: null,
  ...more,
});
const mail = { id: 1, kind: 'approval', recipient: 'ann@example.com', mail_service_provider: 'AWS', sent_by: 'Bea' };
const taken = { note: 'approval to ann@example.com by AWS' };
const received = {
  id: 'in 1',
  mail_id: 1,
  direction: 'in',
  who: 'ann@example.com',
  kind: 'customer',
  subject: 'Wait',
  note: null,
};
const download = { actor: 'customer', complete: true, file1: 'b.pdf', ip: '203.0.113.7', timezone: 'Oslo' };

/** The lines of an order with these histories: names and words, newest first. */
function lines(more: object): string[] {
  const none = {
    activity: [],
    mailHistory: [],
    thread: [],
    downloadHistory: [],
    requests: [],
    chargeViews: [],
    corrections: [],
  };
  const order = { full_name: 'Ann', submitted: null, remark: [], ...none, ...more } as unknown as OrderWithHistories;
  return happeningsOf(order).map(({ who, what, text }) => [who, what, text && `(${text})`].filter(Boolean).join(' '));
}

test('a mail and its taking by the provider are one line; what came late has its own', () => {
  const told = 'Bea mailed the card to ann@example.com by AWS: delivered';
  const mailHistory = [{ ...mail, create_ts: at('10:00:00'), state: 'delivered' }];
  const delivered = entry('10:00:09', 'mail.delivered', taken);
  const learned = 'System learned that the mail was delivered (approval to ann@example.com by AWS)';
  expect(lines({ mailHistory, activity: [delivered, entry('10:00:02', 'mail.sent', taken)] })).toEqual([learned, told]);
  expect(lines({ mailHistory, activity: [entry('10:07:00', 'mail.sent', taken)] })).toEqual([
    'System sent the mail (approval to ann@example.com by AWS)',
    told,
  ]);
  const other = { note: 'resend to ann@example.com by AWS' };
  expect(lines({ mailHistory, activity: [entry('10:00:02', 'mail.sent', other)] })).toHaveLength(2);
  const twice = [...mailHistory, { ...mailHistory[0], id: 2 }];
  expect(lines({ mailHistory: twice, activity: [entry('10:00:02', 'mail.sent', taken)] })).toEqual([told, told]);
});

test('a received mail and its reading are one line with its sender and subject', () => {
  const thread = [{ ...received, note: 'It was answered.', create_ts: at('10:00:00') }];
  const came = entry('10:00:00', 'mail.received', { note: '470 bytes' });
  const read = entry('10:00:04', 'mail.read', { to: 'customer', note: 'It was answered.' });
  expect(lines({ thread, activity: [read, came] })).toEqual(['ann@example.com wrote: Wait (It was answered.)']);
  const spam = [{ ...received, create_ts: at('10:00:00'), kind: 'automatic', subject: 'Out of office' }];
  expect(lines({ thread: spam, activity: [came] })).toEqual(['System received a mail: Automatic reply: Out of office']);
});

test('of two mails that were read one after the other, each has its own note', () => {
  const thread = [
    { ...received, id: 'in 2', subject: 'My card', note: 'It was answered.', create_ts: at('10:00:02') },
    { ...received, create_ts: at('10:00:00') },
  ];
  const activity = [
    entry('10:00:09', 'mail.read', { to: 'customer', note: 'It was answered.' }),
    entry('10:00:08', 'mail.read', { to: 'customer' }),
    entry('10:00:02', 'mail.received', { note: '470 bytes' }),
    entry('10:00:00', 'mail.received', { note: '512 bytes' }),
  ];
  expect(lines({ thread, activity })).toEqual([
    'ann@example.com wrote: My card (It was answered.)',
    'ann@example.com wrote: Wait',
  ]);
});

test('a look at what the charge is for says from where, if that is known', () => {
  const view = { id: 1, create_ts: at('10:00:00'), ip: '203.0.113.7', location: null };
  const said = 'Customer looked at what the charge is for';
  expect(lines({ chargeViews: [view] })).toEqual([`${said}, from 203.0.113.7`]);
  expect(lines({ chargeViews: [{ ...view, ip: null }] })).toEqual([said]);
});

test('a customer’s correction says from where it came; a member’s amendment and an erased one do not', () => {
  const changes = { city: { from: null, to: 'Ipoh' } };
  const sent = { actor: 'Customer', note: 'Sent by the customer on their page.', changes };
  const corrected = 'Customer corrected the order: City: – → Ipoh';
  const activity = [entry('10:00:00', 'order.amended', sent)];
  const correction = { id: 1, create_ts: at('10:00:00'), ip: '203.0.113.5', location: 'Malaysia' };
  expect(lines({ activity, corrections: [correction] })).toEqual([
    `${corrected} (Sent by the customer on their page. It came from 203.0.113.5 (Malaysia).)`,
  ]);
  const none = [`${corrected} (Sent by the customer on their page.)`];
  expect(lines({ activity, corrections: [{ ...correction, ip: '', location: '' }] })).toEqual(none);
  expect(lines({ activity, corrections: [{ ...correction, create_ts: at('10:00:01') }] })).toEqual(none);
  const amended = [entry('10:00:00', 'order.amended', { ...sent, actor: 'Bea', note: 'Told' })];
  expect(lines({ activity: amended, corrections: [correction] })).toEqual([
    'Bea amended the order: City: – → Ipoh (Told)',
  ]);
});

test('a received mail that was erased keeps its entries', () => {
  const activity = [
    entry('10:00:04', 'mail.read', { to: 'customer' }),
    entry('10:00:00', 'mail.received', { note: '470 bytes' }),
  ];
  expect(lines({ activity })).toEqual([
    'System read the mail: The customer',
    'System received a mail to the application mailbox (470 bytes)',
  ]);
});

test('downloads one after the other are one line that counts them', () => {
  const times = ['10:09:58', '10:04:00', '10:00:00', '09:30:00'];
  const downloadHistory = times.map((time) => ({ ...download, create_ts: at(time) }));
  expect(lines({ downloadHistory })).toEqual([
    'Ann downloaded b.pdf from 203.0.113.7 (Oslo), 3 times in 10 minutes',
    'Ann downloaded b.pdf from 203.0.113.7 (Oslo)',
  ]);
  const mixed = [
    { ...download, create_ts: at('10:00:03'), actor: 'staff', timezone: '' },
    { ...download, create_ts: at('10:00:02'), complete: false },
    { ...download, create_ts: at('10:00:01'), ip: '203.0.113.8' },
    { ...download, create_ts: at('10:00:00') },
  ];
  expect(lines({ downloadHistory: mixed })).toEqual([
    'Staff downloaded b.pdf from 203.0.113.7',
    'Ann broke off a download of b.pdf from 203.0.113.7 (Oslo)',
    'Ann downloaded b.pdf from 203.0.113.8 (Oslo)',
    'Ann downloaded b.pdf from 203.0.113.7 (Oslo)',
  ]);
});
