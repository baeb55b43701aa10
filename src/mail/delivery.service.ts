import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Mail } from '../database/mail.entity.js';
import { Transactions } from '../database/transactions.js';
import { isEmail } from '../shared/input.js';
import { notArrivedStates } from '../shared/mail-kinds.js';
import { type DeliveryEvent, stateAfter } from './delivery-event.js';
import { DeliveryQueries } from './delivery.queries.js';
import { MailQueries } from './mail.queries.js';
import { MailService } from './mail.service.js';
import { asciiAddress } from './providers/provider.js';

/** Updates mails by the delivery events of the providers (docs/product.md#mail). */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly queries: DeliveryQueries,
    private readonly mails: MailQueries,
    private readonly transactions: Transactions,
    private readonly mail: MailService,
  ) {}

  /** Takes events in any order, duplicates included; an event whose mail is unknown is stored without one. */
  async take(events: DeliveryEvent[]): Promise<void> {
    for (const event of events) {
      const mailId = await this.mailOf(event);
      if (mailId === undefined) await this.queries.store(event, null);
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
   * Finds the mail by the provider's id, else by our tag. The tag needs the same recipient, because another installation
   * may use the same provider account.
   */
  private async mailOf(event: DeliveryEvent): Promise<number | undefined> {
    const known = await this.queries.byMessageId(event);
    if (known !== undefined || !event.tag) return known;

    const mail = await this.mails.mailById(event.tag.mailId);
    const same = mail?.provider === event.provider && sameAddress(mail.recipient, event.recipient);
    return same ? mail.id : undefined;
  }

  private takeFor(mailId: number, event: DeliveryEvent): Promise<void> {
    return this.transactions.run(async (manager) => {
      const mail = await this.mails.lockMail(mailId, manager);
      // of an erased mail a report says nothing about the person (docs/product.md#a-persons-data)
      const told = isEmail(mail.recipient) ? event : { ...event, recipient: '', reason: null };
      if (!(await this.queries.store(told, mailId, manager))) return;

      const ofLastAttempt = event.tag?.attempt === mail.attempts && event.provider === mail.provider;
      if (ofLastAttempt && mail.providerMessageId === null) {
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

function sameAddress(ours: string, reported: string): boolean {
  return asciiAddress(ours).toLowerCase() === asciiAddress(reported).toLowerCase();
}
