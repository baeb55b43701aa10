import { Body, Controller, Get, Post } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { done, found } from '../platform/reply.js';
import { type SetGateway, setGateway } from '../shared/gateway.js';
import { GatewayService } from './gateway.service.js';

@Controller('api/admin')
export class GatewayApiController {
  constructor(private readonly gateways: GatewayService) {}

  @Get('payment-gateways')
  @Allow('gateway.see')
  async list() {
    return found(await this.gateways.list());
  }

  @Post('payment-gateway-setting')
  @Allow('gateway.set')
  async set(@CurrentStaff() staff: Staff, @Body({ schema: setGateway }) { gatewayId }: SetGateway) {
    await this.gateways.activate(staff, gatewayId);
    return done('Gateway has been changed successfully');
  }
}
