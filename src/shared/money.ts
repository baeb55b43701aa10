/**
 * `USD 1,079.00`, `JPY 8,800`: the currency's own digits and separators of thousands; further decimals only if the amount
 * has them. null when no amount is on record.
 * @param amount a decimal number as text, at most three decimals
 */
export function money(amount: string | null, currency: string | null): string | null {
  if (amount === null) return null;

  const [whole = '', fraction = ''] = amount.replace(/^-/, '').split('.');
  const decimals = decimalsOf(fraction, currency);
  const sign = amount.startsWith('-') ? '-' : '';
  const grouped = /^\d+$/.test(whole) ? BigInt(whole).toLocaleString('en') : whole;
  return `${currency ?? ''} ${sign}${grouped}${decimals && `.${decimals}`}`.trim();
}

type Sum = { amount: string | null; currency: string | null };

/** Whether both amounts are on record and are the same in the same currency. */
export function isSameMoney(one: Sum, other: Sum): boolean {
  return (
    one.amount !== null &&
    other.amount !== null &&
    Number(one.amount) === Number(other.amount) &&
    one.currency === other.currency
  );
}

/** Whether less was given back than was paid. A refund without an amount on record is one of the whole charge. */
export function isPartRefund(givenBack: string | null, paid: string | null): boolean {
  return givenBack !== null && paid !== null && Number(givenBack) < Number(paid);
}

/** The decimals of an amount as they are written: the currency's own digits; further ones only if the amount has them. */
export function decimalsOf(fraction: string, currency: string | null): string {
  const digits = digitsOf(currency);
  return fraction.slice(0, Math.max(lastDigit(fraction), digits)).padEnd(digits, '0');
}

/** The place behind the last digit that is no zero. */
function lastDigit(fraction: string): number {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  return end;
}

/** How many decimals a currency has; two for one that nobody knows. */
export function digitsOf(currency: string | null): number {
  if (!/^[A-Z]{3}$/i.test(currency ?? '')) return 2;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency! });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
