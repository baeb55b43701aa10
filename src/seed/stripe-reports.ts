import type { ClientBase } from 'pg';
import type { DisputeCategory } from '../shared/dispute-reasons.js';
import type { DisputeState } from '../shared/dispute-states.js';
import { digitsOf } from '../shared/money.js';

/** How a demo dispute went at Stripe: where it stands, and Stripe's words for each step on the way. */
type StripeStory = { state: DisputeState; statuses: string[] };

export const stripeStories: readonly StripeStory[] = [
  { state: 'inquiry', statuses: ['warning_needs_response'] },
  { state: 'submitted', statuses: ['needs_response', 'under_review'] },
  { state: 'submitted', statuses: ['needs_response', 'under_review'] },
  { state: 'won', statuses: ['needs_response', 'under_review', 'won'] },
  // the cardholder withdrew before the bank took anything
  { state: 'won', statuses: ['warning_needs_response', 'warning_closed'] },
  { state: 'lost', statuses: ['needs_response', 'under_review', 'lost'] },
  { state: 'lost', statuses: ['needs_response', 'lost'] },
  { state: 'accepted', statuses: ['needs_response', 'prevented'] },
  { state: 'open', statuses: ['needs_response'] },
];

/** A dispute of the demonstration as Stripe reports it; the times are those of its row. */
type ReportedDispute = {
  case_id: string | null;
  category: DisputeCategory;
  reason_code: string | null;
  amount: string | null;
  currency: string | null;
  opened_at: string;
  reply_by: string | null;
  submitted_at: string | null;
  outcome_at: string | null;
};

/** What Stripe calls the reason of a category. */
export function stripeReason(category: DisputeCategory): string {
  const reasons: Partial<Record<DisputeCategory, string>> = {
    fraud: 'fraudulent',
    unrecognised: 'unrecognized',
    'not received': 'product_not_received',
    'not as described': 'product_unacceptable',
    cancelled: 'subscription_canceled',
    credit: 'credit_not_processed',
    duplicate: 'duplicate',
  };
  return reasons[category] ?? 'general';
}

/** Adds what Stripe reported of a demo dispute: an event for each step, as its webhook brings them. */
export async function addReports(
  session: ClientBase,
  dispute: ReportedDispute,
  { cardBrand, transactionId }: { cardBrand: string | null; transactionId: string | null },
  { statuses }: StripeStory,
): Promise<void> {
  const { case_id: id, amount, currency, opened_at, reply_by, submitted_at, outcome_at } = dispute;
  for (const [step, status] of statuses.entries()) {
    const isLast = step === statuses.length - 1;
    const at = step === 0 ? opened_at : isLast && outcome_at ? outcome_at : submitted_at!;
    const told = {
      id,
      object: 'dispute',
      amount: Math.round(Number(amount) * 10 ** digitsOf(currency)),
      currency: currency?.toLowerCase(),
      charge: transactionId,
      created: Date.parse(opened_at) / 1000,
      reason: stripeReason(dispute.category),
      payment_method_details: { card: { brand: cardBrand?.toLowerCase(), network_reason_code: dispute.reason_code } },
      evidence_details: { due_by: reply_by && Date.parse(reply_by) / 1000 },
      status,
    };
    const type = step === 0 ? 'created' : isLast && outcome_at ? 'closed' : 'updated';
    await session.query(
      `INSERT INTO stripe_events (event_id, case_id, type, at, dispute, dispute_id, create_ts)
       SELECT $1, $2, $3, $4, $5, id, $4 FROM disputes WHERE case_id = $2`,
      [`evt_${id}_${step}`, id, `charge.dispute.${type}`, at, JSON.stringify(told)],
    );
  }
}
