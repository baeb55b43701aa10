/** What became of an answer at Stripe (docs/disputes.md#answers-at-stripe). */
export const stripeAnswerStates = {
  staging: 'Being staged with Stripe',
  staged: 'Staged with Stripe',
  submitting: 'Being submitted by Stripe',
  submitted: 'Submitted by Stripe',
  failed: 'Not staged',
} as const;
export type StripeAnswerState = keyof typeof stripeAnswerStates;

/** Whether a case id is one of Stripe's, which alone can be answered there. */
export function isStripeCase(caseId: string | null): boolean {
  return /^(?:dp|du)_\w+$/.test(caseId ?? '');
}
