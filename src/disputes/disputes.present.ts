import type { Dispute } from '../database/dispute.entity.js';
import { comparedElements, evidenceRules, type Verdict } from '../shared/compelling-evidence.js';
import { disputeReason } from '../shared/dispute-reasons.js';
import { disputeStates } from '../shared/dispute-states.js';
import { missingDetails } from '../shared/disputes.js';
import type { DisputeCase, DisputeEntry, DisputeRow } from '../shared/answers/disputes.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { ListedDispute } from './disputes.queries.js';

/** A dispute with its wire names. */
export function toDispute(dispute: Dispute): DisputeEntry {
  return {
    id: dispute.id,
    order_id: dispute.orderId,
    encoded_id: encodeOrderId(dispute.orderId),
    network: dispute.network,
    reason_code: dispute.reasonCode,
    reason_title: disputeReason(dispute.network, dispute.reasonCode)?.title ?? null,
    category: dispute.category,
    case_id: dispute.caseId,
    arn: dispute.arn,
    amount: dispute.amount,
    currency: dispute.currency,
    opened_at: dispute.openedAt.toISOString(),
    reply_by: dispute.replyBy?.toISOString() ?? null,
    state: dispute.state,
    source: dispute.source,
    details_missing: disputeStates[dispute.state].waits ? missingDetails(dispute) : [],
    submitted_pack_id: dispute.submittedPackId,
    submitted_at: dispute.submittedAt?.toISOString() ?? null,
    submitted_by: dispute.submittedBy,
    outcome_at: dispute.outcomeAt?.toISOString() ?? null,
    note: dispute.note,
    version: dispute.version,
    changed_by: dispute.changedBy,
    changed_at: dispute.changedAt.toISOString(),
  };
}

export function toDisputeRow(dispute: ListedDispute, missing: string[]): DisputeRow {
  return {
    ...toDispute(dispute),
    full_name: dispute.fullName,
    process_status: dispute.processStatus,
    refunded: dispute.refunded,
    missing,
  };
}

export function toCompelling({ meets, fault, pair, candidates }: Verdict): NonNullable<DisputeCase['compelling']> {
  return {
    meets,
    verdict: fault ?? 'Two earlier charges meet every rule.',
    charges: candidates.map((one) => ({
      order_id: one.charge.order_id,
      encoded_id: encodeOrderId(one.charge.order_id),
      at: one.charge.at,
      days: one.days,
      same: one.same.map((element) => comparedElements[element]),
      fails: one.fails.map((rule) => evidenceRules[rule]),
      counts: pair.includes(one),
    })),
  };
}
