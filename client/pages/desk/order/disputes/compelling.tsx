import { Link } from '@/components/link';
import type { DisputeCase } from '@shared/answers/disputes';
import { formatShortDay } from '@shared/dates';
import { routes } from '@shared/routes';
import { Check, CircleDashed } from 'lucide-react';

/** Visa's rules, charge by charge: which of them count, and what each other one fails (docs/evidence.md#compelling-evidence). */
export function Compelling({ of: { meets, verdict, charges } }: { of: NonNullable<DisputeCase['compelling']> }) {
  return (
    <div className="mt-3">
      <p className="font-medium">Visa Compelling Evidence 3.0</p>
      <p className={`text-sm ${meets ? 'text-good' : 'text-ink-soft'}`}>{verdict}</p>
      {charges.length > 0 && (
        <ul className="mt-1">
          {charges.map((charge) => (
            <Charge key={charge.order_id} {...charge} />
          ))}
        </ul>
      )}
    </div>
  );
}

type ChargeProps = NonNullable<DisputeCase['compelling']>['charges'][number];

function Charge({ order_id, encoded_id, at, days, same, fails, counts }: ChargeProps) {
  const Icon = counts ? Check : CircleDashed;
  return (
    <li className="flex gap-2 border-t border-line py-1.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${counts ? 'text-good' : 'text-ink-faint'}`} />
      <span className="min-w-0">
        <span className="block tabular-nums">
          <Link href={routes.order(encoded_id)} className="text-accent underline-offset-2 hover:underline">
            {order_id}
          </Link>
          <span className="text-ink-soft">
            {' · '}
            {formatShortDay(at)}, {days} {days === 1 ? 'day' : 'days'} before
          </span>
        </span>
        <span className="block text-sm text-ink-faint">
          {counts
            ? 'Meets every rule'
            : fails.length === 0
              ? 'Meets every rule by itself'
              : `Fails: ${fails.join('; ')}`}
          {' · '}
          {same.length > 0 ? `the same: ${same.join(', ')}` : 'nothing else is the same'}
        </span>
      </span>
    </li>
  );
}
