import { Injectable, Logger } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Mail } from '../database/mail.entity.js';
import { Transactions } from '../database/transactions.js';
import { Env } from '../platform/env.js';
import { Jobs } from '../platform/job-queues.js';
import { brandOf } from '../shared/brands.js';
import { type MailProvider, mailProviders } from '../shared/mail-providers.js';
import { MailQueries } from './mail.queries.js';
import { describe } from './mail.present.js';
import { OutagesQueries } from './outages.queries.js';

/** Lets another provider send the mails of one that fails (docs/mail.md#when-a-provider-fails). */
@Injectable()
export class OutagesService {
  private readonly log = new Logger('mail');

  constructor(
    private readonly queries: OutagesQueries,
    private readonly mails: MailQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly jobs: Jobs,
    private readonly env: Env,
  ) {}

  /** Notes that a provider failed: it was busy, could not be reached, or answered with an error of its own. */
  note(provider: MailProvider): Promise<void> {
    return this.queries.note(provider);
  }

  /**
   * Gives a mail that waits to another provider, when its own is out and the brand wants it. A mail in doubt is never
   * given on. Returns whether it was.
   */
  async passOn(mail: Pick<Mail, 'id' | 'orderId' | 'provider'>): Promise<boolean> {
    const other = mailProviders.find((provider) => provider !== mail.provider);
    if (!other || !(await this.queries.isOut(mail.provider)) || (await this.queries.isOut(other))) return false;
    const brand = brandOf(this.env.brands, (await this.queries.domainOf(mail.orderId)) ?? undefined);
    if (!brand.mailFallback) return false;

    const isSwitched = await this.transactions.run(async (manager) => {
      const { id, orderId, state, attemptAt, provider, kind, recipient } = await this.mails.lockMail(mail.id, manager);
      if (state !== 'queued' || attemptAt !== null || provider !== mail.provider) return false;

      await this.queries.switchTo(other, id, manager);
      const note = describe({ kind, recipient, provider: other });
      await this.activity.note(system, { orderId, action: 'mail.switched', from: provider, to: other, note }, manager);
      return true;
    });
    if (isSwitched) {
      this.log.warn({ mailId: mail.id, from: mail.provider, to: other }, 'mail-provider-switched');
      await this.jobs.later('mail.send', { mailId: mail.id, provider: other }, mail.id);
    }
    return isSwitched;
  }

  clear(): Promise<void> {
    return this.queries.clear();
  }
}
