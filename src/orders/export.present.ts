import { csvRows } from '../platform/csv.js';
import { amendFields } from '../shared/amend-fields.js';
import { formatDate, formatListTime, monthName } from '../shared/dates.js';
import type { ExportedName } from '../shared/exported-fields.js';
import { type OrderColumn, orderColumns } from '../shared/order-queues.js';
import type { OrderRow } from '../shared/orders.js';
import { standingRows } from '../shared/standing.js';

/** A row of a list, and what the authority's form asks for of its order. */
export type ExportedRow = { row: OrderRow; more?: Record<ExportedName, string | null> | undefined };

/**
 * The rows of a list as CSV (RFC 4180), with these columns in the formats of the screen: a byte order mark, headings, rows.
 * @param names what of the form follows them
 */
export async function* toCsv(
  columns: readonly OrderColumn[],
  names: readonly ExportedName[],
  batches: AsyncIterable<ExportedRow[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvRows([[...columns.map(heading), ...names.map((name) => amendFields[name].label)]])}`;
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield csvRows(
      rows.map(({ row, more }) => [
        ...columns.map((column) => values[column](row)),
        ...names.map((name) => (name === 'dod' && more?.dod ? formatDate(more.dod) : (more?.[name] ?? ''))),
      ]),
    );
  }
}

function heading(column: OrderColumn): string {
  const { title, note } = orderColumns[column] as { title: string; note?: string };
  return note ? `${title} (${note})` : title;
}

/** The value of each column, formatted as on the screen. */
const values: Record<OrderColumn, (row: OrderRow) => string> = {
  order_id: (row) => String(row.order_id),
  full_name: (row) => row.full_name,
  doa: (row) => formatDate(row.doa),
  deadline: (row) => standingRows[row.standing].label,
  contact_email_address: (row) => row.contact_email_address,
  telephone: (row) => `${row.phone_code} ${row.phone_number}`.trim(),
  create_ts: (row) => formatListTime(row.create_ts),
  refund_date: (row) => formatListTime(row.refund_date),
  processing_date: (row) => formatDate(row.processing_date),
  process_month: (row) => monthName(row.process_month),
  process_status: (row) => row.process_status,
};
