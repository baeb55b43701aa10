import { Module } from '@nestjs/common';
import { DraftsModule } from '../drafts/drafts.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { RemarksApiController } from './remarks.api.controller.js';
import { RemarksQueries } from './remarks.queries.js';
import { RemarksService } from './remarks.service.js';

@Module({
  imports: [DraftsModule, OrdersModule, DisputesModule],
  controllers: [RemarksApiController],
  providers: [RemarksQueries, RemarksService],
  exports: [RemarksService],
})
export class RemarksModule {}
