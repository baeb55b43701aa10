import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.js';
import { StripeMatchWorker } from './stripe-match.worker.js';
import { StripeClient } from './stripe.client.js';
import { StripeQueries } from './stripe.queries.js';
import { StripeService } from './stripe.service.js';
import { StripeWebhookApiController } from './stripe.webhook.api.controller.js';

/** Disputes of charges that Stripe made, as it reports them. */
@Module({
  imports: [DisputesModule],
  controllers: [StripeWebhookApiController],
  providers: [StripeQueries, StripeClient, StripeService, StripeMatchWorker],
})
export class StripeModule {}
