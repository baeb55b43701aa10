import { decimalsOf, money } from './money.js';

// What was given back of a charge, counted from its refunds (docs/disputes.md#refunds).

export const refundStates = ['done', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** Money that was given back; `amount` is null where nobody told it: then it is all that was left. */
type Given = { amount: string | null; state: RefundState };
/** A refund as the order's page has it. */
type Answered = Given & { is_whole: boolean | null; charge_id: number | null };
type Charge = { amount: string | null };

/** How much of the charge is left to give back; null when the charge or a refund of it is of no known amount. */
export function leftOf(charge: string | null, refunds: readonly Given[]): string | null {
  if (charge === null) return null;
  const done = refunds.filter(({ state }) => state === 'done');
  if (done.some(({ amount }) => amount === null)) return '0';
  const left = thousandths(charge) - done.reduce((sum, { amount }) => sum + thousandths(amount!), 0);
  return decimal(Math.max(0, left));
}

/** How much was given back; the whole charge where a refund is of no told amount. Null when nobody knows. */
export function givenOf(charge: string | null, refunds: readonly Given[]): string | null {
  const done = refunds.filter(({ state }) => state === 'done');
  if (done.some(({ amount }) => amount === null)) return charge;
  return decimal(done.reduce((sum, { amount }) => sum + thousandths(amount!), 0));
}

/** Whether one decimal amount is more than another. */
export function isMore(one: string, other: string): boolean {
  return thousandths(one) > thousandths(other);
}

/** `5.00`: an amount in the currency's own digits; further decimals only if the amount has them. */
export function plainAmount(amount: string, currency: string | null): string {
  const [whole = '', fraction = ''] = decimal(thousandths(amount)).split('.');
  const decimals = decimalsOf(fraction, currency);
  return decimals ? `${whole}.${decimals}` : whole;
}

/** Whether a member has to say if the refunds were all of a charge whose amount nobody knows. */
export function asksWasAll(
  { amount, refund_date: closed }: Charge & { refund_date: string | null },
  refunds: Answered[],
) {
  const isAsked = (one: Answered) => one.state === 'done' && one.is_whole === null && one.charge_id === null;
  return amount === null && closed === null && refunds.some(isAsked);
}

/** `USD 5.00 of USD 59.00`; without the charge where its amount is not known, null where nothing is. */
export function partOf(given: string | null, charge: string | null, currency: string | null): string | null {
  const parts = [money(given, currency), money(charge, currency)].filter((part) => part !== null);
  return given === null ? null : parts.join(' of ');
}

/** The sum of decimal amounts; null when one of them is. */
export function sumOf(amounts: readonly (string | null)[]): string | null {
  return amounts.includes(null) ? null : decimal(amounts.reduce((sum, one) => sum + thousandths(one!), 0));
}

function thousandths(amount: string): number {
  return Math.round(Number(amount) * 1000);
}

function decimal(sum: number): string {
  return (sum / 1000).toFixed(3);
}
