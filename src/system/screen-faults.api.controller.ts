import { Controller, Logger, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { nothing } from '../shared/output.js';
import { type ScreenFault, screenFault } from '../shared/screen-faults.js';
import { SystemQueries } from './system.queries.js';

/** Takes reports of parts of screens that a member's browser could not show (docs/screens.md#a-part-that-fails). */
@Controller('api/admin')
@Allow('account.own')
export class ScreenFaultsApiController {
  private readonly log = new Logger('screens');

  constructor(private readonly queries: SystemQueries) {}

  @Post('screen-faults')
  @Answers(
    'Reports a part of a screen that could not be shown. The log has it under the answer’s ref; it is counted by day.',
    nothing,
  )
  async note(
    @CurrentStaff() staff: Staff,
    @Body({ schema: screenFault }) fault: ScreenFault,
    @Req() { id }: FastifyRequest,
  ) {
    this.log.warn({ ref: id, memberId: staff.id, ...fault }, 'a part of a screen could not be shown');
    await this.queries.noteScreenFault(fault.screen, fault.part);
    return done('The fault was noted');
  }
}
