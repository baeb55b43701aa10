import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { GatewayService } from '../gateway/gateway.service.js';
import { Env } from '../platform/env.js';
import { Keys } from '../platform/keys.js';
import { Refused } from '../platform/reply.js';
import { seal, unseal } from '../platform/sealed.js';
import type { KeepStripeAccount } from '../shared/stripe.js';
import { AccountsQueries } from './accounts.queries.js';
import { StripeClient } from './stripe.client.js';

/** An account at Stripe. Without a secret its events are refused, without a key nothing is sent to it. */
export type Account = {
  id: number;
  name: string;
  webhookSecret: string | undefined;
  secretKey: string | undefined;
  lookedAt: Date | null;
};

/** The accounts at Stripe and what belongs to which (docs/disputes.md#accounts-at-stripe). */
@Injectable()
export class AccountsService {
  constructor(
    private readonly queries: AccountsQueries,
    private readonly gateways: GatewayService,
    private readonly client: StripeClient,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly keys: Keys,
    private readonly env: Env,
  ) {}

  /** The accounts that can be called. */
  async withKey(): Promise<(Account & { secretKey: string })[]> {
    return (await this.all()).filter((account) => account.secretKey !== undefined) as (Account & {
      secretKey: string;
    })[];
  }

  /** Keeps the secrets of the gateway with this name, sealed; a gateway that is not there is added. They are never shown again. */
  keep(staff: Staff, { name, webhookSecret, secretKey }: KeepStripeAccount): Promise<void> {
    const sealed = (text: string) => seal(text, this.keys.of('stripe'));
    return this.transactions.run(async (manager) => {
      const gatewayId = await this.gateways.named(name, manager);
      await this.queries.keep(gatewayId, sealed(webhookSecret), secretKey ? sealed(secretKey) : null, manager);
      const note = secretKey ? 'signing secret and key' : 'signing secret';
      await this.activity.note(staff, { orderId: null, action: 'gateway.secrets-kept', to: name, note }, manager);
    });
  }

  /** The event in a signed body and the account that signed it; undefined when none did. @throws Refused 422 no JSON */
  async signed(body: Buffer, signature: string): Promise<{ event: Stripe.Event; accountId: number } | undefined> {
    if (!signature) return undefined;
    for (const { id, webhookSecret } of await this.all()) {
      const event = webhookSecret && (await this.client.eventOf(body, signature, webhookSecret));
      if (event) return { event, accountId: id };
    }
    return undefined;
  }

  /**
   * A dispute as Stripe has it, and the API of its account: the one that reported it, else the first that knows it.
   * @throws Refused 503 when the account has no key
   */
  async remote(caseId: string): Promise<{ stripe: Stripe; dispute: Stripe.Dispute }> {
    const reporter = await this.queries.reporterOf(caseId);
    const accounts = await this.withKey();
    const asked = reporter === undefined ? accounts : accounts.filter(({ id }) => id === reporter);
    for (const [index, { secretKey }] of asked.entries()) {
      const stripe = await this.client.api(secretKey);
      try {
        return { stripe, dispute: await stripe.disputes.retrieve(caseId) };
      } catch (error) {
        if (index === asked.length - 1 || !this.client.isUnknown(error)) throw error;
      }
    }
    throw new Refused('The account at Stripe that has this dispute has no secret key.', 503);
  }

  private async all(): Promise<Account[]> {
    const opened = (sealed: string | null) => (sealed ? unseal(sealed, this.keys.of('stripe')) : undefined);
    const accounts = await this.queries.all();
    return accounts.map(({ id, name, webhookSecret, secretKey, lookedAt }, index) => {
      // what the first account doesn't keep is in the settings
      const settings = index === 0 ? this.env : undefined;
      return {
        id,
        name: name ?? 'Stripe',
        webhookSecret: opened(webhookSecret) ?? settings?.STRIPE_WEBHOOK_SECRET,
        secretKey: opened(secretKey) ?? settings?.STRIPE_SECRET_KEY,
        lookedAt,
      };
    });
  }
}
