import type { Readable } from 'node:stream';
import { createElement } from 'react';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Mail } from '../database/mail.entity.js';
import type { Member } from '../database/member.entity.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { HoldingService } from '../orders/holding.service.js';
import { Env } from '../platform/env.js';
import { html } from '../platform/html.js';
import { Jobs } from '../platform/job-queues.js';
import { whatsappUrl } from '../platform/phone.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { brandOf } from '../shared/brands.js';
import { ago, formatUtcMinute } from '../shared/dates.js';
import { mailsPerAddressPerDay, sameMailSeconds } from '../shared/limits.js';
import { isSameMailbox } from '../shared/mailbox.js';
import type { EmailPreview, MailEntry } from '../shared/mail.js';
import {
  bouncedAt,
  sendThisToo,
  isToMember,
  type MailKind,
  mailKindRows,
  mailKindsWhere,
  type MemberMailKind,
} from '../shared/mail-kinds.js';
import { type MailProvider, mailProviders } from '../shared/mail-providers.js';
import { erasedCard, erasedOrder, outdatedCard, withdrawnCard } from '../shared/mail-refusals.js';
import { money } from '../shared/money.js';
import { encodeOrderId } from '../shared/order-id.js';
import { can, type Permission, permissions } from '../shared/permissions.js';
import { isErased } from '../shared/retention.js';
import { routes } from '../shared/routes.js';
import { letterOf, type MailFacts, whatsappText } from '../../views/mail/letters.js';
import MailHtml from '../../views/mail/mail-html.js';
import { mailText } from '../../views/mail/mail-text.js';
import { describe, toMailEntry } from './mail.present.js';
import { type AskedQuestion, type MailedCard, type MailChange, MailQueries } from './mail.queries.js';
import { parseSender } from './providers/provider.js';

export type { AskedQuestion } from './mail.queries.js';

/** An attachment that is in Storage. */
export type MailFile = { storageKey: string; filename: string; contentType: string; sha256: string };

/** An attachment that is not made yet; the mail waits for it (`attach`). */
type ComingFile = Pick<MailFile, 'filename' | 'contentType'>;

export type NewMail = {
  /**
   * Locked by the caller's transaction, so that of several equal mails at once only the first is written; null for mails
   * to staff.
   */
  order: Order | null;
  memberId?: number;
  kind: MailKind;
  provider: MailProvider;
  recipient: string;
  sentBy: Actor;
  /** The card. It is attached, except where the kind carries only the link to it. */
  document?: (MailFile & { id: number }) | null;
  /** Another attachment, such as an invoice. */
  attachment?: MailFile | ComingFile;
  /** Where answers go, in place of the brand's contact. */
  replyTo?: string;
  /** True when the member confirmed an address at which a mail about the order bounced for good. */
  despiteBounce?: boolean;
  /** The newest mail that the member's page has shown; a newer one with the card is asked about. */
  seenMail?: number | null | undefined;
  /** True when the daily limit does not apply to the member who sends it. */
  unlimited?: boolean;
  /** Facts that the order does not have: see `MailFacts`. */
  extra?: Partial<
    Pick<
      MailFacts,
      | 'number'
      | 'amount'
      | 'texts'
      | 'link'
      | 'minutes'
      | 'name'
      | 'when'
      | 'how'
      | 'what'
      | 'brand'
      | 'orders'
      | 'alarms'
      | 'question'
      | 'form'
    >
  >;
};

type Addressee = Pick<Member, 'id' | 'name' | 'email'>;
type Rendered = Pick<Mail, 'subject' | 'html' | 'body' | 'sender' | 'replyTo'>;

@Injectable()
export class MailService {
  constructor(
    private readonly queries: MailQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly holding: HoldingService,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly env: Env,
  ) {}

  /**
   * Renders and writes a mail in the transaction of the change that causes it. After the commit the caller calls
   * `sendLater`.
   * @throws Refused 409 as `refuseAbout`, for the same mail moments ago, and for a card after one that the member has not seen;
   * 429 for more than ten a day
   * (docs/mail.md#mail).
   */
  async write(mail: NewMail, manager: EntityManager): Promise<Mail> {
    const { order, memberId, kind, provider, recipient, sentBy, document, extra } = mail;
    const attached = mail.attachment ?? document ?? undefined;
    const file: (ComingFile & Partial<MailFile>) | undefined =
      mailKindRows[kind].card === 'linked' ? undefined : attached;
    const row = {
      ...this.render(kind, order, extra),
      ...(mail.replyTo && { replyTo: mail.replyTo }),
      orderId: order?.id ?? null,
      memberId: memberId ?? null,
      kind,
      provider,
      recipient,
      documentId: document?.id ?? null,
      attachmentKey: file?.storageKey ?? null,
      attachmentName: file ? plainFilename(file) : null,
      attachmentType: file?.contentType ?? null,
      attachmentSha256: file?.sha256 ?? null,
      question: extra?.question ?? null,
      sentBy: sentBy.name,
    };
    if (order) refuseAbout(order, kind);
    if (order) await this.refuseRepeated(row, manager);
    if (order) await this.refuseSentSince(order.id, mail, manager);
    if (order && !mail.despiteBounce) await this.refuseBounced(order.id, recipient, manager);
    if (order && !mail.unlimited) await this.refuseTooMany(order.id, recipient, manager);

    const written = await this.queries.add(row, manager);
    await this.activity.note(sentBy, { orderId: row.orderId, action: 'mail.queued', note: describe(written) }, manager);
    return written;
  }

  /**
   * Writes a mail to a member, in the transaction of what the mail tells. The product sends it, unless `sentBy` names who.
   * @throws as `write`
   */
  writeToMember(
    { id, name, email }: Addressee,
    kind: MemberMailKind,
    { sentBy = system, ...extra }: NewMail['extra'] & { sentBy?: Actor },
    manager: EntityManager,
  ): Promise<Mail> {
    const [provider] = mailProviders;
    const mail = { order: null, memberId: id, kind, provider, recipient: email, sentBy, extra: { name, ...extra } };
    return this.write(mail, manager);
  }

  /**
   * Mails a member that the password was changed, in the transaction that sets it
   * (docs/people.md#sessions-and-signing-in).
   * @param how by whom or in what way, as the mail says it
   */
  writePasswordChanged(member: Addressee, how: string, manager: EntityManager): Promise<Mail> {
    return this.writeToMember(member, 'password-changed', { when: formatUtcMinute(new Date()), how }, manager);
  }

  /**
   * Writes the mail that tells a member of a change of the second factors, in the transaction of the change.
   * @param what changed, as the mail says it
   * @param how by whom, as the mail says it
   */
  writeFactorChanged(member: Addressee, what: string, how: string, manager: EntityManager): Promise<Mail> {
    return this.writeToMember(member, 'factor-changed', { what, when: formatUtcMinute(new Date()), how }, manager);
  }

  /** Writes the mail that invites a new member to set the first password, by the link of this token. */
  writeInvitation(member: Addressee, token: string, by: Actor, manager: EntityManager): Promise<Mail> {
    const link = this.env.publicUrl + routes.reset(token);
    return this.writeToMember(member, 'invitation', { sentBy: by, how: by.name, link }, manager);
  }

  /**
   * Writes a mail to every member whose type may do this, without deactivated ones. After the commit the caller calls
   * `sendLater`, or the sweep sends them.
   * @returns the ids of the mails
   */
  async writeToMembers(
    permission: Permission,
    kind: MemberMailKind,
    extra: NonNullable<NewMail['extra']>,
    manager: EntityManager,
  ): Promise<number[]> {
    const written: number[] = [];
    for (const member of await this.queries.members(permissions[permission], manager)) {
      written.push((await this.writeToMember(member, kind, extra, manager)).id);
    }
    return written;
  }

  /** Queues the sending of a written mail. Never fails the caller, as `Jobs.later`. */
  async sendLater(mailId: number): Promise<void> {
    const provider = await this.queries.providerOf(mailId).catch(() => null);
    if (provider) await this.jobs.later('mail.send', { mailId, provider }, mailId);
  }

  /** The mail if it waits for its file; null when it has the file or no longer waits. */
  awaitingFile(mailId: number): Promise<Mail | null> {
    return this.queries.awaitingFile(mailId);
  }

  /** The mails of a kind that have waited this many seconds for their file, because the job that makes it was lost. */
  withoutFile(kind: MailKind, seconds: number): Promise<number[]> {
    return this.queries.withoutFile(kind, seconds, 100);
  }

  /** The newest mail's number; 0 while there is none. */
  newestId(): Promise<number> {
    return this.queries.newestId();
  }

  /** Gives a mail the file it waits for, and queues the sending. A mail that has its file keeps it. */
  async attach(mailId: number, file: Pick<MailFile, 'storageKey' | 'sha256'>): Promise<void> {
    await this.queries.attach(mailId, file);
    await this.sendLater(mailId);
  }

  /** Marks a mail as failed, with the reason shown to members, unless it changed since it was read. */
  async giveUp(read: Pick<Mail, 'id' | 'attemptAt' | 'attachmentKey'>, failure: string): Promise<void> {
    await this.transactions.run(async (manager) => {
      const mail = await this.queries.lockMail(read.id, manager);
      const attempted = mail.attemptAt?.getTime() !== read.attemptAt?.getTime();
      if (mail.state !== 'queued' || attempted || mail.attachmentKey !== read.attachmentKey) return;

      await this.setState(mail, { state: 'failed', failure }, manager);
    });
  }

  /** Changes the state of a locked mail, and notes it in the activity. */
  async setState(mail: Mail, change: MailChange, manager: EntityManager): Promise<void> {
    await this.queries.change(mail, change, manager);
    const { orderId, state: from } = mail;
    const note = [describe(mail), change.failure].filter(Boolean).join(': ');
    await this.activity.note(
      system,
      { orderId, action: `mail.${change.state}`, from, to: change.state, note },
      manager,
    );
  }

  /**
   * Queues a failed or bounced mail again. It is the same mail, so the limits for new mails don't apply.
   * @param provider another provider, if wanted
   * @throws Refused 404 no such mail, 409 in any other state, when another member holds the order, when address or card
   * were erased, or when it brings the card of an order whose status withdraws it. A mail about no order is found by operators alone.
   */
  async retry(staff: Staff, mailId: number, provider: MailProvider | null): Promise<void> {
    const mail = await this.queries.mailById(mailId);
    const mayFind = mail?.orderId != null || can(staff.type, 'system.work');
    if (!mail || !mayFind) throw new Refused('Mail not found', 404);

    await (mail.orderId === null ? this.requeueOther(staff, mail, provider) : this.requeue(staff, mail, provider));
    await this.sendLater(mailId);
  }

  private async requeue(staff: Staff, mail: Mail, provider: MailProvider | null): Promise<void> {
    await this.holding.changing(staff, mail.orderId!, {}, async (order, manager) => {
      if (mail.documentId !== null && mail.documentId <= (order.outdatedCard ?? 0))
        throw new Refused(outdatedCard, 409);
      refuseAbout(order, mail.kind);
      const erasedAt = await this.queries.cardErasedAt(mail.documentId, manager);
      if (erasedAt) throw new Refused(erasedCard(erasedAt.toISOString()), 409);
      await this.queueAgain(staff, mail, provider, manager);
    });
  }

  /** A mail to a member, or to an address. One whose text was a secret has none any more. */
  private async requeueOther(staff: Staff, mail: Mail, provider: MailProvider | null): Promise<void> {
    if (mail.html === '') throw new Refused('The link of this mail is no longer kept. Ask for a new one.', 409);
    await this.transactions.run((manager) => this.queueAgain(staff, mail, provider, manager));
  }

  private async queueAgain(
    staff: Staff,
    { id, orderId, kind, recipient, provider: before, state: from }: Mail,
    provider: MailProvider | null,
    manager: EntityManager,
  ): Promise<void> {
    if (!(await this.queries.requeue(id, provider, manager))) {
      throw new Refused('Only a mail that failed or bounced can be sent again.', 409);
    }
    const note = describe({ kind, recipient, provider: provider ?? before });
    await this.activity.note(staff, { orderId, action: 'mail.retried', from, to: 'queued', note }, manager);
  }

  /** The approval mail of an order, exactly as `write` stores it, and the same message for WhatsApp. */
  preview(order: Order): EmailPreview {
    const mail = this.render('approval', order);
    const whatsapp = whatsappUrl(order.phoneCode, order.phoneNumber, whatsappText({ ...this.factsOf(order), order }));
    return {
      subject: mail.subject,
      html: mail.html,
      text: mail.body,
      whatsapp_url: 'url' in whatsapp ? whatsapp.url : null,
      whatsapp_reason: 'reason' in whatsapp ? whatsapp.reason : null,
    };
  }

  /** The mails with an order's card or the link to it that a provider accepted. */
  mailedCards(orderId: number): Promise<MailedCard[]> {
    return this.queries.mailedCards(orderId);
  }

  /** The questions that were mailed to an order's customer, newest first, with their text. */
  questionsOf(orderId: number): Promise<AskedQuestion[]> {
    return this.queries.questionsOf(orderId);
  }

  /** The addresses at which mails about the order bounced for good, in lower case. */
  bouncedFor(orderId: number): Promise<string[]> {
    return this.queries.bouncedFor(orderId);
  }

  /** Email History of an order, newest first. */
  async ofOrder(orderId: number): Promise<MailEntry[]> {
    return (await this.queries.ofOrder(orderId)).map(toMailEntry);
  }

  /** An order's mail as it was sent. @throws Refused 404. */
  async asSent(mailId: number): Promise<Mail> {
    const mail = await this.queries.mailById(mailId);
    if (!mail?.orderId) throw new Refused('Mail not found', 404);
    return mail;
  }

  /** As `file`, for a member, which is noted. */
  async open(staff: Staff, mailId: number): Promise<{ filename: string; contentType: string; bytes: Readable }> {
    const { orderId, ...file } = await this.file(mailId);
    await this.activity.noteFetch(staff, orderId, file.filename);
    return file;
  }

  /**
   * The attachment of an order's mail, as it was sent.
   * @throws Refused 404 when there is no such mail or it has no attachment; 503 when it can't be read.
   */
  async file(mailId: number): Promise<{ orderId: number; filename: string; contentType: string; bytes: Readable }> {
    const mail = await this.queries.mailById(mailId);
    if (!mail?.orderId || !mail.attachmentKey) throw new Refused('File not found', 404);

    const bytes = await this.storage.stream(mail.attachmentKey).catch(() => {
      throw new Refused('The file can’t be read at the moment. Please try again later.', 503);
    });
    return { orderId: mail.orderId, filename: mail.attachmentName!, contentType: mail.attachmentType!, bytes };
  }

  private render(kind: MailKind, order: Order | null, extra: NewMail['extra'] = {}): Rendered {
    const { brand, ...facts } = { ...this.factsOf(order), ...extra };
    const letter = letterOf(kind, { brand, ...facts });
    const { name, address } = parseSender(this.env.MAIL_FROM);
    return {
      subject: letter.subject,
      html: html(createElement(MailHtml, { brand, letter })),
      body: mailText(brand, letter),
      sender: toSender(isToMember(kind) ? name : brand.name, address),
      replyTo: letter.answerable ? brand.contact.email : null,
    };
  }

  private factsOf(order: Order | null): MailFacts {
    const { brands, publicUrl } = this.env;
    return {
      brand: brandOf(brands, order?.landingDomain),
      order: order && { id: order.id, fullName: order.fullName, doa: order.doa },
      ...(order?.paidAt && {
        charge: { amount: money(order.amount, order.currency), statement: order.statementDescriptor },
      }),
      link: publicUrl + (order ? routes.track(encodeOrderId(order.id)) : routes.login),
    };
  }

  private async refuseRepeated(
    mail: Pick<Mail, 'kind' | 'orderId' | 'recipient' | 'attachmentSha256'>,
    manager: EntityManager,
  ): Promise<void> {
    if (await this.queries.isRepeated(mail, sameMailAs(mail.kind), sameMailSeconds, manager)) {
      throw new Refused('This mail was queued moments ago.', 409);
    }
  }

  /** Asks before a second card is sent to a customer whom somebody sent one since the member looked (docs/mail.md#mail). */
  private async refuseSentSince(orderId: number, { seenMail, sentBy }: NewMail, manager: EntityManager): Promise<void> {
    const newer = seenMail == null ? undefined : await this.queries.cardMailAfter(orderId, seenMail, manager);
    if (!newer) return;
    const who = newer.sentBy === sentBy.name ? 'You' : newer.sentBy;
    const what = mailKindRows[newer.kind].card === 'linked' ? 'the download link' : 'a card';
    const refused = new Refused(`${who} sent ${what} ${ago(newer.createTs)}. ${sendThisToo}`, 409);
    throw Object.assign(refused, { data: { sent: newer.id } });
  }

  /** Asks before a mail goes to an address that does not exist (docs/mail.md#customers-without-their-card). */
  private async refuseBounced(orderId: number, recipient: string, manager: EntityManager): Promise<void> {
    const bounced = (await this.queries.bouncedFor(orderId, manager)).find((one) => isSameMailbox(one, recipient));
    if (bounced === undefined) return;
    const refused = new Refused(`${bouncedAt} ${bounced}. Confirm that it is sent there anyway.`, 409);
    throw Object.assign(refused, { data: { bounced: true } });
  }

  private async refuseTooMany(orderId: number, recipient: string, manager: EntityManager): Promise<void> {
    const { n, secondsLeft } = await this.queries.countOfDay(orderId, recipient, manager);
    if (n < mailsPerAddressPerDay) return;
    const refused = new Refused(`This address got ${n} mails about this order today. Please ask an Admin.`, 429);
    refused.retryAfter = Math.max(1, secondsLeft);
    throw refused;
  }
}

/**
 * @throws Refused 409 for an order whose person was erased, whatever the address (docs/people.md#a-persons-data), and for the
 * card of an order in a status that withdraws it, such as Deleted.
 */
function refuseAbout({ contactEmailAddress, processStatus }: Order, kind: MailKind): void {
  if (isErased(contactEmailAddress)) throw new Refused(erasedOrder, 409);
  const withdrawn = mailKindRows[kind].card && withdrawnCard(processStatus);
  if (withdrawn) throw new Refused(withdrawn, 409);
}

/** The kinds that count as the same mail. A first upload sends `approval`, and a double click on it would send `upload`. */
function sameMailAs(kind: MailKind): MailKind[] {
  const { sameAs } = mailKindRows[kind];
  return sameAs === undefined ? [kind] : mailKindsWhere((row) => row.sameAs === sameAs);
}

function toSender(name: string, address: string): string {
  return `"${name.replace(/["\\\r\n]/g, '')}" <${address}>`;
}

/**
 * A file name that every mail client can save: plain ASCII, with the extension of its type
 * (docs/form.md#uploads-and-documents).
 */
function plainFilename({ filename, contentType }: ComingFile): string {
  const ending = contentType.replace(/^.*\//, '').replace('jpeg', 'jpg');
  const stem = filename
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${stem || 'document'}.${ending}`;
}
