import { Link } from '@/components/link';
import { Section } from '@/components/section';
import { StatusBadge } from '@/components/status-badge';
import { Time } from '@/components/time';
import { formatUtcMinute } from '@shared/dates';
import type { EarlierEntry, SharedTrait } from '@shared/packs';
import { routes } from '@shared/routes';

const traits: Record<SharedTrait, string> = {
  email: 'email',
  passport: 'passport',
  card: 'card',
  device: 'device',
  ip: 'IP address',
};

/** Earlier orders that seem to be from the same person, with the facts that match. */
export function EarlierOrders({ earlier }: { earlier: EarlierEntry[] }) {
  if (earlier.length === 0) return null;
  return (
    <Section title="Earlier Orders" count={earlier.length}>
      <ul className="border-y border-line">
        {earlier.map(({ order_id, encoded_id, create_ts, process_status, by }) => (
          <li
            key={order_id}
            className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-2 py-1.5 first:border-t-0"
          >
            <Link
              href={routes.order(encoded_id)}
              className="rounded-xs font-medium text-accent tabular-nums hover:underline"
            >
              {order_id}
            </Link>
            <span className="w-36">
              <StatusBadge status={process_status} />
            </span>
            <span className="text-sm text-ink-soft">
              <Time at={create_ts} format={formatUtcMinute} />
            </span>
            <span className="text-ink-faint">Same {by.map((trait) => traits[trait]).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
