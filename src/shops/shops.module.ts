import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ShopOrdersApiController } from './shop-orders.api.controller.js';
import { ShopOrdersQueries } from './shop-orders.queries.js';
import { ShopOrdersService } from './shop-orders.service.js';

@Module({
  imports: [OrdersModule, DocumentsModule, IntakeModule],
  controllers: [ShopOrdersApiController],
  providers: [ShopOrdersQueries, ShopOrdersService],
})
export class ShopsModule {}
