import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { LiveController } from './live.controller.js';
import { PresenceApiController } from './presence.api.controller.js';
import { PresenceQueries } from './presence.queries.js';
import { PresenceService } from './presence.service.js';
import { LiveService } from './live.service.js';

@Module({
  imports: [OrdersModule],
  controllers: [LiveController, PresenceApiController],
  providers: [LiveService, PresenceService, PresenceQueries],
  exports: [LiveService],
})
export class LiveModule {}
