/** The kinds of texts that a customer buys under (docs/evidence.md#policies). */
export const policyKinds = {
  terms: { label: 'Terms of sale', slug: 'terms' },
  refund: { label: 'Refund policy', slug: 'refund' },
  disclosure: { label: 'Disclosure', slug: 'disclosure' },
} as const;
export type PolicyKind = keyof typeof policyKinds;
export const allPolicyKinds = Object.keys(policyKinds) as [PolicyKind, ...PolicyKind[]];

/** A link to a text that an order was bought under. */
export type PolicyLink = { kind: PolicyKind; version: string; path: string };

/** A line of two texts side by side: in both, in one, or in the other. */
export type ComparedLine = { text: string; in: 'both' | 'before' | 'after' };
