import { type CheckId, orderChecks } from '@shared/order-checks';

/** The class of a check's colour. */
export function toneOf(checks: readonly CheckId[]): string {
  return checks.some((id) => orderChecks[id].severity === 'stops') ? 'tone-rose' : 'tone-amber';
}

/** In a list: that an order fails checks, how many and which. */
export function CheckMark({ checks }: { checks: readonly CheckId[] }) {
  const names = checks.map((id) => orderChecks[id].label).join(', ');
  return (
    <span title={names} className={`tag ${toneOf(checks)}`}>
      <span aria-hidden>! {checks.length}</span>
      <span className="sr-only">Check: {names}</span>
    </span>
  );
}
