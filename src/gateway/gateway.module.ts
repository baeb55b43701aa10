import { Module } from '@nestjs/common';
import { GatewayApiController } from './gateway.api.controller.js';
import { GatewayPagesController } from './gateway.pages.controller.js';
import { GatewayQueries } from './gateway.queries.js';
import { GatewayService } from './gateway.service.js';

@Module({
  controllers: [GatewayApiController, GatewayPagesController],
  providers: [GatewayQueries, GatewayService],
  exports: [GatewayService],
})
export class GatewayModule {}
