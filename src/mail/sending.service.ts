import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Mail } from '../database/mail.entity.js';
import { insist } from '../platform/insist.js';
import { type Attempt, Jobs } from '../platform/jobs.js';
import { Storage } from '../platform/storage.js';
import type { MailProvider } from '../shared/mail-providers.js';
import { describe } from './mail.present.js';
import { MailQueries } from './mail.queries.js';
import { MailService } from './mail.service.js';
import { AwsProvider } from './providers/aws.js';
import { NotTaken, type Outgoing, type Provider } from './providers/provider.js';
import { SendgridProvider } from './providers/sendgrid.js';

/** A mail whose job did not come for so long has lost it. */
const forgottenSeconds = 20;
/** An attempt without an end is given so long for a delivery event to tell how it ended. */
const doubtSeconds = 120;

/**
 * Sends what is written, each mail once. An attempt is opened on the mail's row before the provider is called and closed by
 * what came of it. If the worker dies in between, or the answer is lost, nobody knows whether the provider took the mail, and
 * neither provider can be asked. Such a mail is never sent again by itself: a delivery event may still settle it, for it
 * carries the mail's id and attempt; after two minutes it is shown as failed, with that reason, for a member to decide.
 */
@Injectable()
export class SendingService {
  private readonly log = new Logger('mail');
  private readonly providers: Record<MailProvider, Provider>;

  constructor(
    private readonly queries: MailQueries,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly mail: MailService,
    aws: AwsProvider,
    sendgrid: SendgridProvider,
  ) {
    this.providers = { AWS: aws, Sendgrid: sendgrid };
  }

  /**
   * Sends a mail that waits; one that is sent, given up, in another worker's hands or without its file is left alone.
   * @throws NotTaken when it was not taken this time, for the job to try again; the last try gives the mail up instead.
   */
  async sendNow(mailId: number, { last }: Attempt): Promise<void> {
    const mail = await this.queries.waiting(mailId);
    if (!mail) return;

    try {
      await this.attempt(mail);
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      if (!last && !error.forGood) {
        await insist(() => this.queries.release(mail));
        throw error;
      }
      await insist(() => this.mail.giveUp(mail, error.reason));
    }
  }

  /** Gives mails that were forgotten a job again, and gives up those in doubt. */
  async sweep(): Promise<void> {
    for (const id of await this.queries.forgotten(forgottenSeconds, 1000)) {
      await this.jobs.later('mail.send', { mailId: id }, id);
    }
    for (const mail of await this.queries.inDoubt(doubtSeconds, 100)) {
      await this.mail.giveUp(
        mail,
        `It is not known whether ${mail.provider} took this mail, for its answer was lost. Please ask the recipient before sending it again.`,
      );
    }
  }

  /** @throws NotTaken when nothing was sent; a lost answer leaves the attempt open instead. */
  private async attempt(mail: Mail): Promise<void> {
    const attachment = await this.attachmentOf(mail);
    if (!(await this.queries.claim(mail))) return;

    const { id, provider } = mail;
    let messageId: string | null;
    try {
      messageId = await this.providers[provider].send(toOutgoing(mail, attachment));
    } catch (error) {
      if (error instanceof NotTaken) throw error;
      this.log.error({ mailId: id, provider, error: String(error) }, 'the answer of the provider was lost');
      return;
    }
    await insist(() => this.accepted(mail, messageId));
  }

  private async accepted(attempted: Mail, messageId: string | null): Promise<void> {
    await this.queries.transaction(async (inside) => {
      const mail = await this.queries.lock(attempted.id, inside);
      // A delivery event that was quicker than we are has written it down already.
      if (mail.attempts !== attempted.attempts || mail.sentAt) return;

      await this.queries.change(
        mail,
        { state: 'sent', failure: null, providerMessageId: messageId, sentAt: new Date() },
        inside,
      );
      await this.activity.note(inside, system, {
        orderId: mail.orderId,
        action: 'mail.sent',
        from: mail.state,
        to: 'sent',
        note: describe(mail),
      });
    });
  }

  /** @throws NotTaken when Storage can't give it, or gives another file than the mail was written with. */
  private async attachmentOf(mail: Mail): Promise<Outgoing['attachment']> {
    const { attachmentKey, attachmentName, attachmentType, attachmentSha256 } = mail;
    if (!attachmentKey) return null;

    const bytes = await this.storage.read(attachmentKey).catch((error: unknown) => {
      this.log.warn({ mailId: mail.id, error: String(error) }, 'attachment unreadable');
      throw new NotTaken('The attached file could not be read.', false);
    });
    if (createHash('sha256').update(bytes).digest('hex') !== attachmentSha256) {
      throw new NotTaken('The attached file is not the one this mail was written with.', true);
    }
    return { filename: attachmentName!, contentType: attachmentType!, bytes };
  }
}

function toOutgoing(mail: Mail, attachment: Outgoing['attachment']): Outgoing {
  const { id, attempts, sender, replyTo, recipient, subject, html, body } = mail;
  return { mailId: id, attempt: attempts, sender, replyTo, recipient, subject, html, text: body, attachment };
}
