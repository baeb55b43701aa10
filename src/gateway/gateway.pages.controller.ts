import { Controller, Get } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { Page } from '../page.js';
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
