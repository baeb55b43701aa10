import { Controller, Get, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { gatewayEntry } from '../shared/answers/gateway.js';
import { type SetGateway, setGateway } from '../shared/gateway.js';
import { nothing } from '../shared/output.js';
import { GatewayService } from './gateway.service.js';

@Controller('api/admin')
export class GatewayApiController {
  constructor(private readonly gateways: GatewayService) {}

  @Get('payment-gateways')
  @Allow('gateway.see')
  @Answers('The payment gateways; exactly one is active.', gatewayEntry.array())
  async list() {
    return withData(await this.gateways.list());
  }

  @Post('payment-gateway-setting')
  @Allow('gateway.set')
  @FreshFactor()
  @Answers('Makes a gateway the active one.', nothing, { refuses: [404] })
  async set(@CurrentStaff() staff: Staff, @Body({ schema: setGateway }) { gatewayId }: SetGateway) {
    await this.gateways.activate(staff, gatewayId);
    return done('Gateway has been changed successfully');
  }
}
