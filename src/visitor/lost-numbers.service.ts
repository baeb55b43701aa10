import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { Transactions } from '../database/transactions.js';
import { MailService } from '../mail/mail.service.js';
import { Env } from '../platform/env.js';
import { networkOf } from '../platform/network.js';
import { Throttle } from '../platform/throttle.js';
import { brandOf } from '../shared/brands.js';
import { mailboxOf } from '../shared/mailbox.js';
import { mailProviders } from '../shared/mail-providers.js';
import { routes } from '../shared/routes.js';
import { type KnownOrder, VisitorQueries } from './visitor.queries.js';

/** The least time of an answer. Writing a mail takes a while, so a quicker answer would reveal an unknown address. */
const soonestMs = 300;
/** How often one network may ask within an hour, and one address within a day (docs/visitors.md#visitors). */
const [mostOfNetwork, mostOfAddress] = [10, 3];
/** The most order numbers in a mail. */
const mostNumbers = 200;

/** Mails the order numbers of an address to that address. */
@Injectable()
export class LostNumbersService {
  constructor(
    private readonly queries: VisitorQueries,
    private readonly mail: MailService,
    private readonly transactions: Transactions,
    private readonly throttle: Throttle,
    private readonly env: Env,
  ) {}

  /**
   * Mails one list of all orders with this address, in whatever spelling of its mailbox, the newest 200 at the most. It goes
   * to the address of the newest order. An unknown address gets none, with the same answer in the same time.
   * @throws Refused 429 after ten from one network in an hour, or three for one address in a day, known or not.
   */
  async send(address: string, ip: string): Promise<void> {
    const soonest = pause(soonestMs);
    await this.throttle.count(`lost:ip:${networkOf(ip)}`, mostOfNetwork, 60);
    const mailbox = mailboxOf(address);
    const hash = createHash('sha256').update(mailbox).digest('base64url');
    await this.throttle.count(`lost:email:${hash}`, mostOfAddress, 24 * 60);

    const [newest, ...others] = await this.queries.ordersOf(mailbox, mostNumbers);
    // Not awaited: an address that exists must not take longer to answer.
    if (newest) void this.mail.sendLater(await this.write(mailbox, [newest, ...others]));
    await soonest;
  }

  private write(mailbox: string, orders: [KnownOrder, ...KnownOrder[]]): Promise<number> {
    const [{ emails, landingDomain }] = orders;
    return this.transactions.run(async (manager) => {
      const mail = await this.mail.write(
        {
          order: null,
          kind: 'order-numbers',
          provider: mailProviders[0],
          recipient: emails.find((own) => mailboxOf(own) === mailbox) ?? mailbox,
          sentBy: system,
          extra: {
            brand: brandOf(this.env.brands, landingDomain),
            orders: orders.map(({ id, doa }) => ({ id, doa })),
            link: this.env.publicUrl + routes.track(),
          },
        },
        manager,
      );
      return mail.id;
    });
  }
}
