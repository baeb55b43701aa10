import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Gathered } from '../platform/gathered.js';
import { Keys } from '../platform/keys.js';
import { retryUntilWritten } from '../platform/retry-until-written.js';
import { Jobs } from '../platform/job-queues.js';
import type { Attempt } from '../platform/jobs.js';
import { sha256Of } from '../platform/sha256.js';
import { Storage } from '../platform/storage.js';
import { Turns } from '../platform/turns.js';
import { mailProviders } from '../shared/mail-providers.js';
import { describe } from './mail.present.js';
import { MailQueries, type Taken, type WaitingMail } from './mail.queries.js';
import { MailService } from './mail.service.js';
import { OutagesService } from './outages.service.js';
import { NotTaken, type Outgoing } from './providers/provider.js';
import { providers } from './providers/providers.js';

const outdated =
  'The order was amended before this mail left: its card no longer shows the order’s data. Send the new card.';
/** After this many seconds without a job a mail counts as forgotten. */
const forgottenSeconds = 20;
/**
 * After this many seconds an attempt without a known result is given up. Until then a delivery event may tell the result.
 */
const doubtSeconds = 120;
/** A file of more bytes is large: a mail holds its file in memory several times while it is sent. */
const largeFile = 1_000_000;
/** How many mails with a large file are sent at once, by each provider. */
const largeAtOnce = 2;

/**
 * Sends the written mails, each once. An attempt is recorded on the mail's row before the provider is called, and closed
 * with the result.
 * The mails that a worker sends at the same time share the statements that read, claim and close them. A mail without a
 * file is read and claimed at once; one with a file is claimed when the file was read, so that its attempt is the call.
 * If the worker dies in between, the answer is lost, or it is a 5xx, nobody knows whether the provider took the mail, and
 * neither provider can be asked. Such a mail is never resent automatically. A delivery event may still settle it, because
 * it carries the mail's id and attempt. After two minutes the mail is shown as failed, with that reason, and a member
 * decides.
 */
@Injectable()
export class SendingService {
  private readonly log = new Logger('mail');
  private readonly taken = new Gathered((ids: number[]) => this.queries.take(ids));
  private readonly claims = new Gathered((ids: number[]) => this.queries.claim(ids));
  private readonly accepted = new Gathered((taken: Taken[]) => this.queries.accept(taken));
  private readonly large = new Map(mailProviders.map((provider) => [provider, new Turns(largeAtOnce)]));

  constructor(
    private readonly queries: MailQueries,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly mail: MailService,
    private readonly outages: OutagesService,
    private readonly modules: ModuleRef,
    private readonly keys: Keys,
  ) {}

  /**
   * Sends a mail that waits. A mail that is sent, given up, claimed by another worker or without its file is left alone;
   * one whose card was made outdated by an amendment is given up.
   * @throws NotTaken when it was not taken this time, so that the job retries; on the last try the mail is given up
   * instead.
   */
  async sendNow(mailId: number, { last }: Attempt): Promise<void> {
    const mail = await this.taken.run(mailId);
    if (!mail) return;
    if (mail.isOutdated) return this.mail.giveUp(mail, outdated);
    if (mail.isOut && (await this.outages.passOn(mail))) return;

    try {
      await this.attempt(mail);
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      if (error.isProviders) await retryUntilWritten(() => this.outages.note(mail.provider));
      if (error.isProviders || !error.forGood) {
        await retryUntilWritten(() => this.queries.release(mail));
        mail.attemptAt = null;
        if (await this.outages.passOn(mail)) return;
        if (!last && !error.forGood) throw error;
      }
      await retryUntilWritten(() => this.mail.giveUp(mail, error.reason));
    }
  }

  /** Queues forgotten mails again, and gives up those in doubt. */
  async sweep(): Promise<void> {
    await this.outages.clear();
    for (const { id, provider } of await this.queries.forgotten(forgottenSeconds, 1000)) {
      await this.jobs.later('mail.send', { mailId: id, provider }, id);
    }
    for (const mail of await this.queries.inDoubt(doubtSeconds, 100)) {
      await this.mail.giveUp(
        mail,
        `It is not known whether ${mail.provider} took this mail: it answered with an error of its own, or not at all. Please ask the recipient before sending it again.`,
      );
    }
  }

  /** @throws NotTaken when nothing was sent; after a lost answer or a 5xx the attempt stays open instead. */
  private async attempt(mail: WaitingMail): Promise<void> {
    const attachment = await this.attachmentOf(mail);
    const send = () => this.sendWith(attachment, mail);
    const isLarge = attachment !== null && attachment.bytes.length > largeFile;
    await (isLarge ? this.large.get(mail.provider)!.run(send) : send());
  }

  /** @throws as `attempt` */
  private async sendWith(attachment: Outgoing['attachment'], mail: WaitingMail): Promise<void> {
    if (!mail.isClaimed) {
      const claim = await this.claims.run(mail.id);
      if (!claim) return;
      Object.assign(mail, claim);
    }
    const { id, provider, attempts } = mail;
    let messageId: string | null;
    try {
      messageId = await this.modules.get(providers[provider].client).send(this.toOutgoing(mail, attachment));
    } catch (error) {
      if (error instanceof NotTaken) throw error;
      this.log.error({ mailId: id, provider, error: String(error) }, 'not known whether the provider took the mail');
      await retryUntilWritten(() => this.outages.note(provider));
      return;
    }
    await retryUntilWritten(() => this.accepted.run({ id, attempts, messageId, note: describe(mail) }));
  }

  private toOutgoing(mail: WaitingMail, attachment: Outgoing['attachment']): Outgoing {
    const { id, attempts, sender, replyTo, recipient, subject, html, body } = mail;
    // nobody learns from a mail how many we send, or can name another one
    const messageId = this.keys.sign('message-id', String(id));
    return {
      mailId: id,
      messageId,
      attempt: attempts,
      sender,
      replyTo,
      recipient,
      subject,
      html,
      text: body,
      attachment,
    };
  }

  /** @throws NotTaken when Storage can't read it, or returns a file with another hash than the mail's. */
  private async attachmentOf(mail: WaitingMail): Promise<Outgoing['attachment']> {
    const { attachmentKey, attachmentName, attachmentType, attachmentSha256 } = mail;
    if (!attachmentKey) return null;

    const bytes = await this.storage.read(attachmentKey).catch((error: unknown) => {
      this.log.warn({ mailId: mail.id, error: String(error) }, 'attachment unreadable');
      throw new NotTaken('The attached file could not be read.', false, false);
    });
    if (sha256Of(bytes) !== attachmentSha256) {
      throw new NotTaken('The attached file is not the one this mail was written with.', true, false);
    }
    return { filename: attachmentName!, contentType: attachmentType!, bytes };
  }
}
