/**
 * `USD 1,079.00`, `JPY 8,800`: the currency's own digits and separators of thousands; further decimals only if the amount
 * has them. null when no amount is on record.
 * @param amount a decimal number as text, at most three decimals
 */
export function money(amount: string | null, currency: string | null): string | null {
  if (amount === null) return null;

  const [whole = '', fraction = ''] = amount.replace(/^-/, '').split('.');
  const decimals = fraction.replace(/0+$/, '').padEnd(digitsOf(currency), '0');
  const sign = amount.startsWith('-') ? '-' : '';
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${currency ?? ''} ${sign}${grouped}${decimals && `.${decimals}`}`.trim();
}

/** How many decimals a currency has; two for one that nobody knows. */
export function digitsOf(currency: string | null): number {
  if (!/^[A-Z]{3}$/i.test(currency ?? '')) return 2;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency! });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
