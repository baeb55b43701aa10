import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';

/** How long a call may take, in milliseconds; a file of 4.5 MB goes with it. */
const timeout = 60_000;

/** Stripe's official client. It is loaded with the first use, because it is large. */
@Injectable()
export class StripeClient {
  private client: Stripe | undefined;

  constructor(private readonly env: Env) {}

  get hasKey(): boolean {
    return this.env.STRIPE_SECRET_KEY !== undefined;
  }

  /** Stripe's API. A call that fails is not repeated by the client: the caller knows which calls may be repeated. */
  async api(): Promise<Stripe> {
    if (this.client) return this.client;
    const { Stripe: Client } = await import('stripe');
    const base = this.env.STRIPE_API_BASE && new URL(this.env.STRIPE_API_BASE);
    this.client = new Client(this.env.STRIPE_SECRET_KEY!, {
      maxNetworkRetries: 0,
      timeout,
      telemetry: false,
      ...(base && {
        host: base.hostname,
        port: base.port || (base.protocol === 'http:' ? 80 : 443),
        protocol: base.protocol === 'http:' ? 'http' : 'https',
      }),
    });
    return this.client;
  }

  /** Stripe's sentence when it refused a call, which it then has not done; undefined for anything else. */
  async refusalOf(error: unknown): Promise<string | undefined> {
    if (error instanceof Refused) return error.message;
    const { Stripe: Client } = await import('stripe');
    if (!(error instanceof Client.errors.StripeError)) return undefined;
    const { statusCode } = error;
    // a conflict means that the same call is still under way
    const isRefused = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
    return isRefused && ![408, 409, 429].includes(statusCode) ? `Stripe: ${error.message}` : undefined;
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
}
