import type { InvoiceFacts } from '../../../views/pdf/invoice.js';
import type { ComparisonRow, PackFacts, RegistrationCheck, PackStamp } from '../../../src/shared/pack-facts.js';

export const stamp: PackStamp = {
  generated_at: '2026-03-20T09:15:00.000Z',
  inputs_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

const file1 = 'card-104211-1.pdf';
const sha256 = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
const phone = {
  place: 'Penang, Malaysia',
  device: 'iPhone',
  device_type: 'Mobile',
  browser: 'Safari 17.4',
  os: 'iOS 17.4',
  file1,
  sha256,
  current: true,
};
const laptop = {
  place: 'Berlin, Germany',
  device: 'Macintosh',
  device_type: 'Desktop',
  browser: 'Chrome 126',
  os: 'macOS 14',
  file1,
  sha256,
  current: true,
};

const bySession = { signed_in: true };

function row(trait: string, purchase: string, tracking: string, download: string): ComparisonRow {
  const differs = (['tracking', 'download'] as const).filter((time) => ({ tracking, download })[time] !== purchase);
  return { trait, purchase, tracking, download, differs };
}

/** An order with everything on record. */
export const richFacts: PackFacts = {
  pack_type: 1,
  case: null,
  seller: {
    name: 'Arrival Card Services Ltd',
    address: ['1 Harbour Street', '10000 Port Town'],
    brand: 'Malaysia Digital Arrival Card',
    contact: 'support@malaysia-arrival-card.example',
  },
  order: {
    order_id: 104211,
    create_ts: '2026-02-26T14:02:11.000Z',
    full_name: 'Anneliese Österreicher-Müller',
    contact_email_address: 'anneliese@example.com',
    earlier_addresses: [],
    landing_domain: 'malaysia-arrival-card.example',
    service: 'Priority',
    card_outdated: false,
    processed_at: '2026-03-02T08:30:00.000Z',
    disputed_at: '2026-03-18T16:40:00.000Z',
  },
  payment: {
    transaction_id: 'ch_3OqX2eLkdIwHu7ix0Wc1A9zB',
    merchant_name: 'ARRIVAL CARD SERVICES',
    statement_descriptor: 'ARRIVALCARD MY',
    amount: '79.00',
    currency: 'EUR',
    paid: true,
    paid_at: '2026-02-26T14:02:40.000Z',
    gateway_name: 'Stripe',
    card_brand: 'Visa',
    card_last4: '4242',
    checks: [
      { name: 'Address check (AVS)', code: 'Y', meaning: 'street and postal code match', passed: true },
      { name: 'Security code check (CVV)', code: 'M', meaning: 'the security code matches', passed: true },
      { name: '3-D Secure', code: 'authenticated', meaning: 'the issuer authenticated the cardholder', passed: true },
    ],
  },
  sale: {
    disclosure:
      'Malaysia Digital Arrival Card is a private company that helps travellers as a third party. It is not part of any government.',
    refund_policy:
      'Refunds are given in full until the application has been submitted to the authority, and not afterwards.',
    terms_version: '2025-11',
    terms_accepted_at: '2026-02-26T14:02:05.000Z',
    purchase_ip: '203.0.113.77',
    purchase_device: 'Chrome 125, macOS 14',
    device_fingerprint: 'fp_4c1d9e77',
    browser_tz: 'Europe/Berlin',
    signature_name: 'A. Österreicher-Müller',
  },
  policies: [
    {
      kind: 'terms',
      version: '2025-11',
      valid_from: '2025-11-01',
      sha256: 'd'.repeat(64),
      text: 'Terms of sale\n\n1. The price is for this service.\n\n2. The service is delivered when the finished card was sent.',
      cut: false,
    },
    {
      kind: 'refund',
      version: '2025-11',
      valid_from: '2025-11-01',
      sha256: 'e'.repeat(64),
      text: 'Refund policy\n\n1. An order can be cancelled until it was submitted to the authority.',
      cut: false,
    },
  ],
  application: {
    full_name: 'Anneliese Österreicher-Müller',
    passport_last4: '7K41',
    nationality: 'GERMANY',
    doa: '2026-03-04',
    dod: '2026-03-18',
  },
  mails: [
    {
      number: 1,
      to_customer: true,
      delivered: true,
      delivered_at: '2026-03-02T08:29:14.000Z',
      answer: '250 2.0.0 OK 1772440154',
      carries: 'current card',
      create_ts: '2026-03-02T08:29:12.000Z',
      sent_at: '2026-03-02T08:29:12.000Z',
      kind: 'approval',
      recipient: 'anneliese@example.com',
      subject: 'Your Malaysia Digital Arrival Card, order 104211',
      mail_service_provider: 'AWS',
      provider_message_id: '0107018dfd0b6a11-7c9d8f11-28b5-4a2d-8a4e-0e2f4f1f9c10-000000',
      state: 'delivered',
      attachment_sha256: sha256,
    },
    {
      number: 2,
      to_customer: true,
      delivered: true,
      delivered_at: '2026-03-03T07:45:15.000Z',
      answer: '250 OK',
      carries: 'current card',
      create_ts: '2026-03-03T07:45:12.000Z',
      sent_at: '2026-03-03T07:45:12.000Z',
      kind: 'resend',
      recipient: 'anneliese@example.com',
      subject: 'Your Malaysia Digital Arrival Card, order 104211',
      mail_service_provider: 'Sendgrid',
      provider_message_id: 'wz1QhB0nR2m8vT4yKcXe5g',
      state: 'delivered',
      attachment_sha256: sha256,
    },
    {
      number: 3,
      to_customer: true,
      delivered: false,
      delivered_at: null,
      answer: null,
      carries: 'other',
      create_ts: '2026-03-19T10:00:00.000Z',
      sent_at: '2026-03-19T10:00:00.000Z',
      kind: 'invoice',
      recipient: 'anneliese@example.com',
      subject: 'Your invoice INV-2026-000412',
      mail_service_provider: 'AWS',
      provider_message_id: '0107018e2f7a3c55-1f0c2a6b-5c1e-4a6a-9d2b-3b0b8ad0c1f2-000000',
      state: 'sent',
      attachment_sha256: 'c'.repeat(64),
    },
  ],
  mail_as_sent: {
    number: 1,
    sender: 'Malaysia Digital Arrival Card <104211@mail.example>',
    recipient: 'anneliese@example.com',
    subject: 'Your Malaysia Digital Arrival Card, order 104211',
    body: 'Dear Anneliese Österreicher-Müller,\n\nYour arrival card is attached.',
    cut: false,
  },
  downloads: [
    {
      number: 1,
      create_ts: '2026-03-02T18:05:31.000Z',
      ip: '203.0.113.77',
      ...laptop,
      ...bySession,
      from_purchase_ip: true,
      confirmed: true,
    },
    {
      number: 2,
      create_ts: '2026-03-03T07:52:00.000Z',
      ip: '203.0.113.77',
      ...laptop,
      ...bySession,
      from_purchase_ip: true,
      confirmed: false,
    },
    {
      number: 3,
      create_ts: '2026-03-04T02:11:39.000Z',
      ip: '198.51.100.20',
      ...phone,
      ...bySession,
      from_purchase_ip: false,
      confirmed: false,
    },
  ],
  downloaded: { total: 3, current: 3, from_purchase_ip: 2, confirmed: 1, first: 1, more: false },
  other_downloads: [
    { number: 1, create_ts: '2026-03-02T18:04:10.000Z', ip: '203.0.113.77', ...laptop, why: 'not complete' },
    {
      number: 2,
      create_ts: '2026-03-02T08:31:00.000Z',
      ip: '192.0.2.9',
      place: 'Ireland',
      device: null,
      device_type: null,
      browser: null,
      os: null,
      file1,
      sha256,
      current: true,
      why: 'by a machine',
    },
  ],
  comparison: {
    at: {
      purchase: '2026-02-26T14:02:40.000Z',
      tracking: '2026-03-02T18:03:55.000Z',
      download: '2026-03-02T18:05:31.000Z',
    },
    download: 1,
    current: true,
    matches: true,
    rows: [
      row('IP address', '203.0.113.77', '203.0.113.77', '203.0.113.77'),
      row('Place', 'Berlin, Germany', 'Berlin, Germany', 'Berlin, Germany'),
      row('Device', 'Macintosh, Desktop', 'iPhone, Mobile', 'Macintosh, Desktop'),
      row('Browser', 'Chrome 125', 'Safari 17.4', 'Chrome 126'),
    ],
  },
  earlier: {
    anchor: { date: '2026-03-18', event: 'dispute' },
    orders: [
      {
        order_id: 101103,
        create_ts: '2025-06-01T06:10:00.000Z',
        amount: '49.00',
        currency: 'EUR',
        same: ['passport', 'email'],
      },
      {
        order_id: 101877,
        create_ts: '2025-09-12T11:20:00.000Z',
        amount: '49.00',
        currency: 'EUR',
        same: ['card', 'IP address', 'passport', 'email'],
      },
    ],
    groups: [
      { same: ['card', 'IP address', 'passport', 'email'], count: 1 },
      { same: ['passport', 'email'], count: 1 },
    ],
  },
  compelling: null,
  separate: [],
  letters: [],
  communication: [
    {
      create_ts: '2026-02-28T12:00:00.000Z',
      id: 1,
      remark: 'Asked for the hotel address by WhatsApp, answered within the hour:\n12 Lebuh Farquhar, George Town.',
      whatsapp: true,
      telephone: false,
    },
    {
      create_ts: '2026-03-03T07:40:00.000Z',
      id: 2,
      remark:
        'Customer called, could not find the mail. Sent it again while she was on the phone; she confirmed that it came.',
      whatsapp: false,
      telephone: true,
    },
  ],
  refund: { refund_date: null, amount: null, reference: null, asked_at: null, noted_at: null },
  document: {
    file1,
    create_ts: '2026-03-02T08:29:00.000Z',
    content_type: 'application/pdf',
    size: 184220,
    sha256,
    verdict: 'agrees',
    pages: 2,
    shown: 'whole',
  },
  omitted: {},
};

/** A dispute with everything that a bank's letter says. */
/** A registration that the authority's page accepted and its email confirmed. */
export const registration: NonNullable<PackFacts['registration']> = {
  submitted_at: '2026-02-27T03:10:02.000Z',
  declared: [
    { label: 'Name', value: 'ANNELIESE OESTERREICHER MUELLER' },
    { label: 'Passport No.', value: 'ending 7K41' },
    { label: 'Nationality / Citizenship', value: 'GERMANY' },
    { label: 'Date of Arrival', value: '1 Mar 2026' },
  ],
  not_printed: 16,
  accepted: {
    at: '2026-02-27T03:10:02.000Z',
    words: 'SUCCESSFULLY REGISTERED. ACKNOWLEDGEMENT EMAIL WILL BE SENT TO : 104211@apply.example',
  },
  mail: { at: '2026-02-27T03:11:40.000Z', sender: 'mdac@imi.gov.my', proven: 'signature' },
};

/** A picture of the authority's page that a member added, and what an `img` loads of it. */
export const check: RegistrationCheck = {
  at: '2026-02-28T09:00:05.000Z',
  content_type: 'image/png',
  size: 48210,
  sha256: 'b7'.repeat(32),
  pages: 1,
  shown: 'whole',
};

export const visaCase: NonNullable<PackFacts['case']> = {
  case_id: 'du_1OqX2eLkdIwHu7ix',
  arn: '74837240062000001234567',
  network: 'Visa',
  reason_code: '10.4',
  reason_title: 'Other fraud, card absent',
  category: 'fraud',
  amount: '79.000',
  currency: 'EUR',
  opened_at: '2026-03-18T16:40:00.000Z',
  recorded_at: '2026-03-20T09:12:00.000Z',
  reply_by: '2026-04-07T23:59:59.000Z',
};

/** An order with only the fields that the intake requires. */
export const sparseFacts: PackFacts = {
  pack_type: 1,
  case: null,
  seller: richFacts.seller,
  order: { ...richFacts.order, processed_at: null, disputed_at: null },
  payment: {
    transaction_id: null,
    merchant_name: null,
    statement_descriptor: null,
    amount: null,
    currency: null,
    paid: false,
    paid_at: null,
    gateway_name: null,
    card_brand: null,
    card_last4: null,
    checks: [],
  },
  sale: {
    disclosure: null,
    refund_policy: null,
    terms_version: null,
    terms_accepted_at: null,
    purchase_ip: null,
    purchase_device: null,
    device_fingerprint: null,
    browser_tz: null,
    signature_name: null,
  },
  policies: [],
  application: {
    ...richFacts.application,
    dod: null,
  },
  mails: [],
  mail_as_sent: null,
  downloads: [],
  downloaded: { total: 0, current: 0, from_purchase_ip: 0, confirmed: 0, first: null, more: false },
  other_downloads: [],
  comparison: {
    at: { purchase: null, tracking: null, download: null },
    download: null,
    current: false,
    matches: false,
    rows: [],
  },
  earlier: { anchor: { date: '2026-02-26', event: 'order' }, orders: [], groups: [] },
  compelling: null,
  separate: [],
  communication: [],
  letters: [],
  refund: { refund_date: null, amount: null, reference: null, asked_at: null, noted_at: null },
  document: null,
  omitted: {},
};

/** A first invoice, without tax and refund. */
export const invoiceFacts: InvoiceFacts = {
  number: 'INV-2026-000412',
  is_copy: false,
  issued_at: '2026-03-19T10:00:00.000Z',
  others: [],
  seller: { ...richFacts.seller, colour: '#0f5c8c' },
  customer: { full_name: 'Anneliese Österreicher-Müller', contact_email_address: 'anneliese@example.com' },
  order: { order_id: 104211, create_ts: richFacts.order.create_ts, service: 'Priority' },
  amount: '79.000',
  currency: 'EUR',
  tax: null,
  payment: richFacts.payment,
  refunds: [],
  disclosure: richFacts.sale.disclosure!,
};
