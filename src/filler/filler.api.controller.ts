import { Controller, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { codeGiven } from '../shared/answers/filler.js';
import { type CodeFor, codeFor } from '../shared/filler.js';
import { orderInPath } from '../shared/input.js';
import { FillerService } from './filler.service.js';

/** The codes for the script on the authority's pages. */
@Controller('api/admin')
@Allow('passports.see')
export class FillerApiController {
  constructor(private readonly filler: FillerService) {}

  @Post('orders/:orderId/filler-code')
  @Answers(
    'A code by which the script fills a page of the authority for this order, once, within ten minutes.',
    codeGiven,
    {
      refuses: [404, 409],
    },
  )
  async code(
    @CurrentStaff() staff: Staff,
    @Param('orderId', { schema: orderInPath }) id: number,
    @Body({ schema: codeFor }) { page }: CodeFor,
  ) {
    return done('The code is for one filling, within ten minutes.', await this.filler.codeFor(staff, id, page));
  }
}
