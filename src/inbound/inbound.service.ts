import { timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { HoldingService } from '../orders/holding.service.js';
import { Transactions } from '../database/transactions.js';
import { OrdersService } from '../orders/orders.service.js';
import { Env } from '../platform/env.js';
import { Jobs } from '../platform/job-queues.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { Turns } from '../platform/turns.js';
import { sha256Of } from '../platform/sha256.js';
import { inboundBytes } from '../shared/limits.js';
import { orderOfMailbox } from '../shared/mail-address.js';
import { type ArrivedMail, messageIdOf } from './arrived-mail.js';
import { FoundCardsService } from './found-cards.service.js';
import { InboundQueries } from './inbound.queries.js';
import { domainsOf } from './provider-proof.js';
import { withoutFiles } from './without-files.js';

/** After this many seconds without a job a mail counts as forgotten. */
const forgottenSeconds = 20;
/** Of requests with more bytes than these, two are read at once: each is in memory several times. */
const large = { bytes: 1_000_000, atOnce: 2 };
/** How many days a mail is kept that a member set aside, because it belongs to no order. */
const asideDays = 30;

/** Takes in the mails to the application mailboxes (docs/mail.md#the-application-mailbox). */
@Injectable()
export class InboundService {
  private readonly log = new Logger('inbound');
  private readonly turns = new Turns(large.atOnce);

  constructor(
    private readonly queries: InboundQueries,
    private readonly found: FoundCardsService,
    private readonly orders: OrdersService,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
    private readonly transactions: Transactions,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly env: Env,
  ) {}

  /** Whether the key of a webhook's address is ours; without the setting none is. */
  isKey(key: string | undefined): boolean {
    const own = Buffer.from(this.env.INBOUND_KEY ?? '');
    const given = Buffer.from(key ?? '');
    return own.length > 0 && own.length === given.length && timingSafeEqual(own, given);
  }

  /** Takes in a mail, a large one when it is its turn. @param bytes undefined when nobody knows how many will come */
  async inTurn(bytes: number | undefined, read: () => Promise<ArrivedMail | undefined>): Promise<void> {
    const work = async () => {
      const mail = await read();
      if (mail) await this.take(mail);
    };
    return bytes !== undefined && bytes <= large.bytes ? work() : this.turns.run(work);
  }

  /**
   * Keeps the raw mail, one above 20 MB without its files, then a row for each mailbox that it went to; a job reads it. A mail that a mailbox has already
   * is one row. A mail to no order, or to a deleted one, is listed as one
   * without an order.
   * @throws Refused 503 when it can't be kept now, so that the provider tries again.
   */
  private async take({ raw, recipients, ...said }: ArrivedMail): Promise<void> {
    const kept = raw.length > inboundBytes ? withoutFiles(raw) : raw;
    const messageId = messageIdOf(raw);
    const sha256 = sha256Of(kept);
    const storageKey = `inbound/${sha256}.eml`;
    await this.storeRaw(storageKey, kept);
    // of anybody else's mail nothing follows from it
    const vouched = domainsOf(said.vouched, this.env.AUTHORITY_SENDERS);
    const mailboxes = new Set(recipients.map((address) => address.trim().replace(/^<|>$/g, '').toLowerCase()));
    for (const mailbox of mailboxes) {
      const { orderId, why } = await this.orderOf(mailbox);
      const facts = { ...said, orderId, mailbox, storageKey, sha256, size: raw.length, vouched };
      const id = await this.transactions.run(async (manager) => {
        const added = await this.queries.add({ ...facts, messageId }, why, manager);
        if (added !== undefined && orderId !== null) {
          await this.activity.note(system, { orderId, action: 'mail.received', note: `${raw.length} bytes` }, manager);
        }
        return added;
      });
      if (id !== undefined && orderId === null) this.log.warn({ inboundMailId: id }, 'inbound-mail-aside');
      if (id !== undefined) await this.jobs.later('inbound.read', { inboundMailId: id }, id);
    }
  }

  /** Queues mails whose job was lost, compares cards anew, and removes what was kept aside for long. */
  async sweep(): Promise<void> {
    await this.found.compareAnew();
    for (const id of await this.queries.forgotten(forgottenSeconds, 500)) {
      await this.jobs.later('inbound.read', { inboundMailId: id }, id);
    }
    const months = this.env.KEEP_PERSONAL_MONTHS;
    for (const key of await this.queries.removeAside(asideDays, months, 500)) {
      if (!(await this.queries.isKept(key))) await this.storage.remove(key);
    }
  }

  /**
   * Gives a mail without an order to the one that a member chose; a job reads it as one to the order's mailbox.
   * @throws Refused 404 when there is no such order, or the mail has one by now
   */
  async place(staff: Staff, mailId: number, orderId: number): Promise<void> {
    await this.holding.locked(orderId, async (order, manager) => {
      if (!(await this.queries.place(mailId, order.id, manager)))
        throw new Refused('This is not on the list any more.', 404);
      const note = `Mail ${mailId}`;
      await this.activity.note(staff, { orderId: order.id, action: 'unmatched.placed', to: 'mail', note }, manager);
    });
    await this.jobs.later('inbound.read', { inboundMailId: mailId }, mailId);
  }

  /** The order of a mailbox; null when there is none, or it is deleted, and why. */
  private async orderOf(mailbox: string): Promise<{ orderId: number | null; why: string }> {
    const id = orderOfMailbox(mailbox, this.env.APPLICATION_MAIL_DOMAIN);
    if (id === undefined) return { orderId: null, why: 'This address is no order’s mailbox.' };
    const order = await this.orders.find(id).catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
    if (!order) return { orderId: null, why: `There is no order ${id}.` };
    return order.processStatus === 'Deleted'
      ? { orderId: null, why: `Order ${id} is deleted.` }
      : { orderId: order.id, why: '' };
  }

  private async storeRaw(storageKey: string, raw: Buffer): Promise<void> {
    try {
      await this.storage.put(storageKey, raw, 'message/rfc822');
    } catch (error) {
      this.log.error({ file: storageKey, error: String(error) }, 'inbound mail not stored');
      throw new Refused('The mail can’t be kept at the moment. Please try again later.', 503);
    }
  }
}
