import { Controller, Get } from '@nestjs/common';
import { Allow } from '../platform/allow.js';
import { defer } from '../platform/inertia/props.js';
import { Page } from '../platform/page.js';
import { RetentionService } from './retention.service.js';

@Controller('admin')
@Allow('retention.manage')
export class RetentionPagesController {
  constructor(private readonly retention: RetentionService) {}

  @Get('retention')
  @Page('retention/overview')
  async overview() {
    return {
      months: this.retention.months,
      runs: await this.retention.runs(),
      due: defer(() => this.retention.wouldDo()),
    };
  }
}
