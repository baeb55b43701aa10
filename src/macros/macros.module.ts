import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { InboundModule } from '../inbound/inbound.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { RemarksModule } from '../remarks/remarks.module.js';
import { MacrosApiController } from './macros.api.controller.js';
import { MacrosQueries } from './macros.queries.js';
import { MacrosService } from './macros.service.js';

@Module({
  imports: [OrdersModule, RemarksModule, InboundModule, DocumentsModule],
  controllers: [MacrosApiController],
  providers: [MacrosQueries, MacrosService],
  exports: [MacrosService],
})
export class MacrosModule {}
