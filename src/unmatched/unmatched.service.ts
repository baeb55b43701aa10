import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { InboundService } from '../inbound/inbound.service.js';
import { gauge } from '../platform/metrics.js';
import { Refused } from '../platform/reply.js';
import type { UnmatchedEntry } from '../shared/answers/unmatched.js';
import { mailboxOf } from '../shared/mailbox.js';
import type { UnmatchedQuery } from '../shared/unmatched.js';
import { StripeService } from '../stripe/stripe.service.js';
import { toCandidate, toUnmatched } from './unmatched.present.js';
import { type Candidate, UnmatchedQueries, type UnmatchedRow } from './unmatched.queries.js';

/** What speaks for an order, of each entry, by the order's id. */
type Offers = Map<number, { order: Candidate; why: string }>;

/** What came in and fits no single order (docs/mail.md#without-an-order). */
@Injectable()
export class UnmatchedService {
  constructor(
    private readonly queries: UnmatchedQueries,
    private readonly inbound: InboundService,
    private readonly stripe: StripeService,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
  ) {
    gauge('unmatched', 'What came in, fits no single order and waits for a member', 'kind', () => queries.counts());
  }

  /** A page of what waits, or of what was set aside, each entry with the orders it may belong to. */
  async list({ page, limit, aside }: UnmatchedQuery): Promise<{ rows: UnmatchedEntry[]; total: number }> {
    const [rows, total] = await Promise.all([
      this.queries.page(aside, (page - 1) * limit, limit),
      this.queries.count(aside),
    ]);
    const offers = await this.offersFor(rows);
    return { rows: rows.map((row) => toUnmatched(row, candidatesOf(offers.get(row.id)!))), total };
  }

  waitingCount(): Promise<number> {
    return this.queries.waitingCount();
  }

  /**
   * Gives an entry to the order that a member chose: a mail is read as one to this order's mailbox, a case becomes its
   * dispute. @throws Refused 404 no such entry or order; 409 a case that is another order's by now.
   */
  async place(staff: Staff, id: number, orderId: number): Promise<void> {
    const entry = await this.queries.byId(id);
    if (!entry) throw notThere();
    if (entry.inboundMailId !== null) await this.inbound.place(staff, entry.inboundMailId, orderId);
    else await this.stripe.place(staff, entry.caseId!, orderId);
  }

  /** Sets aside what belongs to no order, such as spam. @throws Refused 404; 409 when it is set aside already. */
  async setAside(staff: Staff, id: number, reason: string): Promise<void> {
    await this.transactions.run(async (manager) => {
      if (!(await this.queries.setAside(id, staff.name, reason, manager))) {
        if (await this.queries.byId(id)) throw new Refused('This is set aside already.', 409);
        throw notThere();
      }
      const note = { orderId: null, action: 'unmatched.set-aside', to: `No. ${id}`, note: reason } as const;
      await this.activity.note(staff, note, manager);
    });
  }

  /** Takes back that an entry was set aside. @throws Refused 404; 409 when it waits. */
  async takeBack(staff: Staff, id: number): Promise<void> {
    await this.transactions.run(async (manager) => {
      const reason = await this.queries.takeBack(id, manager);
      if (reason === undefined) {
        if (await this.queries.byId(id)) throw new Refused('This is not set aside.', 409);
        throw notThere();
      }
      const note = { orderId: null, action: 'unmatched.taken-back', to: `No. ${id}`, note: reason } as const;
      await this.activity.note(staff, note, manager);
    });
  }

  /** The orders that may be meant: of a case those with its charge; of a mail that of its mailbox, its subject and its sender. */
  private async offersFor(rows: UnmatchedRow[]): Promise<Map<number, Offers>> {
    const numbersOf = new Map(rows.map((row) => [row.id, numbersIn(row)]));
    const [charged, written, numbered] = await Promise.all([
      this.queries.ofCharges(distinct(rows.flatMap(({ charges }) => charges))),
      this.queries.ofMailboxes(distinct(rows.flatMap(({ sender }) => (sender ? mailboxOf(sender) : [])))),
      this.queries.ofNumbers(distinct([...numbersOf.values()].flat())),
    ]);
    return new Map(
      rows.map((row) => {
        const offers: Offers = new Map();
        const offer = (order: Candidate, why: string) => {
          const before = offers.get(order.id)?.why;
          offers.set(order.id, { order, why: before ? `${before} ${why}` : why });
        };
        for (const order of charged)
          if (row.charges.includes(order.found)) offer(order, `It has the charge ${order.found}.`);
        const numbers = numbersOf.get(row.id)!;
        for (const order of numbered) if (numbers.includes(order.id)) offer(order, 'The mail names its number.');
        for (const order of written)
          if (row.sender && order.found === mailboxOf(row.sender)) offer(order, 'The sender’s address is on it.');
        return [row.id, offers];
      }),
    );
  }
}

function candidatesOf(offers: Offers): UnmatchedEntry['candidates'] {
  return [...offers.values()].map(({ order, why }) => toCandidate(order, why));
}

/** The numbers in a mail's address and subject that an order may have, ten at most: `order-100519@`, `Re: order 100519`. */
function numbersIn({ mailbox, subject }: UnmatchedRow): number[] {
  const local = mailbox?.slice(0, mailbox.lastIndexOf('@')) ?? '';
  const found = `${local} ${subject ?? ''}`.match(/(?<!\d)[1-9]\d{5,8}(?!\d)/g) ?? [];
  return distinct(found.map(Number)).slice(0, 10);
}

function distinct<Value>(values: Value[]): Value[] {
  return [...new Set(values)];
}

function notThere(): Refused {
  return new Refused('This is not on the list any more.', 404);
}
