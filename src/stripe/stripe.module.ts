import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.js';
import { GatewayModule } from '../gateway/gateway.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PacksModule } from '../packs/packs.module.js';
import { AccountsApiController } from './accounts.api.controller.js';
import { AccountsQueries } from './accounts.queries.js';
import { AccountsService } from './accounts.service.js';
import { AnswersApiController } from './answers.api.controller.js';
import { AnswersQueries } from './answers.queries.js';
import { AnswersService } from './answers.service.js';
import { LooksService } from './looks.service.js';
import { SendingAnswersService } from './sending-answers.service.js';
import { StripeAnswerWorker } from './stripe-answer.worker.js';
import { StripeLookWorker } from './stripe-look.worker.js';
import { StripeMatchWorker } from './stripe-match.worker.js';
import { StripeClient } from './stripe.client.js';
import { StripeQueries } from './stripe.queries.js';
import { StripeService } from './stripe.service.js';
import { StripeWebhookApiController } from './stripe.webhook.api.controller.js';

/** Disputes of charges that Stripe made, as it reports them, and the answers that it takes to the bank. */
@Module({
  imports: [DisputesModule, GatewayModule, OrdersModule, PacksModule],
  controllers: [StripeWebhookApiController, AnswersApiController, AccountsApiController],
  providers: [
    StripeQueries,
    StripeClient,
    StripeService,
    StripeMatchWorker,
    AccountsQueries,
    AccountsService,
    LooksService,
    StripeLookWorker,
    AnswersQueries,
    AnswersService,
    SendingAnswersService,
    StripeAnswerWorker,
  ],
  exports: [AnswersService, StripeService],
})
export class StripeModule {}
