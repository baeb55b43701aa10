/** `USD 49.00`, with a third decimal only if the amount has one; null when no amount is on record. */
export function money(amount: string | null, currency: string | null): string | null {
  return amount === null ? null : `${currency ?? ''} ${amount.replace(/(\.\d\d)0$/, '$1')}`.trim();
}
