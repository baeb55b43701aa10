import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { RequestsApiController } from './requests.api.controller.js';
import { RequestsPagesController } from './requests.pages.controller.js';
import { RequestsQueries } from './requests.queries.js';
import { RequestsService } from './requests.service.js';

/** What customers ask for on their order's page (docs/visitors.md#requests). */
@Module({
  imports: [OrdersModule],
  controllers: [RequestsApiController, RequestsPagesController],
  providers: [RequestsQueries, RequestsService],
  exports: [RequestsService],
})
export class RequestsModule {}
