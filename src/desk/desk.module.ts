import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { DraftsModule } from '../drafts/drafts.module.js';
import { MacrosModule } from '../macros/macros.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PacksModule } from '../packs/packs.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { RemarksModule } from '../remarks/remarks.module.js';
import { RetentionModule } from '../retention/retention.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { InboundModule } from '../inbound/inbound.module.js';
import { StandingModule } from '../standing/standing.module.js';
import { StripeModule } from '../stripe/stripe.module.js';
import { DeskApiController } from './desk.api.controller.js';
import { DeskPagesController } from './desk.pages.controller.js';
import { DeskService } from './desk.service.js';
import { WayBackService } from './way-back.service.js';

@Module({
  imports: [
    DisputesModule,
    PoliciesModule,
    OrdersModule,
    MailModule,
    DocumentsModule,
    PacksModule,
    RemarksModule,
    RequestsModule,
    StandingModule,
    InboundModule,
    DraftsModule,
    StripeModule,
    MacrosModule,
    RetentionModule,
  ],
  controllers: [DeskApiController, DeskPagesController],
  providers: [DeskService, WayBackService],
})
export class DeskModule {}
