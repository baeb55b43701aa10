import { Controller, Get } from '@nestjs/common';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { GatewayService } from './gateway.service.js';

@Controller('admin')
export class GatewayPagesController {
  constructor(private readonly gateways: GatewayService) {}

  @Get('gateway-setting')
  @Allow('gateway.see')
  @Page('gateway/settings')
  async settings() {
    return { gateways: await this.gateways.list() };
  }
}
