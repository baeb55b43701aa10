import type { StripeAnswer } from '../shared/stripe.js';
import type { Answer } from './answers.queries.js';

/** An answer with its wire names. */
export function toAnswer(answer: Answer): StripeAnswer {
  return {
    id: answer.id,
    dispute_id: answer.disputeId,
    pack_id: answer.packId,
    state: answer.state,
    in_doubt: answer.inDoubt,
    failure: answer.failure,
    files: Object.keys(answer.files),
    staged_by: answer.stagedBy,
    staged_at: answer.stagedAt?.toISOString() ?? null,
    submitted_by: answer.submittedBy,
    submitted_at: answer.submittedAt?.toISOString() ?? null,
  };
}
