import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { EntityManager } from 'typeorm';
import type { Order } from '../database/order.entity.js';
import { DocumentsService } from '../documents/documents.service.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { MailService } from '../mail/mail.service.js';
import { CorrectionsService } from '../orders/corrections.service.js';
import { HoldingService } from '../orders/holding.service.js';
import { PassportsService } from '../orders/passports.service.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import type { AskCustomer, SendFoundCard, ThreadEntry, ThreadFile } from '../shared/inbound.js';
import { largestId } from '../shared/limits.js';
import { mailboxOfOrder } from '../shared/mail-address.js';
import { can } from '../shared/permissions.js';
import { toAsked, toEntry, toFile } from './inbound.present.js';
import { InboundQueries } from './inbound.queries.js';
import { erased, showsPassports, unreadable, withoutPassports } from './received-mails.service.js';

type Addressed = Pick<AskCustomer, 'email' | 'mailServiceProvider' | 'despiteBounce' | 'seenMessage'>;

/** The mails of an order's mailbox, and what members do with them (docs/mail.md#the-application-mailbox). */
@Injectable()
export class ThreadService {
  constructor(
    private readonly queries: InboundQueries,
    private readonly holding: HoldingService,
    private readonly mail: MailService,
    private readonly documents: DocumentsService,
    private readonly drafts: DraftsService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly env: Env,
    private readonly passports: PassportsService,
    private readonly corrections: CorrectionsService,
  ) {}

  /**
   * What was received and what was asked, newest first, and the slips that the script took. A member who sees the ends of passport numbers alone sees no
   * more of the order's own in any of it, and none whole in the authority's mails and in one that a customer forwards
   * (docs/people.md#passport-numbers).
   */
  async ofOrder({ type }: Staff, orderId: number): Promise<{ thread: ThreadEntry[]; slips: ThreadFile[] }> {
    const [mails, files, asked, hide] = await Promise.all([
      this.queries.ofOrder(orderId),
      this.queries.filesOf(orderId),
      this.mail.questionsOf(orderId),
      this.passports.hiderFor({ type }, [orderId]),
    ]);
    const received = mails.map((mail) => {
      const own = files.filter(({ mailId }) => mailId === mail.id).map(toFile);
      const isShown = showsPassports({ type }, mail);
      const { subject, text } = mail;
      const words = isShown ? { subject, text } : { subject: withoutPassports(subject), text: withoutPassports(text) };
      const isOpen = hide(orderId, text) === text;
      const entry = { ...toEntry(mail, own), ...words };
      return { ...entry, has_html: entry.has_html && isOpen, has_raw: entry.has_raw && isOpen && isShown };
    });
    const thread = [...received, ...asked.map(toAsked)].map((entry) => hide(orderId, entry));
    const slips = files.filter(({ mailId }) => mailId === null).map((file) => hide(orderId, toFile(file)));
    return { thread: thread.toSorted((a, b) => b.create_ts.localeCompare(a.create_ts)), slips };
  }

  /** The PIN of a mail, noted in the activity. @throws Refused 404 when there is none. */
  async showPin(staff: Staff, mailId: number): Promise<string> {
    const mail = await this.queries.byId(mailId);
    if (!mail?.pin || mail.orderId === null) throw new Refused('This mail has no PIN.', 404);
    await this.holding.locked(mail.orderId, (order, manager) =>
      this.activity.note(staff, { orderId: order.id, action: 'pin.shown' }, manager),
    );
    return mail.pin;
  }

  /**
   * Notes that a member looked at a mail that was not taken, or read what the customer wrote. Anybody may: the order stays
   * as it is. @throws Refused 404 when there is none to look at or to read.
   */
  async see(staff: Staff, mailId: number): Promise<void> {
    const mail = await this.queries.byId(mailId);
    if (!mail || !['look', 'customer'].includes(mail.kind) || mail.orderId === null)
      throw new Refused('Mail not found', 404);
    const { kind, note } = mail;
    await this.holding.locked(mail.orderId, async ({ id: orderId }, manager) => {
      if (!(await this.queries.see({ id: mailId, orderId }, staff.name, manager))) return;
      await this.activity.note(staff, { orderId, action: 'mail.seen', to: kind, note: note ?? undefined }, manager);
    });
  }

  /** Mails a question; the answer comes to the order's mailbox. @throws Refused as every mail to a customer. */
  async ask(staff: Staff, { orderId, question, ...to }: AskCustomer): Promise<number> {
    const mailId = await this.holding.changing(staff, orderId, { permission: 'mail.send' }, async (order, manager) => {
      const id = await this.askIn(staff, order, question, to, manager);
      await this.drafts.spend(staff, { form: 'question', about: orderId }, { question }, manager);
      return id;
    });
    await this.mail.sendLater(mailId);
    return mailId;
  }

  /**
   * Writes a question in the transaction that has locked the order. The mail leads to the form on which the customer corrects
   * the order, when that asks for something (docs/visitors.md#correct-your-details).
   * The caller calls `MailService.sendLater` after the commit, or leaves it to the sweep. What the customer wrote up to
   * `to.seenMessage` is answered by it.
   * @returns the id of the mail
   * @throws Refused as every mail to a customer
   */
  async askIn(staff: Staff, order: Order, question: string, to: Addressed, manager: EntityManager): Promise<number> {
    const form = await this.corrections.linkOf(order, manager);
    const { id } = await this.mail.write(
      {
        order,
        kind: 'question',
        provider: to.mailServiceProvider,
        recipient: to.email,
        sentBy: staff,
        replyTo: mailboxOfOrder(order.id, this.env.APPLICATION_MAIL_DOMAIN),
        unlimited: can(staff.type, 'mail.unlimited'),
        despiteBounce: to.despiteBounce,
        extra: { question, ...(form && { form }) },
      },
      manager,
    );
    await this.queries.endAnswer(order.id, to.seenMessage ?? largestId, manager);
    return id;
  }

  /** Sends a card that came by mail, or that the script took, as if it was uploaded. @throws Refused 404 no such card; else as an upload. */
  async sendCard(staff: Staff, { fileId, ...input }: SendFoundCard) {
    const file = await this.queries.fileById(fileId);
    if (file?.kind !== 'card' || file.orderId !== input.orderId) throw new Refused('File not found', 404);
    if (file.erasedAt) throw erased(file.erasedAt);
    const bytes = await this.storage.read(file.storageKey).catch(unreadable);
    return this.documents.upload(staff, input, Buffer.from(bytes), () => true);
  }
}
