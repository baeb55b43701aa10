import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Staff } from '../auth/staff.js';
import { Refused } from '../platform/reply.js';
import { beginningOf } from '../shared/beginning.js';
import { ago } from '../shared/dates.js';
import { PassportsService } from './passports.service.js';
import { type UnreadMessage, UnreadQueries } from './unread.queries.js';

/** How many letters of a message a question shows. */
const shownLetters = 200;

/** Asks before an order goes on against what its customer wrote and nobody has read (docs/mail.md#unread-messages). */
@Injectable()
export class UnreadService {
  constructor(
    private readonly queries: UnreadQueries,
    private readonly passports: PassportsService,
  ) {}

  /**
   * @param seen the newest message that the member was asked about and went on after, 0 for none yet; without it, as from a
   *   program, nothing is asked
   * @throws Refused 409 with the customer's words while the order has a newer one that nobody has read
   */
  async refuse(staff: Staff, orderId: number, seen: number | null | undefined, manager: EntityManager): Promise<void> {
    const refuse = await this.refuserFor(staff, [orderId], seen, manager);
    refuse(orderId);
  }

  /** The same for many orders: the messages are read at once, and the function that is returned refuses an order. */
  async refuserFor(
    staff: Staff,
    orderIds: number[],
    seen: number | null | undefined,
    manager: EntityManager,
  ): Promise<(orderId: number) => void> {
    if (seen == null || orderIds.length === 0) return () => undefined;
    const unread = (await this.queries.newestOf(orderIds, manager)).filter(({ id }) => id > seen);
    const hide = await this.passports.hiderFor(
      staff,
      unread.map(({ orderId }) => orderId),
    );
    const byOrder = new Map(unread.map((message) => [message.orderId, message]));
    return (orderId) => {
      const message = byOrder.get(orderId);
      if (message) throw Object.assign(refusal(message, hide(orderId, wordsOf(message))), asks(message));
    };
  }
}

function refusal({ createTs }: UnreadMessage, words: string): Refused {
  return new Refused(`The customer wrote ${ago(createTs)}, and nobody has read it: “${words}”`, 409);
}

/** What makes a question of the refusal: a page sends the id again to go on. */
function asks({ id }: UnreadMessage) {
  return { data: { wrote: id } };
}

/** The beginning of a message in one line. */
function wordsOf({ subject, text }: UnreadMessage): string {
  return beginningOf(text || subject, shownLetters);
}
