import { Controller, Headers, Post, RawBody } from '@nestjs/common';
import { z } from 'zod';
import { Open } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { done, Refused } from '../platform/reply.js';
import { nothing } from '../shared/output.js';
import { AccountsService } from './accounts.service.js';
import { StripeService, type Taken } from './stripe.service.js';

const said: Record<Taken, string> = {
  taken: 'Thank you.',
  again: 'This event came before. Thank you.',
  aside: 'No single order has this charge. The event is kept and looked at again.',
  'without order': 'No single order has this refund or its charge.',
  ignored: 'Only events about disputes and failed refunds are taken.',
};

/** What Stripe reports of disputes and of refunds that failed (docs/disputes.md#disputes-of-stripe). Without Stripe's signature it is refused with 401. */
@Controller('api/webhooks')
@Open()
export class StripeWebhookApiController {
  constructor(
    private readonly stripe: StripeService,
    private readonly accounts: AccountsService,
  ) {}

  @Post('stripe')
  @Answers(
    'Stripe’s events about disputes, early warnings and failed refunds, signed by it: charge.dispute.created, .updated, .closed, .funds_*, radar.early_fraud_warning.created, refund.failed, charge.refund.updated.',
    nothing,
    {
      takes: { type: 'application/json', schema: z.record(z.string(), z.unknown()) },
      headers: { 'Stripe-Signature': 'HMAC over timestamp and raw body, as Stripe sends it.' },
      refuses: [401],
    },
  )
  async take(@RawBody() bytes: Buffer | undefined, @Headers('stripe-signature') signature = '') {
    const signed = bytes && (await this.accounts.signed(bytes, signature));
    if (!signed) throw new Refused('The signature is not valid.', 401);
    return done(said[await this.stripe.take(signed.event, signed.accountId)]);
  }
}
