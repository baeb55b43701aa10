import { Controller, Get } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { defer } from '../platform/inertia/props.js';
import { Page } from '../platform/page.js';
import { PersonCopiesService } from './person-copies.service.js';
import { PersonsService } from './persons.service.js';
import { RetentionService } from './retention.service.js';

@Controller('admin')
@Allow('retention.manage')
export class RetentionPagesController {
  constructor(
    private readonly retention: RetentionService,
    private readonly persons: PersonsService,
    private readonly copies: PersonCopiesService,
  ) {}

  @Get('retention')
  @Page('retention/overview')
  overview(@CurrentStaff() staff: Staff) {
    return {
      months: this.retention.months,
      copies: () => this.copies.newest(staff),
      requests: () => this.persons.newest(staff),
      runs: () => this.retention.runs(),
      due: defer(() => this.retention.wouldDo()),
    };
  }
}
