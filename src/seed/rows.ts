import { type LastChange, lastChange } from '../database/last-change.js';
import { nationalityName } from '../shared/countries.js';
import { deviceOf } from '../platform/device.js';
import type { SampleCard } from './sample-cards.js';
import { isDemo, type Life, type Seat, type Setting } from './life.js';
import { mailboxOfOrder } from '../shared/mail-address.js';
import { Random } from './random.js';
import { address } from './travellers.js';
import { officeBrowser, scanners, userAgents } from './user-agents.js';

type Value = string | number | boolean | null | undefined;

/** The tables to fill, each with its columns; other columns keep their defaults. */
export const tables = {
  orders: `id external_ref body_sha256 process_status status_before_delete processing_mode wants_priority full_name
    contact_email_address confirm_contact_email_address email phone_code phone_number nationality passport_no dob sex
    passport_expiry doa dod flight_detail mode_of_travel last_port_embarkation accommodation_of_stay address state post_code
    city signature_name landing_domain processing_date process_month held_by held_since processed_by processed_at refund_date
    disputed_at amount currency paid_at paid_time_told gateway_id transaction_id merchant_name statement_descriptor card_brand card_last4
    card_fingerprint avs cvv three_ds purchase_ip purchase_user_agent device_fingerprint browser_tz terms_version
    terms_accepted_at create_ts version changed_by changed_at last_change refund_amount refund_reference
    place_of_birth embarkation_country accommodation_type address2`,
  remarks:
    'id order_id member_id remark_name remark whatsapp telephone status_refund voided chargeback report_error create_ts',
  documents: `id order_id file1 storage_key customer_name mail_service_provider sha256 size content_type uploaded_by create_ts`,
  mails: `id order_id kind provider recipient subject html body sender document_id attachment_key attachment_name
    attachment_type attachment_sha256 state failure attempts attempt_at provider_message_id sent_by create_ts sent_at state_at`,
  mail_events: 'id mail_id provider event_id provider_message_id type at detail create_ts',
  visitor_sessions: 'id order_id ip place user_agent create_ts last_used_at',
  downloads: `id order_id document_id file1 sha256 actor ip place user_agent browser browser_version os device device_type
    label bytes complete create_ts confirmed_at`,
  refunds: 'id order_id amount currency reference at by state_ts create_ts',
  activity: 'id order_id member_id actor action from to note create_ts',
} as const;
type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];

/** What the rows need besides the order's history. */
export type Surroundings = Setting & {
  /** The next id of each table with ids of its own. */
  nextId: Record<Exclude<TableName, 'orders' | 'visitor_sessions'>, number>;
  gateways: number[];
  cards: SampleCard[];
  /** Where the mailboxes of the orders are. */
  mailDomain: string;
  /** The location of each network's addresses, as the product's own lookup would give it. */
  locations: ReadonlyMap<string, string>;
  /** The share of orders, 0 to 1, that keep their whole history. Every order with a card keeps the card. */
  historyShare: number;
};

/** The rows of a batch of orders, in COPY's text format. */
export class Rows {
  private readonly sheets = new Map(tableNames.map((name) => [name, new Sheet()]));
  private notes: Note[] = [];

  constructor(private readonly around: Surroundings) {}

  of(table: TableName): Buffer {
    return this.sheets.get(table)!.content;
  }

  /** Adds an order and its history. */
  add(life: Life): void {
    this.order(life);
    const document = life.cardAt === undefined ? undefined : this.document(life, life.cardAt);
    if (!life.random.chance(this.around.historyShare)) return;

    this.story(life);
    if (document) {
      this.mail(life, document);
      this.visits(life, document);
    }
    this.remarks(life);
    this.writeNotes(life);
  }

  private order(life: Life): void {
    const { id, person, random, paidAt, movedAt, status } = life;
    const stay = random.pick(stays);
    const wasPaid = <T>(value: T) => (paidAt === undefined ? null : value);
    const last = recordOf(life);
    const isCompleted = status === 'Completed';
    this.put('orders', [
      id,
      `shop-${id}`,
      // Empty, because no request body was sent for this order. It equals the hash of no real request.
      '',
      status,
      status === 'Deleted' ? life.movedFrom : null,
      life.processingMode,
      life.wantsPriority,
      person.name,
      person.email,
      person.email,
      person.email,
      person.origin.dial,
      person.phone,
      person.nationality,
      person.passportNo,
      person.dob,
      person.sex,
      date(life.createdAt + random.between(300, 3000) * 86_400_000),
      life.doa,
      random.chance(0.85) ? date(Date.parse(life.doa) + random.between(2, 30) * 86_400_000) : null,
      random.chance(0.9) ? random.digits(`${random.pick(airlines)}###`) : null,
      random.chance(0.93) ? 'Air' : random.pick(['Land', 'Sea']),
      person.origin.port,
      stay.name,
      stay.address,
      stay.state,
      stay.postCode,
      stay.city,
      person.latin,
      random.pick(domains),
      life.processingDate,
      life.processMonth,
      life.holder?.id,
      life.holder && time(life.takenAt),
      isCompleted ? life.worker.name : null,
      isCompleted ? time(movedAt) : null,
      time(life.refundedAt),
      time(life.disputedAt),
      life.amount,
      person.origin.currency,
      time(paidAt),
      wasPaid(life.entered !== 'Pending'),
      random.pick(this.around.gateways),
      wasPaid(`pi_${random.hex(16)}`),
      wasPaid('Arrival Card Services Ltd'),
      wasPaid('ARRIVALCARD*MDAC'),
      wasPaid(life.cardBrand),
      wasPaid(life.last4),
      wasPaid(life.fingerprint),
      wasPaid(random.pick(['Y', 'Y', 'Y', 'A', 'Z', 'U'])),
      wasPaid('M'),
      wasPaid(random.pick(['authenticated', 'authenticated', 'Y', 'attempted', 'U'])),
      life.seat.ip,
      life.seat.userAgent,
      life.seat.fingerprint,
      person.origin.timeZone,
      life.createdAt < Date.parse('2026-01-01') ? '2025-01' : '2026-01',
      time(life.createdAt - 30_000),
      time(life.createdAt),
      last.version,
      last.by,
      time(last.at),
      last.what,
      life.refundedAt && life.amount,
      life.refundedAt && refundOf(life),
      ...forTheForm(life, stay.kind),
    ]);
    if (life.refundedAt) this.refund(life, life.refundedAt);
  }

  private refund(life: Life, at: number): void {
    const { id: orderId, amount, person, worker } = life;
    const when = time(at);
    const id = this.around.nextId.refunds++;
    this.put('refunds', [id, orderId, amount, person.origin.currency, refundOf(life), when, worker.name, when, when]);
  }

  private document(life: Life, at: number): Document {
    const { id: orderId, random, worker, person } = life;
    const card = this.around.cards[random.below(this.around.cards.length)]!;
    const document = { id: this.around.nextId.documents++, file1: `card-${random.hex(24)}.pdf`, card, at };
    const provider = random.chance(0.8) ? ('AWS' as const) : ('Sendgrid' as const);
    this.put('documents', [
      document.id,
      orderId,
      document.file1,
      card.storageKey,
      person.name,
      provider,
      card.sha256,
      card.size,
      'application/pdf',
      worker.name,
      time(at),
    ]);
    return { ...document, provider };
  }

  private story(life: Life): void {
    const { worker, entered, paidAt, promotedAt, takenAt, submittedAt, movedAt, movedFrom, status, refundedAt } = life;
    const started = life.wantsPriority ? 'Priority' : 'New';
    this.note(shop, life.createdAt, 'order.received', { to: entered });
    if (entered === 'Pending' && paidAt !== undefined) {
      this.note(shop, paidAt, 'payment.received');
      this.note(shop, paidAt, 'order.moved', {
        from: 'Pending',
        to: promotedAt || status === 'Future' ? 'Future' : started,
      });
    }
    if (promotedAt) this.note(system, promotedAt, 'order.promoted', { from: 'Future', to: started });
    if (takenAt) this.note(worker, takenAt, 'order.assigned', { to: worker.name });
    if (submittedAt) {
      if (this.isFilledByScript(life.id)) this.formFilled(life, submittedAt);
      this.note(worker, submittedAt, 'order.moved', { from: movedFrom, to: 'AwaitingGovt' });
    }
    if (movedAt) {
      this.note(worker, movedAt, 'order.moved', { from: submittedAt ? 'AwaitingGovt' : movedFrom, to: status });
    }
    if (refundedAt) this.note(worker, refundedAt, 'order.refunded');
  }

  /** In a demonstration four of five members fill the form by the script; where much is measured, nothing reads these rows. */
  private isFilledByScript(orderId: number): boolean {
    return isDemo(this.around.orders) && orderId % 5 > 0;
  }

  /** What the script that fills the form reports (docs/form.md#the-script-that-fills-the-form). */
  private formFilled({ id, worker }: Life, at: number): void {
    const mailbox = mailboxOfOrder(id, this.around.mailDomain);
    this.note(worker, at - 100_000, 'form.values-taken');
    this.note(worker, at - 90_000, 'form.filled');
    this.note(worker, at, 'form.accepted', {
      note: `SUCCESSFULLY REGISTERED. ACKNOWLEDGEMENT EMAIL WILL BE SENT TO : ${mailbox}`,
    });
  }

  private remarks(life: Life): void {
    const { random, worker, status, movedAt, disputedAt } = life;
    const said = remarksOf[status];
    if (movedAt !== undefined && random.chance(said ? 0.8 : 0.12)) {
      this.remark(life, movedAt - random.between(30, 100) * 1000, ...random.pick(said ?? usualRemarks));
    }
    if (disputedAt === undefined) return;
    this.remark(life, disputedAt, random.pick(disputeRemarks), { chargeback: true });
    this.note(worker, disputedAt, 'order.disputed');
  }

  private remark(life: Life, at: number, text: string, flags: Flags): void {
    const { worker } = life;
    const of = (flag: keyof Flags) => flags[flag] ?? false;
    this.put('remarks', [
      this.around.nextId.remarks++,
      life.id,
      worker.id,
      worker.name,
      text,
      of('whatsapp'),
      of('telephone'),
      of('statusRefund'),
      of('voided'),
      of('chargeback'),
      of('reportError'),
      time(at),
    ]);
    this.note(worker, at, 'remark.added');
  }

  private mail(life: Life, { id: documentId, card, provider, at, file1 }: Document): void {
    const { random, person, worker } = life;
    const id = this.around.nextId.mails++;
    const sentAt = at + random.between(2, 9) * 1000;
    const fate = random.chance(0.965)
      ? 'delivered'
      : random.pick(['bounced', 'bounced', 'complained', 'failed', 'sent'] as const);
    const reasonOf = {
      bounced: '550 5.1.1 No such user',
      failed: 'The provider refused the recipient.',
      complained: 'abuse',
    };
    const reason = fate === 'delivered' || fate === 'sent' ? null : reasonOf[fate];
    const messageId = fate === 'failed' ? null : `${random.hex(16)}-${random.hex(8)}`;
    const subject = `Your Malaysia Digital Arrival Card is ready (order ${life.id})`;
    const words = `Hello ${person.name}, your arrival card has been approved. It is attached to this email.`;
    const stateAt = Math.min(sentAt + random.between(1, 30) * 1000, this.around.now);
    const mail = `approval to ${person.email} by ${provider}`;
    this.note(worker, at, 'document.uploaded', { to: file1 });
    this.note(worker, at, 'mail.queued', { note: mail });
    this.put('mails', [
      id,
      life.id,
      'approval',
      provider,
      person.email,
      subject,
      `<!doctype html><html lang="en"><head><title>${subject}</title></head><body><p>${escaped(words)}</p></body></html>`,
      words,
      'Malaysia Digital Arrival Card <no-reply@arrival-card.example>',
      documentId,
      card.storageKey,
      `arrival-card-${life.id}.pdf`,
      'application/pdf',
      card.sha256,
      fate,
      reason,
      1,
      time(sentAt),
      messageId,
      worker.name,
      time(at),
      messageId && time(sentAt),
      time(stateAt),
    ]);
    const outcome = messageId === null ? 'failed' : 'sent';
    this.note(system, sentAt, `mail.${outcome}`, { from: 'queued', to: outcome, note: mail });
    if (messageId === null || fate === 'sent') return;
    this.put('mail_events', [
      this.around.nextId.mail_events++,
      id,
      provider,
      `seed-${id}`,
      messageId,
      fate,
      time(stateAt),
      JSON.stringify({ reason, recipient: person.email }),
      time(stateAt),
    ]);
  }

  /**
   * Customers track and download, mostly from where they ordered. Scanners and staff fetch too, and some fetches are
   * aborted.
   */
  private visits(life: Life, document: Document): void {
    const { random, person } = life;
    const elsewhere = (agents: readonly string[]) => ({
      ...address(random, person.origin),
      userAgent: random.pick(agents),
    });
    const whole = document.card.size;
    const fetches: Fetch[] = [];
    if (random.chance(0.05)) {
      fetches.push({
        at: document.at + random.between(20, 60) * 1000,
        actor: 'machine',
        client: elsewhere(scanners),
        bytes: whole,
      });
    }
    if (random.chance(0.04)) {
      fetches.push({ at: document.at + random.between(60, 300) * 1000, actor: 'staff', client: office, bytes: whole });
    }
    const at = document.at + (2 + random.wait(600)) * 60_000;
    if (random.chance(0.84) && at < this.around.now) {
      const client = random.chance(0.8) ? life.seat : elsewhere(userAgents);
      const fetch = { actor: 'customer', client, bytes: whole } as const;
      this.visit(life, client, at);
      if (random.chance(0.04)) fetches.push({ ...fetch, at: at + 20_000, bytes: random.below(whole) });
      fetches.push({ ...fetch, at: at + random.between(25, 90) * 1000 });
      if (random.chance(0.25)) fetches.push({ ...fetch, at: at + random.between(2, 2800) * 60_000 });
    }
    for (const fetch of fetches.sort((one, other) => one.at - other.at)) this.download(life, document, fetch);
  }

  private visit(life: Life, { ip, network, userAgent }: Client, at: number): void {
    const hex = life.random.hex(32);
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    this.put('visitor_sessions', [id, life.id, ip, this.locationOf(network), userAgent, time(at), time(at + 60_000)]);
  }

  private download(life: Life, { id, file1, card }: Document, { at, actor, client, bytes }: Fetch): void {
    if (at > this.around.now) return;
    const { ip, network, userAgent } = client;
    const { browser, browserVersion, os, device, deviceType, label } = deviceKnown(userAgent);
    const downloadId = this.around.nextId.downloads++;
    const isComplete = bytes === card.size;
    // of three browsers of customers two report what they got
    const isConfirmed = actor === 'customer' && isComplete && downloadId % 3 > 0;
    this.put('downloads', [
      downloadId,
      life.id,
      id,
      file1,
      card.sha256,
      actor,
      ip,
      this.locationOf(network),
      userAgent,
      browser,
      browserVersion,
      os,
      device,
      deviceType,
      label,
      bytes,
      isComplete,
      time(at),
      isConfirmed ? time(Math.min(at + 2_000, this.around.now)) : null,
    ]);
  }

  private locationOf(network: string): string {
    return this.around.locations.get(network) ?? '';
  }

  /** Keeps an activity entry of the order until all are known. */
  private note(
    actor: { id: number | null; name: string },
    at: number,
    action: string,
    told: { from?: string; to?: string; note?: string } = {},
  ): void {
    this.notes.push({ actor, at, action, ...told });
  }

  /** Writes the order's activity sorted by time, so that the ids are in that order. */
  private writeNotes(life: Life): void {
    for (const { actor, at, action, from, to, note } of this.notes.sort((one, other) => one.at - other.at)) {
      const id = this.around.nextId.activity++;
      this.put('activity', [id, life.id, actor.id, actor.name, action, from, to, note, time(at)]);
    }
    this.notes = [];
  }

  private put(table: TableName, values: Value[]): void {
    this.sheets.get(table)!.add(line(values));
  }
}

type Fetch = { at: number; actor: 'customer' | 'staff' | 'machine'; client: Client; bytes: number };
type Note = {
  actor: { id: number | null; name: string };
  at: number;
  action: string;
  from?: string;
  to?: string;
  note?: string;
};

/**
 * What the authority's form asks, as a shop sends it: place of birth, country of embarkation, kind of stay, second line. Drawn
 * apart, so that the rest of an order stays what it was.
 */
function forTheForm({ id, person }: Life, kind: string): (string | null)[] {
  const random = new Random(id, 6);
  if (random.chance(0.1)) return [null, null, null, null];

  const { birthplace, origin } = person;
  const country = (code: string) => (random.chance(0.3) ? nationalityName(code) : code);
  const orNot = (value: string, share: number) => (random.chance(share) ? value : null);
  return [
    orNot(country(birthplace), 0.95),
    orNot(country(origin.portIn), 0.95),
    orNot(random.chance(0.2) ? kind.toUpperCase() : kind, 0.95),
    orNot(random.digits('Room #0#'), 0.15),
  ];
}

function refundOf({ fingerprint }: Life): string {
  return `re_${fingerprint.slice(0, 16)}`;
}

const shop = { id: null, name: 'Shop' };
const system = { id: null, name: 'System' };
/** An address from a range for documentation (RFC 5737). */
const office: Client = { ip: '203.0.113.20', network: '', userAgent: officeBrowser };

type Document = { id: number; file1: string; card: SampleCard; at: number; provider: 'AWS' | 'Sendgrid' };
type Client = Pick<Seat, 'ip' | 'network' | 'userAgent'>;
type Flags = Partial<Record<'whatsapp' | 'telephone' | 'statusRefund' | 'voided' | 'chargeback' | 'reportError', true>>;

/** The order's version and the name of its last change, from its moves. */
function recordOf(life: Life): { version: number; by: string | null; at?: number; what: LastChange | null } {
  const paidLater = life.entered === 'Pending' && life.paidAt !== undefined;
  const changes = [
    paidLater && { by: 'Shop', at: life.paidAt, what: lastChange(life.promotedAt ? 'Future' : life.status) },
    life.promotedAt && { by: 'System', at: life.promotedAt, what: lastChange(life.wantsPriority ? 'Priority' : 'New') },
    life.takenAt && { by: life.worker.name, at: life.takenAt, what: lastChange() },
    life.submittedAt && { by: life.worker.name, at: life.submittedAt, what: lastChange('AwaitingGovt') },
    life.movedAt && { by: life.worker.name, at: life.movedAt, what: lastChange(life.status) },
    life.refundedAt && { by: life.worker.name, at: life.refundedAt, what: lastChange() },
  ].filter((change) => typeof change === 'object');
  return { version: 1 + changes.length, ...(changes.at(-1) ?? { by: null, what: null }) };
}

/** Collects text as bytes at once: millions of pending strings would slow the garbage collector. */
class Sheet {
  private bytes = Buffer.allocUnsafe(65_536);
  private length = 0;

  get content(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  add(text: string): void {
    // A UTF-16 unit of a string takes at most three bytes in UTF-8.
    if (this.length + text.length * 3 > this.bytes.length) {
      this.bytes = Buffer.concat([this.bytes], this.bytes.length * 2);
    }
    this.length += this.bytes.write(text, this.length);
  }
}

/** A row in COPY's text format. */
function line(values: Value[]): string {
  let text = '';
  for (const value of values) text += `${text === '' ? '' : '\t'}${cell(value)}`;
  return `${text}\n`;
}

function cell(value: Value): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (letter) => escapes[letter]!) : value;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function time(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

function date(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const devices = new Map([...userAgents, ...scanners, officeBrowser].map((text) => [text, deviceOf(text)]));

function deviceKnown(userAgent: string) {
  return devices.get(userAgent)!;
}

const domains = [
  ...Array<string>(8).fill('malaysia-arrival-card.example'),
  'arrival-help.example',
  'arrivalhelp.example',
];
const airlines = ['MH', 'AK', 'D7', 'SQ', 'TR', 'OD', 'CX', 'QR', 'EK', 'TG'];

const stays = [
  ['Hotel Merdeka', '12 Jalan Sultan Ismail', 'Wilayah Persekutuan Kuala Lumpur', '50250', 'Kuala Lumpur', 'Hotel'],
  ['KL Garden Suites', '88 Jalan Ampang', 'Wilayah Persekutuan Kuala Lumpur', '50450', 'Kuala Lumpur', 'Hotel'],
  ['Bukit Bintang Inn', '3 Jalan Alor', 'Wilayah Persekutuan Kuala Lumpur', '50200', 'Kuala Lumpur', 'Hotel'],
  ['Georgetown Heritage House', '41 Lebuh Armenian', 'Pulau Pinang', '10200', 'George Town', 'Hotel'],
  ['Batu Ferringhi Beach Resort', '5 Jalan Batu Ferringhi', 'Pulau Pinang', '11100', 'Batu Ferringhi', 'Hotel'],
  ['Langkawi Bay Hotel', 'Pantai Cenang', 'Kedah', '07000', 'Langkawi', 'Hotel'],
  ['Riverside Melaka', '9 Jalan Laksamana', 'Melaka', '75000', 'Melaka', 'Hotel'],
  ['Johor Straits Hotel', '21 Jalan Wong Ah Fook', 'Johor', '80000', 'Johor Bahru', 'Hotel'],
  ['Kinabalu View', '7 Jalan Gaya', 'Sabah', '88000', 'Kota Kinabalu', 'Hotel'],
  ['Kuching Waterfront Lodge', '30 Main Bazaar', 'Sarawak', '93000', 'Kuching', 'Hotel'],
  ['Ipoh White Coffee House', '4 Jalan Bandar Timah', 'Perak', '30000', 'Ipoh', 'Hotel'],
  [
    'With relatives',
    '17 Jalan Bukit, Taman Desa',
    'Selangor',
    '47800',
    'Petaling Jaya',
    'Residence of friends or relatives',
  ],
].map(([name = '', address = '', state = '', postCode = '', city = '', kind = '']) => ({
  name,
  address,
  state,
  postCode,
  city,
  kind,
}));

type Remark = [text: string, flags: Flags];

const usualRemarks: Remark[] = [
  ['Checked against the passport scan, all fine.', {}],
  ['Customer asked for the card by WhatsApp too; sent the link.', { whatsapp: true }],
  ['Corrected the flight number on the phone.', { telephone: true }],
  ['Second traveller will order on their own.', {}],
];

/** Remarks of members by the order's outcome; orders of other statuses sometimes get a common remark. */
const remarksOf: Partial<Record<Life['status'], Remark[]>> = {
  Awaiting: [
    ['Passport number has nine digits; asked for a photo of the page.', { whatsapp: true }],
    ['Arrival date is before the flight in the booking. Asked which is right.', {}],
  ],
  AwaitingGovt: [
    ['Submitted, the portal answers "in review".', {}],
    ['Portal was down twice; submitted on the third try.', { reportError: true }],
  ],
  'Contact Customer': [
    ['Mail bounced. Please ring.', {}],
    ['Name on the card differs from the passport, needs a new form.', { reportError: true }],
  ],
  'Customer Called': [
    ['Reached at last; card read out and confirmed.', { telephone: true }],
    ['Left a message, will call back this evening.', { telephone: true, whatsapp: true }],
  ],
  Refunds: [
    ['Trip cancelled, refund agreed.', { statusRefund: true }],
    ['Ordered twice by mistake; this one is refunded.', { statusRefund: true, voided: true }],
  ],
};

const disputeRemarks = [
  'Chargeback from the bank: "service not received". Downloads are on record.',
  'Chargeback: cardholder does not recognise the charge.',
];
