import type { CardOutcomeEntry, ListedRow } from '../shared/answers/standing.js';
import { encodeOrderId } from '../shared/order-id.js';
import { standing } from '../shared/standing.js';
import type { ListedOrder, SaidOutcome } from './board.queries.js';

/** An order of the board, with its wire names. */
export function toListedRow({ id, mail_state, mail_failure, ...row }: ListedOrder, now: Date): ListedRow {
  return {
    order_id: id,
    encoded_id: encodeOrderId(id),
    ...row,
    standing: standing(row, now),
    card_mail: mail_state && { state: mail_state, failure: mail_failure },
  };
}

export function toOutcome({ outcome, saidBy, createTs }: SaidOutcome): CardOutcomeEntry {
  return { outcome, said_by: saidBy, create_ts: createTs.toISOString() };
}
