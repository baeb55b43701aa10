/**
 * A ledger of what was charged and given back of one order, by the rules of docs/disputes.md#refunds and #charges. It shares
 * no code with the product. Amounts are whole cents.
 */

export type LedgerCharge = { id: string; cents: number; currency: string };
export type LedgerRefund = {
  of: LedgerCharge;
  cents: number;
  reference: string | null;
  /** When it was written, and when it failed, in steps. */
  step: number;
  failed: number | null;
};

/** `1234.50` */
export const plain = (cents: number) => (cents / 100).toFixed(2);
/** `USD 1,234.50` */
export const priced = (cents: number, currency: string) =>
  `${currency} ${plain(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

export class MoneyLedger {
  readonly charges: LedgerCharge[] = [];
  readonly refunds: LedgerRefund[] = [];
  status: string;
  isLate = false;
  /** Whether a member said that nothing more will be given back. */
  private saidAll = false;
  private wasClosed = false;
  private step = 0;

  constructor(
    readonly currency: string,
    first: LedgerCharge | undefined,
  ) {
    this.status = first ? 'New' : 'Pending';
    if (first) this.charges.push(first);
  }

  given(charge: LedgerCharge): number {
    return this.refunds.reduce((sum, one) => sum + (one.of === charge && one.failed === null ? one.cents : 0), 0);
  }
  left(charge: LedgerCharge): number {
    return charge.cents - this.given(charge);
  }
  get open(): LedgerCharge[] {
    return this.charges.filter((one) => this.left(one) > 0);
  }
  /** What is left of the charges in a currency. */
  leftIn(currency: string): number {
    return this.charges.filter((one) => one.currency === currency).reduce((sum, one) => sum + this.left(one), 0);
  }
  givenIn(currency: string): number {
    return this.charges.filter((one) => one.currency === currency).reduce((sum, one) => sum + this.given(one), 0);
  }
  get isClosed(): boolean {
    const isAnyGiven = this.refunds.some(({ failed }) => failed === null);
    return isAnyGiven && (this.saidAll || this.open.length === 0);
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
  /** What the shop reads. */
  get state(): string {
    if (this.status === 'Deleted') return 'cancelled';
    if (this.status === 'Refunds') return this.isClosed && this.leftIn(this.currency) === 0 ? 'refunded' : 'cancelled';
    return ['New', 'Pending'].includes(this.status) ? 'received' : 'in progress';
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
  shares(told: { charge?: LedgerCharge | undefined; cents?: number | undefined; currency: string }) {
    const { charge, cents, currency } = told;
    if (charge) {
      const left = this.left(charge);
      return cents !== undefined && cents > left ? undefined : [{ of: charge, cents: cents ?? left }];
    }
    if (cents === undefined) return this.open.map((one) => ({ of: one, cents: this.left(one) }));
    if (cents > this.leftIn(currency)) return undefined;
    const fitting = this.open.filter((one) => one.currency === currency);
    for (const one of fitting.toReversed()) {
      if (one !== this.charges[0] && this.left(one) === cents) return [{ of: one, cents }];
    }
    let rest = cents;
    return fitting.flatMap((one) => {
      const part = Math.min(rest, this.left(one));
      rest -= part;
      return part > 0 ? [{ of: one, cents: part }] : [];
    });
  }

  give(shares: { of: LedgerCharge; cents: number }[], reference: string | null, isAll = false): void {
    this.step += 1;
    for (const share of shares) {
      if (share.cents > 0) this.refunds.push({ ...share, reference, step: this.step, failed: null });
    }
    if (isAll) this.saidAll = true;
    this.settle();
    if (this.isClosed && this.status !== 'Deleted') this.status = 'Refunds';
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
