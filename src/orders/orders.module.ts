import { Module } from '@nestjs/common';
import { OrdersApiController } from './orders.api.controller.js';
import { OrdersPagesController } from './orders.pages.controller.js';
import { OrdersPromoteWorker } from './orders-promote.worker.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import { TalliesFoldWorker } from './tallies-fold.worker.js';

@Module({
  controllers: [OrdersApiController, OrdersPagesController],
  providers: [OrdersQueries, OrdersService, OrdersPromoteWorker, TalliesFoldWorker],
  exports: [OrdersService],
})
export class OrdersModule {}
