import { Controller, Get } from '@nestjs/common';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { SystemService } from './system.service.js';

@Controller('admin')
@Allow('system.work')
export class SystemPagesController {
  constructor(private readonly system: SystemService) {}

  @Get('system')
  @Page('system/overview')
  overview() {
    return this.system.facts();
  }
}
