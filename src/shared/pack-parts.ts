import { z } from 'zod';
import { type PackFacts, packFacts } from './pack-facts.js';
import type { PackType } from './packs.js';

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
