import { Link } from '@/components/link';
import { Time } from '@/components/time';
import type { AuditEntry } from '@shared/answers/audit';
import { formatListTime } from '@shared/dates';
import { routes } from '@shared/routes';

/** How many orders equal rows are of, or how often it happened: `174 orders`. @param isCut whether older ones may be equal, too */
export function countOf(rows: AuditEntry[], isCut: boolean): string {
  const orders = new Set(rows.map(({ order_id: id }) => id));
  const what = orders.size === rows.length && !orders.has(null) ? 'orders' : 'times';
  return `${rows.length.toLocaleString('en')} ${isCut ? 'or more ' : ''}${what}`;
}

/** What is different in equal rows: time and order of each, the newest first. */
export function EqualRows({ label, rows }: { label: string; rows: AuditEntry[] }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6">
      {rows.map((row) => (
        <li key={row.id} className="flex gap-x-3">
          <span className="text-ink-faint">
            <Time at={row.create_ts} format={clockOf} />
          </span>
          <OrderLink {...row} />
        </li>
      ))}
    </ul>
  );
}

/** The order of a row; nothing for a row without one. */
export function OrderLink({ order_id: id, encoded_id: encoded }: AuditEntry) {
  return (
    encoded && (
      <Link href={routes.order(encoded)} className="font-medium text-accent hover:underline">
        {id}
      </Link>
    )
  );
}

/** The clock of a time, to the second. */
export function clockOf(at: string): string {
  return formatListTime(at).split(' ')[1]!;
}
