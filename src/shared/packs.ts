import { z } from 'zod';
import { orderId } from './input.js';
import type { OrderStatus } from './order-statuses.js';

/** 1: the service was delivered as described. 2: the cardholder took part (decisions: Defence packs). */
export type PackType = 1 | 2;

/**
 * Everything a defence pack prints, and nothing else: the answer of `defence-pack-details` and the input of
 * `views/pdf/defence-pack.tsx`. Times are ISO 8601 in UTC, dates `YYYY-MM-DD`, lists oldest first; what is not on record
 * is null or empty.
 */
export type PackFacts = {
  pack_type: PackType;
  seller: { name: string; address: string[]; brand: string; contact: string };
  order: {
    order_id: number;
    create_ts: string;
    full_name: string;
    contact_email_address: string;
    landing_domain: string;
    /** `Standard` or `Priority`, as it was sold. */
    service: string;
    processed_at: string | null;
    disputed_at: string | null;
  };
  payment: {
    transaction_id: string | null;
    merchant_name: string | null;
    statement_descriptor: string | null;
    amount: string | null;
    currency: string | null;
    paid_at: string | null;
    gateway_name: string | null;
    card_brand: string | null;
    card_last4: string | null;
    avs: string | null;
    cvv: string | null;
    three_ds: string | null;
  };
  sale: {
    /** The sentence that says the seller is a third party, as the brand's pages show it. */
    disclosure: string | null;
    refund_policy: string | null;
    terms_version: string | null;
    terms_accepted_at: string | null;
    purchase_ip: string | null;
    signature_name: string | null;
  };
  application: {
    full_name: string;
    /** The last four characters: the rest of a passport number never leaves the house. */
    passport_last4: string;
    passport_expiry: string;
    dob: string;
    sex: string;
    nationality: string;
    contact_email_address: string;
    phone: string | null;
    doa: string;
    dod: string | null;
    flight_detail: string | null;
    mode_of_travel: string | null;
    last_port_embarkation: string | null;
    accommodation_of_Stay: string | null;
    address: string | null;
    city: string | null;
    state: string | null;
    post_code: string | null;
  };
  mails: PackMail[];
  /** Complete downloads by the customer. */
  downloads: PackDownload[];
  /** The rest: staff, machines, and what broke off. */
  other_downloads: (PackDownload & { actor: string; complete: boolean })[];
  comparison: {
    /** When each was; null when there was none. */
    at: Record<ComparedAt, string | null>;
    rows: ComparisonRow[];
  };
  earlier: {
    /** The day that ages are counted from, and what happened on it. */
    anchor: { date: string; event: 'dispute' | 'payment' | 'order' };
    orders: EarlierOrder[];
  };
  /** Remarks flagged Whatsapp or Telephone; other remarks never. */
  communication: { create_ts: string; remark_name: string; remark: string; whatsapp: boolean; telephone: boolean }[];
  refund: { asked_at: string | null; refund_date: string | null };
  document: PackDocument | null;
  /** How many more rows of a list there are than a pack has room for. */
  omitted: Partial<Record<'mails' | 'downloads' | 'other_downloads' | 'earlier' | 'communication', number>>;
};

export type PackMail = {
  create_ts: string;
  /** When the provider took it; null while it waits, or when it failed. */
  sent_at: string | null;
  kind: string;
  recipient: string;
  subject: string;
  mail_service_provider: string;
  provider_message_id: string | null;
  state: string;
};

export type PackDownload = {
  create_ts: string;
  ip: string | null;
  place: string | null;
  device: string | null;
  device_type: string | null;
  browser: string | null;
  os: string | null;
  file1: string;
  sha256: string | null;
};

/** The trait that a comparison stands on. */
export const ipTrait = 'IP address';

export type ComparedAt = 'purchase' | 'tracking' | 'download';

/** One trait as it was each time; `differs` names the times at which it wasn't as at purchase. */
export type ComparisonRow = Record<ComparedAt, string | null> & {
  trait: string;
  differs: Exclude<ComparedAt, 'purchase'>[];
};

export type EarlierOrder = {
  order_id: number;
  create_ts: string;
  amount: string | null;
  currency: string | null;
  /** What it shares with this order: `email`, `passport`, `card`, `device`, `IP address`. */
  same: string[];
};

export type PackDocument = {
  file1: string;
  create_ts: string;
  content_type: string;
  size: number;
  sha256: string;
  pages: number;
  /** As it was sent; as pictures, because the file is damaged or locked; not at all. */
  shown: 'whole' | 'pictures' | 'not shown';
};

/** Printed on every page: when the pack was made, and the hash of the facts it was made from. */
export type PackStamp = { generated_at: string; inputs_sha256: string };

/** How large a whole pack came out, with the approved document in it. */
export type PackSize = { pages: number; bytes: number };

/** What banks take: a pack that the approved document takes above it says so on page one. */
export const packLimits: PackSize = { pages: 50, bytes: 4.5 * 1024 * 1024 };

/** Rows of each list that a pack has room for; the newest are kept. `communication` is in characters. */
export const packRoom = { mails: 60, downloads: 60, other_downloads: 40, earlier: 20, communication: 24_000 };

/** Where a page of the approved document stands on a page of the pack, in millimetres. */
export const documentFrame = { left: 20, top: 28, width: 170, height: 238 };

/** The outline entry of a page that carries page n of the approved document. */
export function documentPageTitle(page: number, pages: number): string {
  return `Exhibit J, page ${page} of ${pages}`;
}

/** What an order can share with another that makes them look like the same person's. */
export type SharedTrait = 'email' | 'passport' | 'card' | 'device' | 'ip';

/** An earlier order of the same person, as an order's page lists it. */
export type EarlierEntry = {
  order_id: number;
  encoded_id: string;
  create_ts: string;
  process_status: OrderStatus;
  by: SharedTrait[];
};

/** How many of them an order's page has room for. */
export const earlierEntries = 20;

type Part = {
  exhibit: string;
  title: string;
  /** Whether a pack without it is weak; else it is optional. */
  needed?: true;
  /** What it lacks, in words; an empty list when it is whole. */
  lacks: (facts: PackFacts) => string[];
  /** Whether there is nothing of it at all. */
  empty: (facts: PackFacts) => boolean;
};

/** The exhibits, by their letters (decisions: Defence packs). */
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

/** The same table with every row seen at its full width. */
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

/** How complete a part is: `missing` weakens the pack, `optional` is absent and may be; `lacks` says what is wanting. */
export type Readiness = { part: string; exhibit: string; state: 'present' | 'missing' | 'optional'; lacks: string[] };

/** What stands behind a pack before it is made, part by part in its order. */
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

export type PackDetails = PackFacts & { readiness: Readiness[] };

function absent<Facts extends object>(facts: Facts, wanted: (keyof Facts & string)[]): string[] {
  return wanted.filter((name) => !facts[name]).map((name) => name.replaceAll('_', ' '));
}

const packType = z
  .union([z.literal(1), z.literal(2), z.literal('1'), z.literal('2')], { error: 'Defence pack type must be 1 or 2.' })
  .transform((value) => Number(value) as PackType);

export const makePack = z.object({ orderId: orderId(), defencePackType: packType });
export type MakePack = z.infer<typeof makePack>;

export const packDetails = z.object({ orderId: orderId(), defencePackType: packType.default(1) });
export type PackDetailsQuery = z.infer<typeof packDetails>;
