import type { UnmatchedEntry } from '../shared/answers/unmatched.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { Candidate, UnmatchedRow } from './unmatched.queries.js';

/** An entry of the list with its wire names. */
export function toUnmatched(row: UnmatchedRow, candidates: UnmatchedEntry['candidates']): UnmatchedEntry {
  const { id, kind, caseId, asideAt } = row;
  return {
    id,
    kind,
    create_ts: row.createTs.toISOString(),
    why: row.why,
    candidates,
    case:
      caseId === null
        ? null
        : {
            id: caseId,
            state: row.state,
            reason: row.reason,
            amount: row.amount,
            currency: row.currency,
            reply_by: row.dueAt?.toISOString() ?? null,
            charges: row.charges,
          },
    mail:
      row.mailbox === null
        ? null
        : {
            mailbox: row.mailbox,
            sender: row.sender ?? '',
            subject: row.subject ?? '',
            text: row.text ?? '',
            kind: row.mailKind ?? 'unread',
          },
    aside: asideAt && { at: asideAt.toISOString(), by: row.asideBy ?? '', reason: row.asideReason ?? '' },
  };
}

/** An order that an entry may belong to. */
export function toCandidate(
  { id, fullName, doa, processStatus }: Candidate,
  why: string,
): UnmatchedEntry['candidates'][number] {
  return {
    order_id: id,
    encoded_id: encodeOrderId(id),
    full_name: fullName,
    doa,
    process_status: processStatus,
    why,
  };
}
