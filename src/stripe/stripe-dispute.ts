import { z } from 'zod';
import { type DisputeNetwork, networkOfBrand } from '../shared/dispute-reasons.js';
import type { DisputeState } from '../shared/dispute-states.js';
import { disputeStates } from '../shared/dispute-states.js';
import { evidenceFieldLength } from '../shared/limits.js';

/** A time of Stripe. */
export const seconds = z.number().min(0).max(8_000_000_000);
/** An id, or the object that it names, where Stripe expanded it. */
export const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** What the bank sent about the cardholder's claim: a text, and the ids of files that Stripe has. */
const claim = z.object({
  evidence_type: z.string().max(100).nullish().catch(null),
  text_evidence: z
    .string()
    .transform((text) => text.trim().slice(0, evidenceFieldLength))
    .nullish()
    .catch(null),
  file_evidence: z.array(named).max(100).nullish().catch(null),
});
export type Claim = z.infer<typeof claim>;

/** What the product reads of a dispute of Stripe; anything else in it may change with Stripe's versions. */
export const stripeDispute = z.object({
  id: z.string().min(1).max(100),
  amount: z.number().int().nonnegative(),
  currency: z.string().regex(/^[a-z]{3}$/i),
  charge: named.nullish(),
  payment_intent: named.nullish(),
  created: seconds,
  reason: z.string().max(100).nullish(),
  network_reason_code: z.string().max(40).nullish(),
  payment_method_details: z
    .object({
      card: z.object({ brand: z.string().nullish(), network_reason_code: z.string().max(40).nullish() }).nullish(),
    })
    .nullish(),
  evidence_details: z.object({ due_by: seconds.nullish() }).nullish(),
  status: z.string().max(100),
  // a preview of Stripe's, one or several; in another shape it is left out, for the dispute counts
  issuer_evidence: z
    .union([z.array(claim).max(20), claim.transform((one) => [one])])
    .optional()
    .catch(undefined),
});
export type StripeDispute = z.infer<typeof stripeDispute>;

/** What the product reads of an early warning of Stripe: the card's network takes a charge for fraud, and a dispute may follow. */
export const earlyWarning = z.object({
  id: z.string().min(1).max(100),
  charge: named.nullish(),
  payment_intent: named.nullish(),
  fraud_type: z.string().max(100).nullish(),
});
export type EarlyWarning = z.infer<typeof earlyWarning>;

/** An event as it is kept: when Stripe made it, and the dispute as it was then. */
export type StripeReport = { at: Date; dispute: StripeDispute };

/** Stripe's words for where a dispute stands. An inquiry that is closed took no money: it is won. */
const states: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'submitted',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'submitted',
  won: 'won',
  lost: 'lost',
  // Stripe gave the money back before the bank decided
  prevented: 'accepted',
};

/** How far a state is; of two events of one second the further one is the newer. */
const steps: Record<DisputeState, number> = { inquiry: 0, open: 1, submitted: 2, accepted: 3, lost: 3, won: 3 };

/** The state that a dispute of Stripe has here; undefined for a status that the product doesn't know, such as an appeal. */
export function stateOf({ status }: StripeDispute): DisputeState | undefined {
  return Object.hasOwn(states, status) ? states[status] : undefined;
}

/** The reports in the order in which Stripe made them, whatever the order they came in. */
export function byTime(reports: StripeReport[]): StripeReport[] {
  const step = ({ dispute }: StripeReport) => steps[stateOf(dispute) ?? 'inquiry'];
  return reports.toSorted((one, other) => one.at.getTime() - other.at.getTime() || step(one) - step(other));
}

/**
 * The state that our dispute takes on from Stripe's reports.
 * - It goes forward with the newest report, and back only when the bank asks anew: an inquiry that became a chargeback.
 * - What members did stays: an accepted dispute that Stripe reports lost was accepted, and one that was submitted by hand
 *   stays so while Stripe waits.
 * @param ours the state before; undefined for a new dispute
 * @param sorted the reports by time, at least one
 */
export function nextState(ours: DisputeState | undefined, sorted: StripeReport[]): DisputeState {
  const known = sorted.map(({ dispute }) => stateOf(dispute)).filter((state) => state !== undefined);
  const newest = known.at(-1);
  if (newest === undefined || ours === newest) return ours ?? 'open';
  if (ours === undefined) return newest;
  if (ours === 'accepted' && newest === 'lost') return ours;

  const asksAnew = disputeStates[newest].waits && known.some((state) => steps[state] > steps[newest]);
  const isForward = steps[newest] > steps[ours] || (disputeStates[newest].over && disputeStates[ours].over);
  return asksAnew || isForward ? newest : ours;
}

/** Stripe's currencies without decimals, and those with three (its guide, 'Supported currencies'). All others have two. */
const none = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const three = new Set('bhd jod kwd omr tnd'.split(' '));

/** Stripe's smallest units as a decimal number. */
export function decimal(amount: number, currency: string): string {
  const unit = currency.toLowerCase();
  const digits = none.has(unit) ? 0 : three.has(unit) ? 3 : 2;
  return (amount / 10 ** digits).toFixed(digits);
}

/** The details of a dispute of Stripe, as every other report of one gives them. */
export function detailsOf(dispute: StripeDispute) {
  const card = dispute.payment_method_details?.card;
  const network: DisputeNetwork | null = networkOfBrand(card?.brand);
  const due = dispute.evidence_details?.due_by;
  return {
    case_id: dispute.id,
    network: network ?? undefined,
    reason_code: card?.network_reason_code ?? dispute.network_reason_code ?? undefined,
    arn: undefined,
    amount: dispute.amount > 0 ? decimal(dispute.amount, dispute.currency) : undefined,
    currency: dispute.amount > 0 ? dispute.currency.toUpperCase() : undefined,
    opened_at: new Date(dispute.created * 1000),
    reply_by: due ? new Date(due * 1000) : undefined,
    note: dispute.reason ? `Stripe names the reason ${dispute.reason}.` : undefined,
  };
}

type Charged = Pick<StripeDispute, 'payment_intent' | 'charge'>;

/** The ids by which the order of a dispute, an early warning or a refund is found: its transaction id is one of them. */
export function chargeIdsOf({ payment_intent: intent, charge }: Charged): string[] {
  return [intent, charge].filter((id) => typeof id === 'string');
}
