import { Controller, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { type LookAt, lookAt } from '../shared/look.js';
import { nothing } from '../shared/output.js';
import { PresenceService } from './presence.service.js';

@Controller('api/admin')
@Allow('orders.work')
export class PresenceApiController {
  constructor(private readonly presence: PresenceService) {}

  @Post('look')
  @Answers(
    'Tells colleagues which order a tab looks at, and whether somebody writes there. Nothing is stored.',
    nothing,
  )
  async look(@CurrentStaff() staff: Staff, @Body({ schema: lookAt }) input: LookAt) {
    await this.presence.look(staff, input);
    return done('Told');
  }
}
