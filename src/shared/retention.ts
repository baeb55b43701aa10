/** What is erased of an old order, in the order of erasing (docs/people.md#keeping-and-erasing). */
export const erasureRows = {
  masked: {
    label: 'Personal data',
    /** What was erased, as the order's page and packs say it. */
    what: 'The passport number but for its end, the birth date and country, the address of the stay and the telephone number',
  },
  documents: {
    label: 'Documents',
    what: 'The card, the files that members added, and the mails to the order’s mailbox as they came in',
  },
  person: { label: 'Person', what: 'Everything that says who the customer is, the texts, the files and the mails' },
} as const satisfies Record<string, { label: string; what: string }>;

export type ErasureKind = keyof typeof erasureRows;
/** What the daily job erases by the age of an order. */
export const agedKinds = ['masked', 'documents'] as const satisfies ErasureKind[];
export type AgedKind = (typeof agedKinds)[number];

/** Why nothing of an order is erased now. */
export const frozenRows = {
  dispute: 'a dispute is open',
  refund: 'a refund is wanted and not given',
  'at work': 'a mail or a pack of it is on its way',
  unfinished: 'it is not settled, and its arrival is still to come',
} as const satisfies Record<string, string>;
export type FrozenReason = keyof typeof frozenRows;

/** What is left of an address once it is erased: `z…@e…` */
export function maskedAddress(address: string): string {
  return address
    .split('@')
    .map((part) => `${Array.from(part)[0] ?? ''}…`)
    .join('@');
}

/** Whether a name, a text or an address is what an erasure of a person left in its place. */
export function isErased(value: string): boolean {
  return /^erased(?: \d+)?$/.test(value);
}
