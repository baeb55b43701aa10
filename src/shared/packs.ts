import { z } from 'zod';
import { calendarDay, sha256, utcMoment, wholeNumber } from './output.js';
import { orderId, trimmed } from './input.js';
import type { OrderStatus } from './order-statuses.js';

/** 1: the service was delivered as described. 2: the cardholder took part (docs/product.md#packs). */
export type PackType = 1 | 2;

const known = z.string().nullable();

const packMail = z.object({
  create_ts: utcMoment,
  sent_at: utcMoment.nullable().describe('When the provider took it; null while it waits, or when it failed.'),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  mail_service_provider: z.string(),
  provider_message_id: known,
  state: z.string(),
  attachment_sha256: known.describe('SHA-256 of the file that went with it; null when none did.'),
});
export type PackMail = z.infer<typeof packMail>;

const packDownload = z.object({
  create_ts: utcMoment,
  ip: known,
  place: known,
  device: known,
  device_type: known,
  browser: known,
  os: known,
  file1: z.string(),
  sha256: known,
});
export type PackDownload = z.infer<typeof packDownload>;

/** The label of the IP address in comparisons and among shared traits. */
export const ipTrait = 'IP address';

const comparedAt = { purchase: known, tracking: known, download: known };
export type ComparedAt = keyof typeof comparedAt;

/** One trait at purchase, tracking and download; `differs` names the events where it differs from the purchase. */
const comparisonRow = z.object({
  ...comparedAt,
  trait: z.string(),
  differs: z.array(z.enum(['tracking', 'download'])),
});
export type ComparisonRow = z.infer<typeof comparisonRow>;

const earlierOrder = z.object({
  order_id: wholeNumber,
  create_ts: utcMoment,
  amount: known,
  currency: known,
  same: z.array(z.string()).describe('What it shares with this order: email, passport, card, device, IP address.'),
});
export type EarlierOrder = z.infer<typeof earlierOrder>;

const packDocument = z.object({
  file1: z.string(),
  create_ts: utcMoment,
  content_type: z.string(),
  size: wholeNumber,
  sha256,
  pages: wholeNumber,
  shown: z
    .enum(['whole', 'pictures', 'not shown'])
    .describe('As it was sent; as pictures, because the file is damaged or locked; not at all.'),
});
export type PackDocument = z.infer<typeof packDocument>;

/**
 * Everything a defence pack prints, and nothing else: the answer of `defence-pack-details` and the input of
 * `views/pdf/defence-pack.tsx`. Times are ISO 8601 in UTC, dates `YYYY-MM-DD`, lists oldest first; what is not on record
 * is null or empty.
 */
export const packFacts = z.object({
  pack_type: z.union([z.literal(1), z.literal(2)]),
  seller: z.object({ name: z.string(), address: z.array(z.string()), brand: z.string(), contact: z.string() }),
  order: z.object({
    order_id: wholeNumber,
    create_ts: utcMoment,
    full_name: z.string(),
    contact_email_address: z.string(),
    landing_domain: z.string(),
    service: z.string().describe('`Standard` or `Priority`, as it was sold.'),
    processed_at: utcMoment.nullable(),
    disputed_at: utcMoment.nullable(),
  }),
  payment: z.object({
    transaction_id: known,
    merchant_name: known,
    statement_descriptor: known,
    amount: known,
    currency: known,
    paid_at: utcMoment.nullable(),
    gateway_name: known,
    card_brand: known,
    card_last4: known,
    avs: known,
    cvv: known,
    three_ds: known,
  }),
  sale: z.object({
    disclosure: known.describe('The sentence that says the seller is a third party, as the brand’s pages show it.'),
    refund_policy: known,
    terms_version: known,
    terms_accepted_at: utcMoment.nullable(),
    purchase_ip: known,
    signature_name: known,
  }),
  application: z.object({
    full_name: z.string(),
    // The rest of a passport number is never printed.
    passport_last4: z.string().describe('The last four characters of the passport number.'),
    passport_expiry: calendarDay,
    dob: calendarDay,
    sex: z.string(),
    nationality: z.string(),
    contact_email_address: z.string(),
    phone: known,
    doa: calendarDay,
    dod: calendarDay.nullable(),
    flight_detail: known,
    mode_of_travel: known,
    last_port_embarkation: known,
    accommodation_of_Stay: known,
    address: known,
    city: known,
    state: known,
    post_code: known,
  }),
  mails: z.array(packMail),
  downloads: z.array(packDownload).describe('Complete downloads by the customer.'),
  other_downloads: z
    .array(z.object({ ...packDownload.shape, actor: z.string(), complete: z.boolean() }))
    .describe('The rest: staff, machines, and what broke off.'),
  comparison: z.object({
    at: z.object(comparedAt).describe('When each was; null when there was none.'),
    rows: z.array(comparisonRow),
  }),
  earlier: z.object({
    anchor: z
      .object({ date: z.string(), event: z.enum(['dispute', 'payment', 'order']) })
      .describe('The day that ages are counted from, and what happened on it.'),
    orders: z.array(earlierOrder),
  }),
  communication: z
    .array(
      z.object({
        create_ts: utcMoment,
        remark_name: z.string(),
        remark: z.string(),
        whatsapp: z.boolean(),
        telephone: z.boolean(),
      }),
    )
    .describe('Remarks flagged Whatsapp or Telephone; other remarks never.'),
  refund: z.object({ asked_at: utcMoment.nullable(), refund_date: utcMoment.nullable() }),
  document: packDocument.nullable(),
  omitted: z
    .object({
      mails: wholeNumber,
      downloads: wholeNumber,
      other_downloads: wholeNumber,
      earlier: wholeNumber,
      communication: wholeNumber,
    })
    .partial()
    .describe('How many more rows of a list there are than a pack has room for.'),
});
export type PackFacts = z.infer<typeof packFacts>;

/** Printed on every page: when the pack was made, and the hash of the facts it was made from. */
export type PackStamp = { generated_at: string; inputs_sha256: string };

/** The size of a finished pack, with the approved document in it. */
export type PackSize = { pages: number; bytes: number };

/** The limits of banks. A pack that exceeds them because of the approved document says so on page one. */
export const packLimits: PackSize = { pages: 50, bytes: 4.5 * 1024 * 1024 };

/** The most rows that a pack prints of each list; the newest are kept. `communication` is in characters. */
export const packRoom = { mails: 60, downloads: 60, other_downloads: 40, earlier: 20, communication: 24_000 };

/** The area of a pack's page in which a page of the approved document is placed, in millimetres. */
export const documentFrame = { left: 20, top: 28, width: 170, height: 238 };

/** The outline entry of a page that carries page n of the approved document. */
export function documentPageTitle(page: number, pages: number): string {
  return `Exhibit J, page ${page} of ${pages}`;
}

/** A trait that two orders can share, which suggests that the same person placed both. */
export type SharedTrait = 'email' | 'passport' | 'card' | 'device' | 'ip';

/** An earlier order of the same person, as an order's page lists it. */
export type EarlierEntry = {
  order_id: number;
  encoded_id: string;
  create_ts: string;
  process_status: OrderStatus;
  by: SharedTrait[];
};

/** How many earlier orders an order's page lists at most. */
export const earlierEntries = 20;

type Part = {
  exhibit: string;
  title: string;
  /** Whether a pack without this part is weak; otherwise the part is optional. */
  needed?: true;
  /** What the part lacks, in words; an empty list when it is complete. */
  lacks: (facts: PackFacts) => string[];
  /** Whether the part has no content at all. */
  empty: (facts: PackFacts) => boolean;
};

/** The exhibits, by their letters (docs/product.md#packs). */
export const packParts = {
  payment: {
    exhibit: 'A',
    title: 'Order and payment',
    needed: true,
    lacks: ({ payment }) =>
      absent(payment, ['transaction_id', 'merchant_name', 'statement_descriptor', 'amount', 'paid_at']),
    empty: () => false,
  },
  sale: {
    exhibit: 'B',
    title: 'What was sold and accepted',
    needed: true,
    lacks: ({ sale }) =>
      absent(sale, ['terms_version', 'terms_accepted_at', 'purchase_ip', 'signature_name', 'refund_policy']),
    empty: () => false,
  },
  application: {
    exhibit: 'C',
    title: 'The application',
    needed: true,
    lacks: () => [],
    empty: () => false,
  },
  mails: {
    exhibit: 'D',
    title: 'Email history',
    needed: true,
    lacks: () => [],
    empty: ({ mails }) => mails.length === 0,
  },
  downloads: {
    exhibit: 'E',
    title: 'Download history',
    needed: true,
    lacks: () => [],
    empty: ({ downloads }) => downloads.length === 0,
  },
  comparison: {
    exhibit: 'F',
    title: 'Purchase, tracking and download compared',
    lacks: () => [],
    empty: ({ comparison: { rows } }) => rows.every((row) => !row.purchase && !row.tracking && !row.download),
  },
  earlier: {
    exhibit: 'G',
    title: 'Earlier undisputed orders',
    lacks: () => [],
    empty: ({ earlier }) => earlier.orders.length === 0,
  },
  communication: {
    exhibit: 'H',
    title: 'Communication with the customer',
    lacks: () => [],
    empty: ({ communication }) => communication.length === 0,
  },
  refund: {
    exhibit: 'I',
    title: 'Refund',
    lacks: () => [],
    empty: ({ refund }) => !refund.asked_at && !refund.refund_date,
  },
  document: {
    exhibit: 'J',
    title: 'The approved document',
    needed: true,
    lacks: ({ document }) => (document?.shown === 'not shown' ? ['readable pages'] : []),
    empty: ({ document }) => !document,
  },
} as const satisfies Record<string, Part>;

export type PackPart = keyof typeof packParts;

/** The same table with the full row type. */
const partRows: Readonly<Record<PackPart, Part>> = packParts;

/** The exhibits of each pack in the order they are printed. */
export const packOrder: Record<PackType, PackPart[]> = {
  1: ['sale', 'payment', 'application', 'mails', 'downloads', 'comparison', 'communication', 'refund', 'document'],
  2: [
    'payment',
    'sale',
    'application',
    'mails',
    'downloads',
    'comparison',
    'earlier',
    'communication',
    'refund',
    'document',
  ],
};

/** Whether an exhibit has anything to show. */
export function isOnRecord(part: PackPart, facts: PackFacts): boolean {
  return !partRows[part].empty(facts);
}

/**
 * How complete a part is: `missing` weakens the pack, `optional` is absent but not needed; `lacks` lists what is missing.
 */
export const partReadiness = z
  .object({
    part: z.string(),
    exhibit: z.string(),
    state: z.enum(['present', 'missing', 'optional']),
    lacks: z.array(z.string()),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof partReadiness>;

/** How complete a pack would be, part by part in printing order. */
export function readiness(facts: PackFacts): Readiness[] {
  return packOrder[facts.pack_type].map((name) => {
    const part = partRows[name];
    const lacks = part.lacks(facts);
    const whole = !part.empty(facts) && lacks.length === 0;
    const state = whole ? 'present' : part.needed ? 'missing' : 'optional';
    return { part: part.title, exhibit: part.exhibit, state, lacks };
  });
}

/** How complete each of the two packs is. */
export type PacksReadiness = Record<PackType, Readiness[]>;

/** The answer of `defence-pack-details`. */
export const packFactsAndReadiness = z.object({ ...packFacts.shape, readiness: z.array(partReadiness) });
export type PackDetails = z.infer<typeof packFactsAndReadiness>;

function absent<Facts extends object>(facts: Facts, wanted: (keyof Facts & string)[]): string[] {
  return wanted.filter((name) => !facts[name]).map((name) => name.replaceAll('_', ' '));
}

const packType = trimmed(
  z.union([z.literal(1), z.literal(2), z.literal('1'), z.literal('2')], {
    error: 'Defence pack type must be 1 or 2.',
  }),
).transform((value) => Number(value) as PackType);

export const makePack = z.object({ orderId: orderId(), defencePackType: packType });
export type MakePack = z.infer<typeof makePack>;

export const packDetails = z.object({ orderId: orderId(), defencePackType: packType.default(1) });
export type PackDetailsQuery = z.infer<typeof packDetails>;
