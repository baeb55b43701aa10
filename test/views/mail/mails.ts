import { createElement } from 'react';
import { html } from '../../../src/platform/html.js';
import { type Brand, shippedBrands } from '../../../src/shared/brands.js';
import { type MailKind, mailKinds } from '../../../src/shared/mail-kinds.js';
import { letterOf, type MailFacts } from '../../../views/mail/letters.js';
import MailHtml from '../../../views/mail/mail-html.js';
import { mailText } from '../../../views/mail/mail-text.js';

export const [main, alternative] = shippedBrands as [Brand, Brand];

export const order = { id: 100123, fullName: 'Ann Example', doa: '2026-03-04' };

/** The example facts of a kind of mail, where it needs others. */
const particulars: Partial<Record<MailKind, Partial<MailFacts>>> = {
  resend: { brand: alternative },
  'download-link': { brand: alternative },
  question: {
    question: 'Which flight do you take?\n\nThe one on your order has too many letters.',
    form: 'https://desk.example/get-new-order-details/MjAwMjQ2/details',
  },
  invoice: { number: 'INV-2026-000001', amount: 'USD 49.00' },
  'order-numbers': {
    order: null,
    orders: [
      { id: 100123, doa: '2026-03-04' },
      { id: 100099, doa: '2026-01-31' },
    ],
  },
  'orders-at-risk': {
    order: null,
    link: 'https://desk.example/admin/at-risk',
    number: '2',
    amount: '1',
    how: '18:00',
    orders: [
      { id: 100123, doa: '2026-03-04' },
      { id: 100099, doa: '2026-03-05' },
    ],
  },
  password: { order: null, link: 'https://desk.example/reset-password/abc', minutes: '30', name: 'Demo Admin' },
  invitation: { order: null, link: 'https://desk.example/reset-password/abc', name: 'Demo Team', how: 'Demo Admin' },
  'factor-changed': {
    order: null,
    link: 'https://desk.example/',
    name: 'Demo Team',
    what: 'A passkey was added',
    when: '4 Mar 2026, 10:02 UTC',
    how: 'By you, in the Admin Portal',
  },
  alarm: {
    order: null,
    link: 'https://desk.example/admin/audit?alarms',
    number: '2',
    when: '4 Mar 2026, 10:02 UTC',
    alarms: [
      { label: 'Guessing', value: '40 refused sign-ins from 203.0.113.7' },
      { label: 'Large export', value: 'Demo Manager exported 1,200 rows' },
    ],
  },
  'password-changed': {
    order: null,
    link: 'https://desk.example/',
    name: 'Demo Team',
    when: '4 Mar 2026, 10:02 UTC',
    how: 'By Demo Admin',
  },
};

export const kinds = mailKinds;

/** One mail of a kind: its words, its HTML and its plain text. */
export function mailOf(kind: MailKind, more: Partial<MailFacts> = {}) {
  const link = 'https://desk.example/track-order/MjAwMjQ2';
  const facts: MailFacts = { brand: main, order, link, ...particulars[kind], ...more };
  const letter = letterOf(kind, facts);
  const { brand } = facts;
  return { letter, brand, html: html(createElement(MailHtml, { brand, letter })), text: mailText(brand, letter) };
}
