import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { SavedViewsApiController } from './saved-views.api.controller.js';
import { SavedViewsQueries } from './saved-views.queries.js';
import { SavedViewsService } from './saved-views.service.js';

@Module({
  imports: [OrdersModule],
  controllers: [SavedViewsApiController],
  providers: [SavedViewsQueries, SavedViewsService],
  exports: [SavedViewsService],
})
export class SavedViewsModule {}
