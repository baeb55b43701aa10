import { timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import { Transactions } from '../database/transactions.js';
import { OrdersService } from '../orders/orders.service.js';
import { Env } from '../platform/env.js';
import { Jobs } from '../platform/job-queues.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { inboundBytes } from '../shared/limits.js';
import { orderOfMailbox } from '../shared/mail-address.js';
import { type ArrivedMail, messageIdOf, sha256Of } from './arrived-mail.js';
import { FoundCardsService } from './found-cards.service.js';
import { InboundQueries } from './inbound.queries.js';

/** After this many seconds without a job a mail counts as forgotten. */
const forgottenSeconds = 20;
/** How many days a mail is kept that belongs to no order. */
const asideDays = 30;

/** Takes in the mails to the application mailboxes (docs/product.md#the-application-mailbox). */
@Injectable()
export class InboundService {
  private readonly log = new Logger('inbound');

  constructor(
    private readonly queries: InboundQueries,
    private readonly found: FoundCardsService,
    private readonly orders: OrdersService,
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

  /**
   * Keeps the raw mail, then a row for each mailbox that it went to; a job reads it. A mail that a mailbox has already
   * is one row. A mail to no order, or to a deleted one, is kept aside.
   * @throws Refused 413 above 20 MB; 503 when it can't be kept now, so that the provider tries again.
   */
  async take({ provider, raw, recipients, spf, dmarc, virus }: ArrivedMail): Promise<void> {
    if (raw.length > inboundBytes) throw new Refused('This mail is too large (max 20 MB).', 413);

    const sha256 = sha256Of(raw);
    const storageKey = `inbound/${sha256}.eml`;
    await this.storeRaw(storageKey, raw);
    const mailboxes = new Set(recipients.map((address) => address.trim().replace(/^<|>$/g, '').toLowerCase()));
    for (const mailbox of mailboxes) {
      const orderId = await this.orderOf(mailbox);
      const facts = { orderId, mailbox, provider, storageKey, sha256, size: raw.length, spf, dmarc, virus };
      const id = await this.transactions.run(async (manager) => {
        const added = await this.queries.add({ ...facts, messageId: messageIdOf(raw) }, manager);
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
    for (const key of await this.queries.removeAside(asideDays, 500)) {
      if (!(await this.queries.isKept(key))) await this.storage.remove(key);
    }
  }

  /** The order of a mailbox; null when there is none, or it is deleted. */
  private async orderOf(mailbox: string): Promise<number | null> {
    const id = orderOfMailbox(mailbox, this.env.APPLICATION_MAIL_DOMAIN);
    if (id === undefined) return null;
    const order = await this.orders.find(id).catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
    return order && order.processStatus !== 'Deleted' ? order.id : null;
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
