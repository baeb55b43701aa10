import { type CheckId, orderChecks } from '@shared/order-checks';

/** The class of the colour of checks that an order fails: of what stops it, else of what is only odd. */
export function toneOf(checks: readonly CheckId[]): string {
  return checks.some((id) => orderChecks[id].severity === 'stops') ? 'tone-rose' : 'tone-amber';
}
