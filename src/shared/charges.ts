import { money } from './money.js';
import { givenOf, isMore, leftOf, type RefundState, sumOf } from './refunds.js';

// The charges of an order and what is left of each, counted from the refunds (docs/disputes.md#charges). The database counts
// the same (src/database/functions/charges_of.sql).

/** A charge; `id` is null for the order's first. */
export type Charge = {
  id: number | null;
  transactionId: string | null;
  amount: string | null;
  currency: string | null;
};
type OfCharge = { chargeId: number | null; amount: string | null; state: RefundState };

/** The refunds of a charge. */
export function refundsOf<Refund extends OfCharge>({ id }: Pick<Charge, 'id'>, refunds: readonly Refund[]): Refund[] {
  return refunds.filter(({ chargeId }) => chargeId === id);
}

/** How much of a charge is left to give back; null when its amount is not known. */
export function leftOfCharge(charge: Charge, refunds: readonly OfCharge[]): string | null {
  return leftOf(charge.amount, refundsOf(charge, refunds));
}

/** Whether there is money of a charge to give back. */
export function isOpen(charge: Charge, refunds: readonly OfCharge[]): boolean {
  const left = leftOfCharge(charge, refunds);
  if (left !== null) return isMore(left, '0');
  const done = refundsOf(charge, refunds).filter(({ state }) => state === 'done');
  return !done.some(({ amount }) => charge.id !== null || amount === null);
}

/**
 * The charge that pays for the order: the first, or once it was given back the first of the others that was not.
 * @param charges the first first
 */
export function payingOf<One extends Charge>(charges: readonly One[], refunds: readonly OfCharge[]): One {
  return charges.find((one) => isOpen(one, refunds)) ?? charges[0]!;
}

/** How much of all charges in a currency is left; null when an amount is not known. */
export function leftOfAll(charges: readonly Charge[], refunds: readonly OfCharge[], currency: string | null) {
  return sumOf(inCurrency(charges, currency).map((one) => leftOfCharge(one, refunds)));
}

/** How much of all charges in a currency was given back; null when nobody knows. */
export function givenOfAll(charges: readonly Charge[], refunds: readonly OfCharge[], currency: string | null) {
  return sumOf(inCurrency(charges, currency).map((one) => givenOf(one.amount, refundsOf(one, refunds))));
}

/** How much was charged in a currency; null when an amount is not known. */
export function chargedOf(charges: readonly Charge[], currency: string | null): string | null {
  return sumOf(inCurrency(charges, currency).map(({ amount }) => amount));
}

/** A charge of no known currency may be in any. */
function inCurrency(charges: readonly Charge[], currency: string | null): Charge[] {
  return charges.filter((one) => one.currency === currency || one.currency === null);
}

/** Another charge of an order, and what became of it. Times are ISO 8601 in UTC. */
export type OtherCharge = {
  /** Its place among the charges of the order, from 1. */
  number: number;
  transaction_id: string | null;
  amount: string | null;
  currency: string | null;
  at: string;
  /** Whether `at` was told; else it is when the charge was reported. */
  at_told: boolean;
  given: { amount: string | null; at: string }[];
  /** Whether all of it was given back. */
  whole: boolean;
  /** Whether it is the one that pays for the order. */
  pays: boolean;
};

const ordinals = ['first', 'a second time', 'a third time'];

/** `USD 59.00 was charged a second time on 2 Jan 2026, 03:04 UTC, and given back on 5 Jan 2026, 10:00 UTC` */
export function wordsOf(one: OtherCharge, when: (at: string) => string): string {
  const what = money(one.amount, one.currency);
  const nth = ordinals[one.number - 1] ?? 'again';
  const at = one.at_told ? ` on ${when(one.at)}` : `, recorded on ${when(one.at)}`;
  return `${what ? `${what} was charged` : 'The order was charged'} ${nth}${at}, and ${endOf(one, when)}`;
}

function endOf({ given, currency, whole, pays }: OtherCharge, when: (at: string) => string): string {
  if (given.length === 0) return pays ? 'pays for the order' : 'not given back yet';
  const days = given.map(({ at }) => when(at)).join(' and ');
  if (whole) return `given back on ${days}`;
  return `${money(sumOf(given.map(({ amount }) => amount)), currency) ?? 'a part'} of it was given back on ${days}`;
}

/** A part of a refund: the charge that it is of, and how much; null for a charge whose amount is not known. */
export type Share = { charge: Charge; amount: string | null };

/**
 * The charges that a refund is of (docs/disputes.md#charges): the one that it names; without an amount every one that is not
 * given back; else a later one of which exactly this amount is left, or the first and then the others. More than is left of these
 * is of a charge whose amount is not known.
 * @param told `amount`: at most what is left of the charges in `currency`
 */
export function sharesOf(
  charges: readonly Charge[],
  refunds: readonly OfCharge[],
  { named, amount, currency }: { named: Charge | undefined; amount: string | undefined; currency: string | null },
): Share[] {
  const [first] = charges;
  if (named || charges.length === 1) {
    const charge = named ?? first!;
    return [{ charge, amount: amount ?? leftOfCharge(charge, refunds) }];
  }
  const open = charges.filter((one) => isOpen(one, refunds));
  if (amount === undefined) return open.map((charge) => ({ charge, amount: leftOfCharge(charge, refunds) }));

  const fitting = inCurrency(open, currency);
  const same = fitting.findLast(
    (one) => one.id !== null && Number(leftOfCharge(one, refunds) ?? -1) === Number(amount),
  );
  if (same) return [{ charge: same, amount }];
  const shares: Share[] = [];
  let rest = amount;
  for (const charge of fitting) {
    const left = leftOfCharge(charge, refunds);
    const isAll = left === null || !isMore(rest, left);
    shares.push({ charge, amount: isAll ? rest : left });
    if (isAll) return shares;
    rest = sumOf([rest, `-${left}`])!;
  }
  return [...shares, { charge: charges.find((one) => one.amount === null) ?? first!, amount: rest }];
}
