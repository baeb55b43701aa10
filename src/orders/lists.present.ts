import type { LostHold } from '../shared/answers/lost-holds.js';
import { cardDoubts } from '../shared/card-verdicts.js';
import { allInboxMarks } from '../shared/inbox-marks.js';
import { encodeOrderId } from '../shared/order-id.js';
import { standing } from '../shared/standing.js';
import type { MatchingOrder, OrderRow } from '../shared/orders.js';
import type { Cursor, Sorting } from './listing.queries.js';
import type { KeyFacts, RowFacts } from './lists.queries.js';
import type { LostHoldFacts } from './lost-holds.queries.js';

/** What waits in an order's mailbox, and what is wrong with its card, from its marks. */
export function marksIn(marks: RowFacts['inbox_marks']): Pick<OrderRow, 'inbox_marks' | 'card_doubt'> {
  return {
    inbox_marks: allInboxMarks.filter((mark) => marks.includes(mark)),
    card_doubt: cardDoubts.find((doubt) => marks.includes(doubt)) ?? null,
  };
}

/** A row of a list, with its wire names. */
export function toRow(row: RowFacts): OrderRow {
  return {
    order_id: row.id,
    encoded_id: encodeOrderId(row.id),
    process_status: row.process_status,
    processing_mode: row.processing_mode,
    full_name: row.full_name,
    contact_email_address: row.contact_email_address,
    phone_code: row.phone_code,
    phone_number: row.phone_number,
    create_ts: row.create_ts.toISOString(),
    doa: row.doa,
    refund_date: row.refund_date?.toISOString() ?? null,
    processing_date: row.processing_date,
    process_month: row.process_month,
    checks: row.checks,
    assign_to: row.assign_to,
    held_since: row.held_since?.toISOString() ?? null,
    version: row.version,
    card_due: row.card_due,
    submit_again: row.submit_again,
    has_request: row.has_request,
    ...marksIn(row.inbox_marks),
    standing: standing(row),
  };
}

/** The fields of an order that a selection needs. */
export function toKey({ id, process_status, version }: KeyFacts): MatchingOrder {
  return { order_id: id, encoded_id: encodeOrderId(id), process_status, version };
}

/** A lost hold, with its wire names. */
export function toLostHold(
  { id, orderId, takenBy, holder, status, createTs }: LostHoldFacts,
  has_draft: boolean,
): LostHold {
  return { id, order_id: orderId, by: takenBy, holder, status, at: createTs.toISOString(), has_draft };
}

/** A cursor as the client gets it. It is valid for this sort order only. */
export function toCursor({ sorted, id }: RowFacts, { sort, dir }: Sorting): string {
  return Buffer.from(JSON.stringify({ sorted, id, sort, dir })).toString('base64url');
}

/** A client's cursor; undefined when it is malformed or belongs to another sort order. */
export function fromCursor(cursor: string, { sort, dir }: Sorting): Cursor | undefined {
  try {
    const read = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, unknown>;
    const { sorted, id } = read;
    const isValue = sorted === null || typeof sorted === 'string';
    if (read.sort !== sort || read.dir !== dir || !isValue || !Number.isSafeInteger(id)) return undefined;
    return { sorted, id: id as number };
  } catch {
    return undefined;
  }
}
