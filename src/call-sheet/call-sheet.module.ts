import { Module } from '@nestjs/common';
import { MacrosModule } from '../macros/macros.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { CallSheetPagesController } from './call-sheet.pages.controller.js';
import { CallSheetQueries } from './call-sheet.queries.js';
import { CallSheetService } from './call-sheet.service.js';

@Module({
  imports: [OrdersModule, MacrosModule],
  controllers: [CallSheetPagesController],
  providers: [CallSheetQueries, CallSheetService],
})
export class CallSheetModule {}
