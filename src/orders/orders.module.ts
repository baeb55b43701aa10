import { Module } from '@nestjs/common';
import { DraftsModule } from '../drafts/drafts.module.js';
import { ExportPagesController } from './export.pages.controller.js';
import { HoldingService } from './holding.service.js';
import { ListsQueries } from './lists.queries.js';
import { ListsService } from './lists.service.js';
import { OrdersApiController } from './orders.api.controller.js';
import { OrdersPagesController } from './orders.pages.controller.js';
import { OrdersPromoteWorker } from './orders-promote.worker.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import { PromotionService } from './promotion.service.js';
import { ReportsApiController } from './reports.api.controller.js';
import { ReportsPagesController } from './reports.pages.controller.js';
import { ReportsQueries } from './reports.queries.js';
import { ReportsService } from './reports.service.js';
import { TalliesFoldWorker } from './tallies-fold.worker.js';
import { TalliesQueries } from './tallies.queries.js';
import { UndoService } from './undo.service.js';
import { UndosQueries } from './undos.queries.js';

@Module({
  imports: [DraftsModule],
  controllers: [
    OrdersApiController,
    OrdersPagesController,
    ReportsApiController,
    ReportsPagesController,
    ExportPagesController,
  ],
  providers: [
    ListsQueries,
    ListsService,
    OrdersQueries,
    HoldingService,
    OrdersService,
    UndosQueries,
    UndoService,
    ReportsQueries,
    ReportsService,
    PromotionService,
    OrdersPromoteWorker,
    TalliesQueries,
    TalliesFoldWorker,
  ],
  exports: [HoldingService, ListsService, OrdersService],
})
export class OrdersModule {}
