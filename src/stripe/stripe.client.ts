import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';

/** Reads what Stripe signed, by its official client. That is loaded with the first use, because it is large. */
@Injectable()
export class StripeClient {
  constructor(private readonly env: Env) {}

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
