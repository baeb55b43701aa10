import { Injectable, Logger } from '@nestjs/common';
import { Refused } from '../platform/reply.js';
import { AccountsQueries } from './accounts.queries.js';
import { type Account, AccountsService } from './accounts.service.js';
import { StripeClient } from './stripe.client.js';
import { refundEvents } from './stripe-refund.js';
import { StripeService } from './stripe.service.js';

/** The events that are taken, as the endpoint at Stripe should have them (docs/operations.md). */
const types = [
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((what) => `charge.dispute.${what}`),
  'radar.early_fraud_warning.created',
  ...refundEvents,
];

/** Stripe keeps its events for thirty days. */
const keptMilliseconds = 30 * 86_400_000;
/** A look begins so much before the end of the last one: Stripe lists an event some seconds after it made it. */
const overlapMilliseconds = 300_000;
/** The most events that one look takes of an account, the newest first. */
const mostEvents = 5_000;

/** Reads from Stripe what its webhook did not bring (docs/disputes.md#accounts-at-stripe). */
@Injectable()
export class LooksService {
  private readonly log = new Logger('stripe');

  constructor(
    private readonly accounts: AccountsService,
    private readonly queries: AccountsQueries,
    private readonly client: StripeClient,
    private readonly stripe: StripeService,
  ) {}

  /** Takes the events since the last look of every account with a key. An account that fails keeps none of the others. */
  async lookNow(): Promise<void> {
    const faults: unknown[] = [];
    for (const account of await this.accounts.withKey()) {
      await this.look(account).catch(async (error: unknown) => {
        // a key that may not read events fails each time, and is no fault of the job
        if ((await this.client.refusalOf(error)) === undefined) faults.push(error);
        this.log.warn({ alarm: 'stripe-not-read', account: account.name, error: String(error) }, 'events not read');
      });
    }
    if (faults.length > 0) throw faults[0];
  }

  private async look({ id, name, secretKey, lookedAt }: Account & { secretKey: string }): Promise<void> {
    const began = Date.now();
    const since = Math.max((lookedAt?.getTime() ?? 0) - overlapMilliseconds, began - keptMilliseconds);
    const api = await this.client.api(secretKey);
    const created = { gte: Math.floor(since / 1000) };
    let count = 0;
    for await (const event of api.events.list({ types, created, limit: 100 })) {
      if (++count > mostEvents) {
        this.log.warn({ alarm: 'stripe-not-read', account: name, most: mostEvents }, 'older events not read');
        break;
      }
      try {
        await this.stripe.take(event, id);
      } catch (error) {
        // such as a case of another order: the webhook was refused it, too
        if (!(error instanceof Refused)) throw error;
        this.log.warn({ event: event.id, account: name, error: error.message }, 'event refused');
      }
    }
    await this.queries.looked(id, new Date(began));
  }
}
