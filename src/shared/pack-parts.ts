import { z } from 'zod';
import { type DisputeCategory, type DisputeProof, categoryRows } from './dispute-reasons.js';
import { argumentOf } from './pack-argument.js';
import { type ComparedAt, type PackDocument, type PackFacts, packFacts } from './pack-facts.js';
import { type PackType, packLimits } from './packs.js';

type Part = {
  title: string;
  /** Whether a pack without this part is weak; otherwise the part is optional. */
  needed?: true;
  /** What the part lacks, in words; an empty list when it is complete. */
  lacks: (facts: PackFacts) => string[];
  /** Whether the part has no content at all. */
  empty: (facts: PackFacts) => boolean;
  /** Whether only packs that ask for it have it. */
  asked?: (facts: PackFacts) => boolean;
};

/** The exhibits (docs/evidence.md#packs). */
export const packParts = {
  payment: {
    title: 'Order and payment',
    needed: true,
    lacks: ({ payment }) =>
      absent(payment, ['transaction_id', 'merchant_name', 'statement_descriptor', 'amount', 'paid_at']),
    empty: () => false,
  },
  sale: {
    title: 'What was sold and accepted',
    needed: true,
    lacks: ({ sale, policies }) => [
      ...absent(sale, ['terms_version', 'terms_accepted_at', 'purchase_ip', 'signature_name']),
      ...(sale.refund_policy || policies.some(({ kind }) => kind === 'refund') ? [] : ['the refund policy']),
    ],
    empty: () => false,
  },
  policies: {
    title: 'Terms and policies',
    lacks: ({ sale, policies }) =>
      policies.some(({ kind }) => kind === 'terms') || !sale.terms_version
        ? []
        : [`the text of terms ${sale.terms_version}`],
    empty: ({ policies, sale }) => policies.length === 0 && !sale.terms_version,
  },
  application: {
    title: 'The application',
    needed: true,
    lacks: () => [],
    empty: () => false,
  },
  registration: {
    title: 'Registration with the authority',
    lacks: () => [],
    empty: ({ registration }) => registration === undefined,
    asked: ({ registration }) => registration !== undefined,
  },
  mails: {
    title: 'Email history',
    needed: true,
    lacks: ({ mails }) =>
      mails.some((mail) => mail.carries === 'current card' && mail.to_customer && mail.delivered)
        ? []
        : ['a delivered mail with the current card to the address of the order'],
    empty: ({ mails }) => mails.length === 0,
  },
  downloads: {
    title: 'Download history',
    needed: true,
    lacks: ({ downloaded }) => (downloaded.current > 0 ? [] : ['a download of the current card by the customer']),
    empty: ({ downloads }) => downloads.length === 0,
  },
  comparison: {
    title: 'Purchase and download compared',
    lacks: () => [],
    // a comparison needs two events
    empty: ({ comparison }) => comparedAt(comparison).length < 2,
  },
  earlier: {
    title: 'Earlier undisputed orders',
    lacks: () => [],
    empty: ({ earlier }) => earlier.orders.length === 0,
    asked: ({ pack_type, case: asked }) => pack_type === 2 || asked?.category === 'other',
  },
  compelling: {
    title: 'Visa Compelling Evidence 3.0',
    lacks: () => [],
    empty: () => false,
    // a heading without the table would tell the bank that a rule fails
    asked: ({ compelling }) => compelling?.meets ?? false,
  },
  separate: {
    title: 'Orders with the same email address or card, side by side',
    lacks: () => [],
    empty: ({ separate }) => separate.length === 0,
    asked: ({ case: asked }) => asked?.category === 'duplicate',
  },
  communication: {
    title: 'Communication with the customer',
    lacks: () => [],
    empty: ({ communication, letters }) => communication.length === 0 && letters.length === 0,
  },
  refund: {
    title: 'Refund',
    lacks: () => [],
    empty: ({ refund }) =>
      !refund.noted_at && !refund.refund_date && !refund.asked_at && !refund.given && !refund.failed,
  },
  document: {
    title: 'The approved document',
    needed: true,
    lacks: ({ document }) => (document ? [...faultsOf(document), ...differing(document), ...tooLarge(document)] : []),
    empty: ({ document }) => !document,
  },
} as const satisfies Record<string, Part>;

export type PackPart = keyof typeof packParts;

/** The same table with the full row type. */
const partRows: Readonly<Record<PackPart, Part>> = packParts;

/** How the exhibits of every pack end. */
const lastOnes = [
  'policies',
  'application',
  'registration',
  'mails',
  'downloads',
  'comparison',
  'earlier',
  'separate',
  'communication',
  'refund',
  'document',
] as const;

/** The exhibits of each pack in the order they are printed. */
const orders: Record<PackType, PackPart[]> = {
  1: ['sale', 'payment', ...lastOnes],
  2: ['payment', 'compelling', 'sale', ...lastOnes],
};

/** The exhibit that holds the proof. */
const partOfProof: Record<DisputeProof, PackPart[]> = {
  cardholder: ['payment', 'comparison'],
  earlier: ['compelling', 'earlier'],
  authorised: ['payment'],
  delivered: ['mails', 'registration'],
  downloaded: ['downloads'],
  described: ['sale', 'policies'],
  'refund policy': ['policies'],
  credit: ['refund'],
  separate: ['separate', 'payment'],
  amount: ['payment'],
  conversation: ['communication'],
};

/** The exhibits of a pack in printing order: what the dispute asks for first, the card last. */
export function partsOf(facts: PackFacts): PackPart[] {
  const all = orders[facts.pack_type].filter((part) => partRows[part].asked?.(facts) ?? true);
  if (!facts.case) return all;

  const { shows, helps } = categoryRows[facts.case.category as DisputeCategory];
  const wanted = [...shows, ...helps].flatMap((proof) => partOfProof[proof]).filter((part) => all.includes(part));
  return [...new Set([...wanted, ...all])];
}

/** The letter of each exhibit of a pack: A for the first one printed, and on without a gap. */
export function lettersOf(facts: PackFacts): Record<PackPart, string> {
  const letters = partsOf(facts).map((part, index) => [part, String.fromCharCode(65 + index)] as const);
  return Object.fromEntries(letters) as Record<PackPart, string>;
}

/** The outline entry of a page that carries page n of the approved document. */
export function documentPageTitle(letter: string, page: number, pages: number): string {
  return `Exhibit ${letter}, page ${page} of ${pages}`;
}

/** How many pages of the approved document a pack shows. */
export function pagesShown({ document }: PackFacts): number {
  return document && isShown(document) ? document.pages : 0;
}

/** Whether the pages of a stored file can be shown. */
export function isShown({ shown }: Pick<PackDocument, 'shown'>): boolean {
  return ['whole', 'partly', 'pictures'].includes(shown);
}

/** The events that the comparison has something of. */
export function comparedAt({ rows }: PackFacts['comparison']): ComparedAt[] {
  return (['purchase', 'tracking', 'download'] as const).filter((time) => rows.some((row) => row[time] !== null));
}

/** Whether an exhibit has anything to show. */
export function isOnRecord(part: PackPart, facts: PackFacts): boolean {
  return !partRows[part].empty(facts);
}

/**
 * How complete a part is: `missing` weakens the pack, `damaged` shows less than was uploaded, `optional` is absent but not
 * needed; `lacks` lists what is missing.
 */
const partReadiness = z
  .object({
    part: z.string(),
    exhibit: z.string(),
    state: z.enum(['present', 'missing', 'damaged', 'optional']),
    lacks: z.array(z.string()),
  })
  .meta({ id: 'Readiness' });
type Readiness = z.infer<typeof partReadiness>;

/** How complete a pack would be, part by part in printing order. */
export function readiness(facts: PackFacts): Readiness[] {
  const letters = lettersOf(facts);
  const proofs = facts.case ? categoryRows[facts.case.category as DisputeCategory].shows : [];
  const shown = new Set(proofs.flatMap((proof) => partOfProof[proof]));
  return partsOf(facts).map((name) => {
    const part = partRows[name];
    const lacks = part.lacks(facts);
    const isWhole = !part.empty(facts) && lacks.length === 0;
    const isDamaged = name === 'document' && facts.document !== null && facts.document.shown !== 'whole';
    const isNeeded = part.needed ?? shown.has(name);
    const state = isDamaged ? 'damaged' : isWhole ? 'present' : isNeeded ? 'missing' : 'optional';
    return { part: part.title, exhibit: letters[name], state, lacks };
  });
}

/** What a pack would argue, and how complete it would be. */
const packOutlook = z.object({
  headline: z.string(),
  arguable: z.boolean().describe('Whether anything on record wins; else the pack only shows what the records hold.'),
  readiness: z.array(partReadiness),
});
type PackOutlook = z.infer<typeof packOutlook>;

export function outlookOf(facts: PackFacts): PackOutlook {
  const { headline, arguable } = argumentOf(facts);
  return { headline, arguable, readiness: readiness(facts) };
}

/** How complete each of the two packs is. */
export type PacksReadiness = Record<PackType, PackOutlook>;

/** The answer of `defence-pack-details`. */
export const packFactsAndReadiness = z.object({ ...packFacts.shape, ...packOutlook.shape });
export type PackDetails = z.infer<typeof packFactsAndReadiness>;

/** The facts that an exhibit can lack, in words. */
const factWords = {
  transaction_id: 'the transaction id',
  merchant_name: 'the name of the merchant',
  statement_descriptor: 'the name on the statement',
  amount: 'the amount',
  paid_at: 'the time of the payment',
  terms_version: 'the version of the accepted terms',
  terms_accepted_at: 'the time when the terms were accepted',
  purchase_ip: 'the IP address of the purchase',
  signature_name: 'the name of the signature',
} as const;
type FactName = keyof typeof factWords;

const documentFaults: Record<NonNullable<PackFacts['document']>['shown'], string | undefined> = {
  whole: undefined,
  partly: 'marks on its pages that have no appearance of their own: they can’t be printed',
  pictures: 'pages as they were sent: the file is damaged or locked and shows as pictures',
  changed: 'the bytes that were uploaded: the stored file has another SHA-256',
  unreadable: 'readable pages: the stored file can’t be read',
  lost: 'the stored file',
  erased: 'the stored file, which was erased',
};

function faultsOf({ shown }: NonNullable<PackFacts['document']>): string[] {
  const fault = documentFaults[shown];
  return fault ? [fault] : [];
}

function differing({ verdict }: NonNullable<PackFacts['document']>): string[] {
  return verdict === 'differs' ? ['agreement with the order'] : [];
}

/** Told to the member, and not printed for the bank: analysts don't finish a pack that is too large. */
function tooLarge({ pages, size }: NonNullable<PackFacts['document']>): string[] {
  const ownPages = 8;
  const most = `${packLimits.pages} pages and ${packLimits.bytes / 2 ** 20} MB, the most that banks take`;
  return pages + ownPages > packLimits.pages || size > packLimits.bytes ? [`a size within ${most}`] : [];
}

function absent<Name extends FactName>(facts: Record<Name, unknown>, wanted: Name[]): string[] {
  return wanted.filter((name) => !facts[name]).map((name) => factWords[name]);
}
