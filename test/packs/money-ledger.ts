/**
 * A ledger of what was charged, given back and disputed of one order, by the rules of docs/disputes.md. It shares no code
 * with the product. Amounts are whole cents; null is one that nobody told.
 */

/** A charge of no known amount has no known currency, too. */
export type LedgerCharge = { id: string; cents: number | null; currency: string | null };
export type LedgerRefund = {
  of: LedgerCharge;
  /** Null: the whole of a charge whose amount is not known. */
  cents: number | null;
  /** As it was told, else that of the charge, else that of what was given back of the charge before. */
  currency: string | null;
  reference: string | null;
  /** When it was written, and when it failed, in steps. */
  step: number;
  failed: number | null;
};

/** A case about a charge, as Stripe tells it. */
export type LedgerDispute = {
  caseId: string;
  charge: string;
  state: 'open' | 'submitted' | 'won' | 'lost';
  /** Whether the order has the charge by now. */
  isTied: boolean;
};
type Share = { of: LedgerCharge; cents: number | null };

/** `1234.50` */
export const plain = (cents: number) => (cents / 100).toFixed(2);
/** `USD 1,234.50` */
export const priced = (cents: number, currency: string | null) =>
  `${currency ?? ''} ${plain(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`.trim();

/** The sum; null when one of them is. */
const total = (amounts: (number | null)[]) =>
  amounts.reduce((sum: number | null, one) => (sum === null || one === null ? null : sum + one), 0);

export class MoneyLedger {
  readonly charges: LedgerCharge[] = [];
  readonly refunds: LedgerRefund[] = [];
  readonly disputes: LedgerDispute[] = [];
  status: string;
  isLate = false;
  /** Whether a member said that nothing more will be given back, or a shop gave back what nobody had told. */
  private saidAll = false;
  private wasClosed = false;
  private step = 0;

  /** @param currency the order's; null where it is not known */
  constructor(
    public currency: string | null,
    first: LedgerCharge | undefined,
  ) {
    this.status = first ? 'New' : 'Pending';
    if (first) this.charges.push(first);
  }

  /** The amount of the first charge, which a later payment tells. */
  tellAmount(cents: number, currency: string): void {
    const { isClosed } = this;
    Object.assign(this.charges[0]!, { cents, currency });
    this.currency = currency;
    this.settle();
    if (this.isClosed && !isClosed && this.status !== 'Deleted') this.status = 'Refunds';
  }

  private done(charge: LedgerCharge): LedgerRefund[] {
    return this.refunds.filter((one) => one.of === charge && one.failed === null);
  }
  /** How much was given back of a charge; null for the whole of one whose amount is not known. */
  given(charge: LedgerCharge): number | null {
    const done = this.done(charge);
    return done.some(({ cents }) => cents === null) ? charge.cents : total(done.map(({ cents }) => cents));
  }
  /** How much is left of it; null when its amount is not known. */
  left(charge: LedgerCharge): number | null {
    return charge.cents === null ? null : charge.cents - (this.given(charge) ?? charge.cents);
  }
  isOpen(charge: LedgerCharge): boolean {
    if (charge.cents !== null) return this.left(charge)! > 0;
    const done = this.done(charge);
    // any refund of a further charge is its whole; of the first a refund with an amount may be a part
    return charge === this.charges[0] ? !done.some(({ cents }) => cents === null) : done.length === 0;
  }
  get open(): LedgerCharge[] {
    return this.charges.filter((one) => this.isOpen(one));
  }
  /** The charges in a currency; one of no known currency may be in any. */
  private in(currency: string | null): LedgerCharge[] {
    return this.charges.filter((one) => one.currency === currency || one.currency === null);
  }
  /** The charges that money in a currency may be given back of. */
  private fitting(currency: string | null): LedgerCharge[] {
    return this.charges.filter((one) => [currency, null].includes(this.currencyOf(one)));
  }
  /** The currency of a charge; where nobody told it, that of what was given back of it first. */
  currencyOf(charge: LedgerCharge): string | null {
    return charge.currency ?? this.done(charge)[0]?.currency ?? null;
  }
  /** What is left of the charges in a currency; null when nobody knows. */
  leftIn(currency: string | null): number | null {
    return total(this.in(currency).map((one) => this.left(one)));
  }
  givenIn(currency: string | null): number | null {
    return total(this.in(currency).map((one) => this.given(one)));
  }
  get isAnyGiven(): boolean {
    return this.refunds.some(({ failed }) => failed === null);
  }
  get isClosed(): boolean {
    return this.isAnyGiven && (this.saidAll || this.open.length === 0);
  }
  get pays(): LedgerCharge | undefined {
    return this.open[0] ?? this.charges[0];
  }
  get marks(): string[] {
    const done = this.refunds.filter(({ failed }) => failed === null);
    const returned = this.refunds.some(({ failed }) => failed !== null && !done.some(({ step }) => step > failed));
    return [
      ...(returned ? ['returned'] : []),
      ...(this.isLate ? ['late'] : []),
      ...(this.open.length > 1 && !this.isClosed ? ['twice'] : []),
    ];
  }
  /** Whether nothing more is to be given back of a charge of which something was. */
  isBack(charge: LedgerCharge): boolean {
    if (this.done(charge).length === 0) return false;
    return !this.isOpen(charge) || (charge.cents === null && this.isClosed);
  }
  /** What the shop reads. */
  get state(): string {
    if (this.status === 'Deleted') return 'cancelled';
    const isAll = this.isClosed && (this.leftIn(this.currency) ?? 0) === 0;
    if (this.status === 'Refunds') return isAll ? 'refunded' : 'cancelled';
    return ['New', 'Pending'].includes(this.status) ? 'received' : 'in progress';
  }
  /** Whether the bank has the money: only an Admin may give it back, and has to confirm it. */
  get isTaken(): boolean {
    return this.disputes.some(({ state, isTied }) => isTied && state !== 'won');
  }

  pay(charge: LedgerCharge): void {
    this.step += 1;
    if (this.charges.some(({ id }) => id === charge.id)) return;
    const isLate = this.status === 'Deleted' || (this.charges.length > 0 && this.status === 'Refunds');
    this.charges.push(charge);
    this.saidAll = false;
    if (isLate) this.isLate = true;
    if (isLate) this.status = 'Refunds';
    else if (this.status === 'Pending') this.status = 'New';
    this.settle();
  }

  /** Returns the charges that a refund is of and how much of each; undefined when it must be refused. */
  shares(told: { charge?: LedgerCharge | undefined; cents?: number | undefined; currency: string | null }) {
    const { charge, cents, currency } = told;
    const isTooMuch = (left: number | null) => cents !== undefined && left !== null && cents > left;
    if (charge) return isTooMuch(this.left(charge)) ? undefined : [{ of: charge, cents: cents ?? this.left(charge) }];
    if (cents === undefined) return this.open.map((one) => ({ of: one, cents: this.left(one) }));
    const left = total(this.fitting(currency).map((one) => this.left(one)));
    return isTooMuch(left) ? undefined : this.spread(cents, currency);
  }

  /** An amount over the charges in a currency. */
  private spread(cents: number, currency: string | null): Share[] {
    const fitting = this.open.filter((one) => this.fitting(currency).includes(one));
    for (const one of fitting.toReversed()) {
      if (one !== this.charges[0] && this.left(one) === cents) return [{ of: one, cents }];
    }
    let rest = cents;
    const shares = fitting.flatMap((one) => {
      const part = Math.min(rest, this.left(one) ?? rest);
      rest -= part;
      return part > 0 ? [{ of: one, cents: part }] : [];
    });
    // more than is left can only be of a charge whose amount nobody knows
    const unknown = this.charges.find((one) => one.cents === null);
    return rest > 0 ? [...shares, { of: unknown!, cents: rest }] : shares;
  }

  /** @param told the currency, where it was told */
  give(
    shares: Share[],
    reference: string | null,
    { isAll = false, told }: { isAll?: boolean; told?: string } = {},
  ): void {
    this.step += 1;
    for (const share of shares) {
      const currency = told ?? this.currencyOf(share.of);
      if (share.cents !== 0) this.refunds.push({ ...share, currency, reference, step: this.step, failed: null });
    }
    if (isAll) this.saidAll = true;
    this.settle();
    if (this.isClosed && this.status !== 'Deleted') this.status = 'Refunds';
  }

  /** A member's answer to whether what was given back was all. */
  sayAll(isAll: boolean): void {
    this.saidAll = isAll;
    this.settle();
    if (isAll && this.status !== 'Deleted') this.status = 'Refunds';
  }

  fail(reference: string): void {
    this.step += 1;
    const done = this.refunds.filter((one) => one.reference === reference && one.failed === null);
    for (const one of done) one.failed = this.step;
    if (done.length > 0) this.saidAll = false;
    this.settle();
  }

  move(to: string): void {
    if (this.status === 'Refunds' && to !== 'Refunds') this.isLate = false;
    this.status = to;
  }

  /** The mark of a late payment ends when the order is refunded. */
  private settle(): void {
    if (this.isClosed && !this.wasClosed) this.isLate = false;
    this.wasClosed = this.isClosed;
  }
}
