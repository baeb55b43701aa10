import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Mail } from '../database/mail.entity.js';
import { Transactions } from '../database/transactions.js';
import { isEmail } from '../shared/input.js';
import { notArrivedStates } from '../shared/mail-kinds.js';
import { attemptName, type DeliveryEvent, type Report, stateAfter } from './delivery-event.js';
import { DeliveryQueries } from './delivery.queries.js';
import { MailQueries } from './mail.queries.js';
import { MailService } from './mail.service.js';
import { asciiAddress, unicodeAddress } from './providers/provider.js';
import { noteUnused } from './unused-events.js';

const bounces: readonly Report[] = ['bounced', 'soft-bounced'];
/** How long a server tries to pass a mail on before it sends it back (RFC 5321, 4.5.4.1). */
const bounceDays = 5;

/** Updates mails by the delivery events of the providers (docs/mail.md#mail). */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly queries: DeliveryQueries,
    private readonly mails: MailQueries,
    private readonly transactions: Transactions,
    private readonly mail: MailService,
  ) {}

  /**
   * Takes events in any order, duplicates included. An event whose mail is unknown is stored without one, logged and
   * counted.
   */
  async take(events: DeliveryEvent[]): Promise<void> {
    for (const event of events) {
      const mailId = await this.mailOf(event);
      if (mailId === undefined) await this.keepAside(event);
      else await this.takeFor(mailId, event);
    }
  }

  /**
   * Looks again for the mails of events stored without one: an event may arrive before the provider's answer with the
   * mail's id.
   */
  async sweep(): Promise<void> {
    for (const { eventId, mailId } of await this.queries.eventsWithMail()) {
      await this.transactions.run(async (manager) => {
        const mail = await this.mails.lockMail(mailId, manager);
        await this.queries.attach(eventId, mailId, manager);
        await this.updateState(mail, manager);
      });
    }
  }

  /**
   * Finds the mail by the provider's id, else by our tag, else, for a bounce without either, by its address. The tag needs
   * the same recipient, because another installation may use the same provider account.
   */
  private async mailOf(event: DeliveryEvent): Promise<number | undefined> {
    const { provider, messageId, tag } = event;
    const known = messageId === null ? undefined : await this.queries.byMessageId(provider, messageId);
    if (known !== undefined) return known;
    if (!tag) return messageId === null ? this.bouncedMail(event) : undefined;

    const mail = await this.mails.mailById(tag.mailId);
    const same = mail?.provider === provider && sameAddress(mail.recipient, event.recipient);
    return same ? mail.id : undefined;
  }

  /**
   * The mail of a bounce that names neither mail nor message: the only one that went to the address in the days before,
   * in one attempt. With two it could be either. Only bounces are matched this way, because a wrong `delivered` would be
   * a wrong proof.
   */
  private async bouncedMail({ provider, report, recipient, at }: DeliveryEvent): Promise<number | undefined> {
    if (!bounces.includes(report) || !recipient) return undefined;
    const addresses = new Set([asciiAddress(recipient), unicodeAddress(recipient)].map((one) => one.toLowerCase()));
    const [mail, ...others] = await this.queries.sentTo(provider, [...addresses], at, bounceDays);
    return others.length === 0 && mail?.attempts === 1 ? mail.id : undefined;
  }

  /** Stores an event without a mail; `sweep` looks again for the mail of one that names a message. */
  private async keepAside(event: DeliveryEvent): Promise<void> {
    const { provider, report, eventId, messageId } = event;
    if (!(await this.queries.store({ ...event, messageId: messageId ?? '' }, null))) return;
    noteUnused(provider, 'unmatched', { report, eventId, messageId });
  }

  private takeFor(mailId: number, event: DeliveryEvent): Promise<void> {
    return this.transactions.run(async (manager) => {
      const mail = await this.mails.lockMail(mailId, manager);
      const messageId = event.messageId ?? messageOf(event, mail);
      // of an erased mail a report says nothing about the person (docs/people.md#a-persons-data)
      const told = isEmail(mail.recipient) ? event : { ...event, recipient: '', reason: null };
      if (!(await this.queries.store({ ...told, messageId }, mailId, manager))) return;

      const ofLastAttempt = event.tag?.attempt === mail.attempts && event.provider === mail.provider;
      if (ofLastAttempt && mail.providerMessageId === null && event.messageId !== null) {
        Object.assign(mail, { providerMessageId: event.messageId, sentAt: mail.sentAt ?? event.at });
      }
      await this.updateState(mail, manager);
    });
  }

  /** Sets the mail's state from all reports about its last attempt. */
  private async updateState(mail: Mail, manager: EntityManager): Promise<void> {
    const after = stateAfter(await this.queries.reportsOf(mail, manager));
    if (!after || after.state === mail.state) return;

    // sent again by a member: that the attempt before did not arrive is why
    const waitsAnew = mail.state === 'queued' && mail.attemptAt === null;
    if (waitsAnew && notArrivedStates.includes(after.state)) return;

    const { providerMessageId, sentAt } = mail;
    await this.mail.setState(mail, { ...after, providerMessageId, sentAt }, manager);
  }
}

/**
 * The message id to store with an event that has none. When the event is about the mail's last attempt, it is that message's
 * id. Otherwise, and for a mail in doubt, which has no id, it is the name of the attempt. An event that doesn't name its
 * attempt is about the first one if there was only one; with more it changes no state.
 */
function messageOf({ tag }: DeliveryEvent, { id, attempts, providerMessageId }: Mail): string {
  const attempt = tag?.attempt ?? (attempts === 1 ? 1 : 0);
  return (attempt === attempts ? providerMessageId : null) ?? attemptName(id, attempt);
}

function sameAddress(ours: string, reported: string): boolean {
  return asciiAddress(ours).toLowerCase() === asciiAddress(reported).toLowerCase();
}
