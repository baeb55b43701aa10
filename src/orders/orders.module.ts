import { Module } from '@nestjs/common';
import { DraftsModule } from '../drafts/drafts.module.js';
import { AmendApiController } from './amend.api.controller.js';
import { AmendQueries } from './amend.queries.js';
import { AmendService } from './amend.service.js';
import { ChargesService } from './charges.service.js';
import { ChecksQueries } from './checks.queries.js';
import { ChecksService } from './checks.service.js';
import { CorrectionsService } from './corrections.service.js';
import { ExportPagesController } from './export.pages.controller.js';
import { FiltersQueries } from './filters.queries.js';
import { FiltersService } from './filters.service.js';
import { FindQueries } from './find.queries.js';
import { FindService } from './find.service.js';
import { HoldingService } from './holding.service.js';
import { LeasesEndWorker } from './leases-end.worker.js';
import { ExportQueries } from './export.queries.js';
import { ListsQueries } from './lists.queries.js';
import { ListsService } from './lists.service.js';
import { LostHoldsQueries } from './lost-holds.queries.js';
import { LostHoldsService } from './lost-holds.service.js';
import { NextOrderApiController } from './next-order.api.controller.js';
import { NextOrderQueries } from './next-order.queries.js';
import { NextOrderService } from './next-order.service.js';
import { OrdersApiController } from './orders.api.controller.js';
import { OrdersPagesController } from './orders.pages.controller.js';
import { OrdersCheckWorker } from './orders-check.worker.js';
import { OrdersPromoteWorker } from './orders-promote.worker.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import { PassportsApiController } from './passports.api.controller.js';
import { PassportsQueries } from './passports.queries.js';
import { PassportsService } from './passports.service.js';
import { PromotionService } from './promotion.service.js';
import { RefundsQueries } from './refunds.queries.js';
import { RefundsService } from './refunds.service.js';
import { ReportsApiController } from './reports.api.controller.js';
import { ReportsPagesController } from './reports.pages.controller.js';
import { ReportsQueries } from './reports.queries.js';
import { ReportsService } from './reports.service.js';
import { TalliesFoldWorker } from './tallies-fold.worker.js';
import { TalliesQueries } from './tallies.queries.js';
import { UndoService } from './undo.service.js';
import { UndosQueries } from './undos.queries.js';
import { UnreadQueries } from './unread.queries.js';
import { UnreadService } from './unread.service.js';

@Module({
  imports: [DraftsModule],
  controllers: [
    OrdersApiController,
    NextOrderApiController,
    AmendApiController,
    PassportsApiController,
    OrdersPagesController,
    ReportsApiController,
    ReportsPagesController,
    ExportPagesController,
  ],
  providers: [
    ExportQueries,
    FiltersQueries,
    FiltersService,
    ListsQueries,
    ListsService,
    OrdersQueries,
    HoldingService,
    OrdersService,
    RefundsQueries,
    RefundsService,
    ChargesService,
    PassportsQueries,
    PassportsService,
    FindQueries,
    FindService,
    NextOrderQueries,
    NextOrderService,
    LeasesEndWorker,
    LostHoldsQueries,
    LostHoldsService,
    AmendQueries,
    ChecksQueries,
    ChecksService,
    OrdersCheckWorker,
    AmendService,
    CorrectionsService,
    UndosQueries,
    UndoService,
    UnreadQueries,
    UnreadService,
    ReportsQueries,
    ReportsService,
    PromotionService,
    OrdersPromoteWorker,
    TalliesQueries,
    TalliesFoldWorker,
  ],
  exports: [
    ChecksService,
    CorrectionsService,
    HoldingService,
    ListsService,
    LostHoldsService,
    NextOrderService,
    OrdersService,
    PassportsService,
    RefundsService,
    UndoService,
    UnreadService,
  ],
})
export class OrdersModule {}
