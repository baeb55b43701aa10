import { Module } from '@nestjs/common';
import { InboundModule } from '../inbound/inbound.module.js';
import { StripeModule } from '../stripe/stripe.module.js';
import { UnmatchedApiController } from './unmatched.api.controller.js';
import { UnmatchedPagesController } from './unmatched.pages.controller.js';
import { UnmatchedQueries } from './unmatched.queries.js';
import { UnmatchedService } from './unmatched.service.js';

/** What came in and fits no single order (docs/mail.md#without-an-order). */
@Module({
  imports: [InboundModule, StripeModule],
  controllers: [UnmatchedApiController, UnmatchedPagesController],
  providers: [UnmatchedQueries, UnmatchedService],
  exports: [UnmatchedService],
})
export class UnmatchedModule {}
