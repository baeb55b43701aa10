import { Module } from '@nestjs/common';
import { AuthorityModule } from '../authority/authority.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { AlarmsQueries } from './alarms.queries.js';
import { AlarmsService } from './alarms.service.js';
import { BoardApiController } from './board.api.controller.js';
import { BoardPagesController } from './board.pages.controller.js';
import { BoardQueries } from './board.queries.js';
import { BoardService } from './board.service.js';
import { StandingAlarmWorker } from './standing-alarm.worker.js';
import { StandingMetrics } from './standing.metrics.js';

/** Orders whose card is not delivered: the board and its alarms (docs/orders.md#standing). */
@Module({
  imports: [AuthorityModule, OrdersModule, MailModule],
  controllers: [BoardApiController, BoardPagesController],
  providers: [BoardQueries, BoardService, AlarmsQueries, AlarmsService, StandingAlarmWorker, StandingMetrics],
  exports: [BoardService],
})
export class StandingModule {}
