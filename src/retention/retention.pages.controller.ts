import { Controller, Get } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { defer } from '../platform/inertia/props.js';
import { Page } from '../platform/page.js';
import { PersonsService } from './persons.service.js';
import { RetentionService } from './retention.service.js';

@Controller('admin')
@Allow('retention.manage')
export class RetentionPagesController {
  constructor(
    private readonly retention: RetentionService,
    private readonly persons: PersonsService,
  ) {}

  @Get('retention')
  @Page('retention/overview')
  async overview(@CurrentStaff() staff: Staff) {
    return {
      months: this.retention.months,
      requests: await this.persons.newest(staff),
      runs: await this.retention.runs(),
      due: defer(() => this.retention.wouldDo()),
    };
  }
}
