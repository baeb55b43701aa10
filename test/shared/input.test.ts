import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import * as auth from '../../src/shared/auth.js';
import { setGateway } from '../../src/shared/gateway.js';
import { intakeOrder, intakePayment } from '../../src/shared/intake.js';
import * as mail from '../../src/shared/mail.js';
import * as orders from '../../src/shared/orders.js';
import * as packs from '../../src/shared/packs.js';
import { addRemark } from '../../src/shared/remarks.js';
import { report } from '../../src/shared/reports.js';
import * as team from '../../src/shared/team.js';
import { requestDownload, trackOrder, visitorOrder } from '../../src/shared/visitor.js';
import { orderBody } from '../support/orders.js';

const [orderId, month, token] = ['MjQ2OTEy', '2026-03', '0f0e0d0c-0b0a-4908-8706-050403020100'];
const email = 'ann@example.com';
const member = { name: 'Ann Lee', email, type: 'Night Staff' };
const cardFacts = { card_brand: 'visa', card_last4: '4242', avs: 'Y', three_ds: 'Y' };

/** The input schema of every call, with an example that gives text in every field that accepts text. */
const inputs: [string, z.ZodType, Record<string, unknown>][] = [
  ['login', auth.login, { email, remember: 'true' }],
  ['forgotPassword', auth.forgotPassword, { email }],
  ['resetPassword', auth.resetPassword, { token }],
  ['addMember', team.addMember, member],
  ['updateMember', team.updateMember, { ...member, tmId: '7' }],
  ['deleteMember', team.deleteMember, { teamMemberId: '7' }],
  ['setGateway', setGateway, { gatewayId: orderId }],
  [
    'listQuery',
    orders.listQuery,
    { page: '2', limit: '10', perPage: '20', userName: 'Ann', month, sort: 'doa', dir: 'asc', cursor: 'abc' },
  ],
  [
    'screenQuery',
    orders.screenQuery,
    { page: '2', limit: '10', month, sort: 'doa', dir: 'asc', after: 'abc', q: 'ann' },
  ],
  [
    'searchOrders',
    orders.searchOrders,
    { start: '0', end: '5', searchVal: 'ann', folderName: 'newOrder', userName: 'Ann', month },
  ],
  ['assignOrders', orders.assignOrders, { orderId: [orderId, '7'], assignto: 'Ann', undo: token }],
  ['chooseOrders', orders.chooseOrders, { orderId, undo: token }],
  [
    'moveOrders',
    orders.moveOrders,
    { orderId, updatingStatus: 'Customer Called', permanentDeletedFlag: 'false', undo: token },
  ],
  ['markRefunded', orders.markRefunded, { orders: [{ id: orderId, status: 'Refunds' }] }],
  ['oneOrder', orders.oneOrder, { orderId: '7' }],
  ['saveTransaction', orders.saveTransaction, { orderId, transactionId: 'txn', merchantName: 'Shop' }],
  ['undoChange', orders.undoChange, { token }],
  ['matchingIds', orders.matchingIds, { folderName: 'futureOrder', searchVal: 'ann', month: 'later' }],
  ['resendMail', mail.resendMail, { orderId, email, mailServiceProvider: 'Sendgrid' }],
  ['sendDownloadLink', mail.sendDownloadLink, { orderId, email }],
  ['retryMail', mail.retryMail, { mailId: '7', mailServiceProvider: 'AWS' }],
  ['sendInvoice', mail.sendInvoice, { orderId }],
  ['addRemark', addRemark, { orderId, remark: 'A  remark', whatsapp: 'Y', telephone: '', statusRefund: 'N' }],
  ['makePack', packs.makePack, { orderId, defencePackType: '2' }],
  ['packDetails', packs.packDetails, { orderId, defencePackType: '1' }],
  ['report', report, { searchVal: 'ann', fromDate: '2026-01-01', toDate: '2026-02-01' }],
  ['trackOrder', trackOrder, { orderId: 'Order #123456', email }],
  ['visitorOrder', visitorOrder, { orderId }],
  ['requestDownload', requestDownload, { orderId, customername: 'Ann', file1: 'card.pdf' }],
  ['intakePayment', intakePayment, { transactionId: 'txn', merchantName: 'Shop', ...cardFacts }],
  [
    'intakeOrder',
    intakeOrder,
    orderBody({
      ...cardFacts,
      confirm_contact_email_address: email,
      dod: '2090-01-01',
      paid: 'true',
      paid_at: '2026-01-01T10:00:00Z',
      terms_accepted_at: '2026-01-01T10:00:00+08:00',
      gateway_id: orderId,
    }),
  ],
];

/** The value with white space added around every text in it. */
function padded(value: unknown): unknown {
  if (typeof value === 'string') return ` \t${value} \n`;
  if (Array.isArray(value)) return value.map(padded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, padded(one)]));
}

describe('an input', () => {
  const passwords = { password: ' a password ', newPassword: ' a password ' };

  test.each(inputs)('of %s is the same with blanks around its texts', (name, schema, input) => {
    // the intake's inputs take no field that they don't know
    const also = name.startsWith('intake') ? {} : passwords;
    const plain = schema.parse({ ...input, ...also });
    expect(plain).not.toEqual({});
    expect(schema.parse({ ...(padded(input) as object), ...also })).toEqual(plain);
  });

  test('of blanks alone is an empty one', () => {
    expect(intakeOrder.parse(orderBody({ dod: '  ', paid: '  ' }))).toMatchObject({ dod: undefined, paid: false });
    expect(team.addMember.safeParse({ ...member, ...passwords, name: '  ' }).success).toBe(false);
  });

  test('that is a password keeps its blanks', () => {
    expect(auth.login.parse({ email, ...passwords }).password).toBe(' a password ');
    expect(auth.changePassword.parse(passwords).newPassword).toBe(' a password ');
    expect(auth.resetPassword.parse({ token, ...passwords }).newPassword).toBe(' a password ');
    expect(team.addMember.parse({ ...member, ...passwords }).password).toBe(' a password ');
  });

  test('keeps the blanks within a text, and a word with blanks in it is none', () => {
    expect(addRemark.parse({ orderId, remark: ' A  remark ' }).remark).toBe('A  remark');
    expect(orders.moveOrders.safeParse({ orderId, updatingStatus: 'Comp leted' }).success).toBe(false);
  });
});
