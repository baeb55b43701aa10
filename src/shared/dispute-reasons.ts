/** The card networks that the table of reasons knows; a dispute of any other one has `other`. */
export const disputeNetworks = {
  visa: { label: 'Visa', pages: 50 },
  mastercard: { label: 'Mastercard', pages: 19 },
  amex: { label: 'Amex', pages: 50 },
  discover: { label: 'Discover', pages: 50 },
  other: { label: 'Other', pages: 50 },
} as const satisfies Record<string, { label: string; /** The most pages that a bank takes. */ pages: number }>;
export type DisputeNetwork = keyof typeof disputeNetworks;
export const allDisputeNetworks = Object.keys(disputeNetworks) as DisputeNetwork[];

/** What an answer to a dispute can show. Each has its rule in src/disputes (docs/disputes.md#disputes). */
export const disputeProofs = {
  cardholder: 'The cardholder took part',
  earlier: 'Earlier undisputed orders with the same payment credential',
  authorised: 'The issuer authorised the charge',
  delivered: 'The current card was delivered',
  downloaded: 'The customer downloaded the current card',
  described: 'What was sold, and the terms that the customer accepted',
  'refund policy': 'The refund policy in force at the purchase',
  credit: 'The money was given back',
  separate: 'Each charge paid for an order of its own',
  amount: 'The amount charged is the amount of the order',
  conversation: 'What the customer wrote or said',
} as const;
export type DisputeProof = keyof typeof disputeProofs;

type Category = {
  label: string;
  /** The question that the bank wants answered. */
  asks: string;
  /** What the answer must show, the strongest first. */
  shows: readonly DisputeProof[];
  /** Further things that help. */
  helps: readonly DisputeProof[];
};

/** The kinds of dispute; headline, order of reasons and of exhibits go by them (docs/disputes.md#disputes). */
const disputeCategories = {
  fraud: {
    label: 'Fraud',
    asks: 'Did the cardholder make this purchase?',
    shows: ['cardholder'],
    helps: ['earlier', 'authorised', 'downloaded', 'delivered'],
  },
  unrecognised: {
    label: 'Not recognised',
    asks: 'What was bought, by whom, and what name is on the statement?',
    shows: ['cardholder', 'described'],
    helps: ['delivered', 'downloaded', 'earlier', 'conversation'],
  },
  'not received': {
    label: 'Not received',
    asks: 'Did the cardholder get what was bought?',
    shows: ['delivered', 'downloaded'],
    helps: ['cardholder', 'described', 'conversation'],
  },
  'not as described': {
    label: 'Not as described',
    asks: 'Was the service what the customer was told it would be?',
    shows: ['described', 'delivered'],
    helps: ['downloaded', 'refund policy', 'conversation'],
  },
  misrepresented: {
    label: 'Misrepresented',
    asks: 'Did the seller say truthfully who it is and what it sells?',
    shows: ['described', 'delivered'],
    helps: ['refund policy', 'downloaded', 'conversation'],
  },
  cancelled: {
    label: 'Cancelled',
    asks: 'Was the purchase cancelled, and was the customer told when it can be?',
    shows: ['refund policy', 'delivered'],
    helps: ['downloaded', 'described', 'credit', 'conversation'],
  },
  credit: {
    label: 'Credit not processed',
    asks: 'Was a credit promised, and was it given?',
    shows: ['credit'],
    helps: ['refund policy', 'delivered', 'conversation'],
  },
  duplicate: {
    label: 'Duplicate or paid otherwise',
    asks: 'Was the customer charged twice for one thing?',
    shows: ['separate'],
    helps: ['described', 'delivered', 'credit'],
  },
  amount: {
    label: 'Wrong amount',
    asks: 'Did the cardholder agree to this amount?',
    shows: ['amount', 'described'],
    helps: ['authorised', 'credit'],
  },
  authorisation: {
    label: 'Authorisation',
    asks: 'Did the issuer authorise the charge?',
    shows: ['authorised'],
    helps: ['cardholder', 'delivered'],
  },
  other: {
    label: 'Other',
    asks: 'Is the charge right, and did the customer get what was bought?',
    shows: ['delivered', 'cardholder'],
    helps: ['downloaded', 'described', 'refund policy', 'conversation'],
  },
} as const satisfies Record<string, Category>;
export type DisputeCategory = keyof typeof disputeCategories;

/** The same table with the full row type. */
export const categoryRows: Readonly<Record<DisputeCategory, Category>> = disputeCategories;
export const allDisputeCategories = Object.keys(disputeCategories) as DisputeCategory[];

type DisputeReason = {
  network: DisputeNetwork;
  /** The code as the bank writes it. */
  code: string;
  category: DisputeCategory;
  /** The network's name for it. */
  title: string;
};

/**
 * One row for each reason code (docs/disputes.md#disputes). What the bank asks and what must be shown are in the row of
 * the category, the page limit in the row of the network. A code that is not listed is kept as text, category `other`.
 */
export const disputeReasons: readonly DisputeReason[] = [
  visa('10.4', 'fraud', 'Other fraud, card absent'),
  visa('10.5', 'fraud', 'Visa fraud monitoring program'),
  visa('11.1', 'authorisation', 'Card recovery bulletin'),
  visa('11.2', 'authorisation', 'Declined authorisation'),
  visa('11.3', 'authorisation', 'No authorisation, or late presentment'),
  visa('12.6.1', 'duplicate', 'Duplicate processing'),
  visa('13.1', 'not received', 'Merchandise or services not received'),
  visa('13.2', 'cancelled', 'Cancelled recurring transaction'),
  visa('13.3', 'not as described', 'Not as described, or defective'),
  visa('13.5', 'misrepresented', 'Misrepresentation'),
  visa('13.6', 'credit', 'Credit not processed'),
  visa('13.7', 'cancelled', 'Cancelled merchandise or services'),
  mastercard('4808', 'authorisation', 'Authorisation-related chargeback'),
  mastercard('4834', 'duplicate', 'Point-of-interaction error'),
  mastercard('4837', 'fraud', 'No cardholder authorisation'),
  mastercard('4841', 'cancelled', 'Cancelled recurring or digital goods'),
  mastercard('4853', 'not as described', 'Cardholder dispute'),
  mastercard('4855', 'not received', 'Goods or services not provided'),
  mastercard('4863', 'unrecognised', 'Cardholder does not recognise the charge'),
  amex('C02', 'credit', 'Credit not processed'),
  amex('C04', 'cancelled', 'Goods or services returned or refused'),
  amex('C05', 'cancelled', 'Goods or services cancelled'),
  amex('C08', 'not received', 'Goods or services not received'),
  amex('C14', 'duplicate', 'Paid by other means'),
  amex('C18', 'cancelled', 'No show, or deposit cancelled'),
  amex('C28', 'cancelled', 'Cancelled recurring billing'),
  amex('C31', 'not as described', 'Goods or services not as described'),
  amex('C32', 'not as described', 'Goods or services damaged or defective'),
  amex('F24', 'fraud', 'No card member authorisation'),
  amex('F29', 'fraud', 'Card not present'),
  amex('FR2', 'fraud', 'Fraud full recourse program'),
  discover('AA', 'unrecognised', 'Does not recognise the charge'),
  discover('AP', 'cancelled', 'Recurring payments cancelled'),
  discover('AW', 'amount', 'Altered amount'),
  discover('DP', 'duplicate', 'Duplicate processing'),
  discover('NF', 'not received', 'Non-receipt of cash'),
  discover('RG', 'not received', 'Non-receipt of goods or services'),
  discover('RM', 'not as described', 'Quality of goods or services'),
  discover('UA01', 'fraud', 'Fraud, card present'),
  discover('UA02', 'fraud', 'Fraud, card not present'),
  discover('UA05', 'fraud', 'Fraud, counterfeit chip'),
];

/**
 * The row of a reason code, whatever its case and blanks around it. Without a network the code itself decides, because no
 * two networks share one. undefined for a code that is not listed.
 */
export function disputeReason(network: DisputeNetwork | null, code: string | null): DisputeReason | undefined {
  const wanted = code?.trim().toUpperCase();
  return disputeReasons.find((row) => row.code === wanted && (network === null || row.network === network));
}

/** The category of a reason code; `other` for one that is not listed. */
export function disputeCategory(network: DisputeNetwork | null, code: string | null): DisputeCategory {
  return disputeReason(network, code)?.category ?? 'other';
}

/** The network of a card's brand as a shop or a gateway spells it; null for an unknown one. */
export function networkOfBrand(brand: string | null | undefined): DisputeNetwork | null {
  const name = (brand ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (!name) return null;
  if (name.startsWith('visa')) return 'visa';
  if (name.startsWith('mastercard') || name === 'mc') return 'mastercard';
  if (name.startsWith('amex') || name.startsWith('americanexpress')) return 'amex';
  return name.startsWith('discover') ? 'discover' : 'other';
}

function visa(code: string, category: DisputeCategory, title: string): DisputeReason {
  return { network: 'visa', code, category, title };
}

function mastercard(code: string, category: DisputeCategory, title: string): DisputeReason {
  return { network: 'mastercard', code, category, title };
}

function amex(code: string, category: DisputeCategory, title: string): DisputeReason {
  return { network: 'amex', code, category, title };
}

function discover(code: string, category: DisputeCategory, title: string): DisputeReason {
  return { network: 'discover', code, category, title };
}
