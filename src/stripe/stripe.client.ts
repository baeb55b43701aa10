import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';

/** How long a call of Stripe may take, in milliseconds, and how often a lost one is repeated with the same key. */
const [timeout, maxNetworkRetries] = [15_000, 2];

/** Stripe's official client, loaded with the first use, because it is large. */
@Injectable()
export class StripeClient {
  private made?: Promise<Stripe>;

  constructor(private readonly env: Env) {}

  get isConnected(): boolean {
    return this.env.STRIPE_SECRET_KEY !== undefined;
  }

  /** @throws Refused 503 without a key. */
  async get(): Promise<Stripe> {
    const key = this.env.STRIPE_SECRET_KEY;
    if (key === undefined) throw new Refused('Stripe is not connected. An operator sets STRIPE_SECRET_KEY.', 503);
    return (this.made ??= this.make(key));
  }

  /** The event in a signed body; undefined when the signature is not Stripe's, or is older than five minutes. */
  async eventOf(body: Buffer, signature: string): Promise<Stripe.Event | undefined> {
    const secret = this.env.STRIPE_WEBHOOK_SECRET;
    if (!secret || !signature) return undefined;
    const { Stripe: Client } = await import('stripe');
    try {
      return Client.webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      if (error instanceof Client.errors.StripeSignatureVerificationError) return undefined;
      throw new Refused('The body is not JSON.', 422);
    }
  }

  private async make(key: string): Promise<Stripe> {
    const { Stripe: Client } = await import('stripe');
    const base = this.env.STRIPE_API_BASE && new URL(this.env.STRIPE_API_BASE);
    return new Client(key, {
      timeout,
      maxNetworkRetries,
      telemetry: false,
      ...(base && {
        host: base.hostname,
        port: base.port || undefined,
        protocol: base.protocol === 'http:' ? 'http' : 'https',
      }),
    });
  }
}
