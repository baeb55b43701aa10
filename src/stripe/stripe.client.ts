import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';

/** How long a call may take, in milliseconds; a file of 4.5 MB goes with it. */
const timeout = 60_000;

/** Stripe's official client. It is loaded with the first use, because it is large. */
@Injectable()
export class StripeClient {
  /** By secret key. */
  private readonly clients = new Map<string, Stripe>();

  constructor(private readonly env: Env) {}

  /** Stripe's API for the account of this key. A call that fails is not repeated by the client: the caller knows which calls may be repeated. */
  async api(secretKey: string): Promise<Stripe> {
    const known = this.clients.get(secretKey);
    if (known) return known;
    const { Stripe: Client } = await import('stripe');
    const base = this.env.STRIPE_API_BASE && new URL(this.env.STRIPE_API_BASE);
    const client = new Client(secretKey, {
      maxNetworkRetries: 0,
      timeout,
      telemetry: false,
      ...(base && {
        host: base.hostname,
        port: base.port || (base.protocol === 'http:' ? 80 : 443),
        protocol: base.protocol === 'http:' ? 'http' : 'https',
      }),
    });
    this.clients.set(secretKey, client);
    return client;
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

  /** Whether Stripe answered that the account has no such thing. */
  isUnknown(error: unknown): boolean {
    return (error as { statusCode?: number }).statusCode === 404;
  }

  /** The event in a body that was signed with this secret; undefined when it was not, or more than five minutes ago. */
  async eventOf(body: Buffer, signature: string, secret: string): Promise<Stripe.Event | undefined> {
    const { Stripe: Client } = await import('stripe');
    try {
      return Client.webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      if (error instanceof Client.errors.StripeSignatureVerificationError) return undefined;
      throw new Refused('The body is not JSON.', 422);
    }
  }
}
