import { csvRows } from '../platform/csv.js';
import { formatDate, formatListTime, monthName } from '../shared/dates.js';
import { type OrderColumn, orderColumns } from '../shared/order-queues.js';
import type { OrderRow } from '../shared/orders.js';
import { standingRows } from '../shared/standing.js';

/** The rows of a list as CSV (RFC 4180), with these columns in the formats of the screen: a byte order mark, headings, rows. */
export async function* toCsv(
  columns: readonly OrderColumn[],
  batches: AsyncIterable<OrderRow[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvRows([columns.map(heading)])}`;
  for await (const rows of batches) {
    if (rows.length > 0) yield csvRows(rows.map((row) => columns.map((column) => values[column](row))));
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
