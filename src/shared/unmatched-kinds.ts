/** What can be without an order (docs/mail.md#without-an-order). */
export const unmatchedKinds = {
  dispute: { label: 'Dispute', tone: 'rose' },
  warning: { label: 'Early warning', tone: 'amber' },
  mail: { label: 'Mail', tone: 'blue' },
} as const;
export type UnmatchedKind = keyof typeof unmatchedKinds;
