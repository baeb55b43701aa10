import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import { system } from '../activity/actor.js';
import { Transactions } from '../database/transactions.js';
import { MailService } from '../mail/mail.service.js';
import { Env } from '../platform/env.js';
import { formatDueMinute } from '../shared/dates.js';
import { disputeNetworks } from '../shared/dispute-reasons.js';
import { waitingStates } from '../shared/dispute-states.js';
import { money } from '../shared/money.js';
import { encodeOrderId } from '../shared/order-id.js';
import { routes } from '../shared/routes.js';
import { DisputesQueries } from './disputes.queries.js';
import { nameOf } from './disputes.service.js';
import { RemindersQueries } from './reminders.queries.js';

/** How many hours before the reply is due the leads are reminded, the last first. */
const remindAt = [24, 72];
/** The most disputes of one run. */
const batch = 200;

/** Reminds Admins and Managers of disputes whose reply is due (docs/disputes.md#disputes). */
@Injectable()
export class RemindersService {
  constructor(
    private readonly queries: RemindersQueries,
    private readonly disputes: DisputesQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly mail: MailService,
    private readonly env: Env,
  ) {}

  /** Sends the reminders that are due, each once for a reply-by date. A dispute due in a day gets the last one alone. */
  async remindDue(now = new Date()): Promise<void> {
    for (const hours of remindAt) {
      for (const id of await this.queries.due(hours, now, batch)) await this.remind(id, hours);
    }
  }

  private async remind(id: number, hours: number): Promise<void> {
    const mails = await this.transactions.run(async (manager) => {
      const dispute = await this.disputes.lockDispute(id, manager);
      if (!dispute?.replyBy || !waitingStates.includes(dispute.state)) return [];
      if (!(await this.queries.note(id, hours, dispute.replyBy, manager))) return [];
      // the later reminder replaces the earlier one
      for (const other of remindAt) if (other > hours) await this.queries.note(id, other, dispute.replyBy, manager);

      const { orderId, network, reasonCode, amount, currency } = dispute;
      const reason = [network && disputeNetworks[network].label, reasonCode].filter(Boolean).join(' ');
      const extra = {
        number: String(orderId),
        amount: money(amount, currency) ?? 'not known',
        when: formatDueMinute(dispute.replyBy),
        how: reason || 'not known',
        link: this.env.publicUrl + routes.order(encodeOrderId(orderId)),
      };
      const note = `${nameOf(dispute)}: reply by ${extra.when}`;
      await this.activity.note(system, { orderId, action: 'dispute.reminded', to: `${hours} h`, note }, manager);
      return this.mail.writeToMembers('disputes.work', 'dispute-reminder', extra, manager);
    });
    for (const mailId of mails) await this.mail.sendLater(mailId);
  }
}
