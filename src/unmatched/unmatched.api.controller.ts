import { Controller, Get, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param, Query } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { unmatchedEntry } from '../shared/answers/unmatched.js';
import { nothing, wholeNumber } from '../shared/output.js';
import {
  type PlaceUnmatched,
  placeUnmatched,
  type SetAsideUnmatched,
  setAsideUnmatched,
  unmatchedId as id,
  type UnmatchedQuery,
  unmatchedQuery,
} from '../shared/unmatched.js';
import { UnmatchedService } from './unmatched.service.js';

@Controller('api/admin/unmatched')
@Allow('unmatched.work')
export class UnmatchedApiController {
  constructor(private readonly unmatched: UnmatchedService) {}

  @Get()
  @Answers(
    'Disputes, early warnings and mails that fit no single order: what a bank waits for first, by its date, then the mails, the newest first.',
    unmatchedEntry.array(),
    { beside: { total: wholeNumber.describe('How many there are.') } },
  )
  async list(@Query({ schema: unmatchedQuery }) query: UnmatchedQuery) {
    const { rows, total } = await this.unmatched.list(query);
    return withData(rows, { total });
  }

  @Post(':id/order')
  @Answers('Gives it to an order: a mail is read as one to its mailbox, a case becomes its dispute.', nothing, {
    refuses: [404, 409],
  })
  async place(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) entryId: number,
    @Body({ schema: placeUnmatched }) { orderId }: PlaceUnmatched,
  ) {
    await this.unmatched.place(staff, entryId, orderId);
    return done(`It belongs to order ${orderId} now.`);
  }

  @Post(':id/aside')
  @Answers('Sets aside what belongs to no order, such as spam.', nothing, { refuses: [404, 409] })
  async setAside(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) entryId: number,
    @Body({ schema: setAsideUnmatched }) { reason }: SetAsideUnmatched,
  ) {
    await this.unmatched.setAside(staff, entryId, reason);
    return done('It is set aside.');
  }

  @Post(':id/back')
  @Answers('Takes back that it was set aside.', nothing, { refuses: [404, 409] })
  async takeBack(@CurrentStaff() staff: Staff, @Param('id', { schema: id }) entryId: number) {
    await this.unmatched.takeBack(staff, entryId);
    return done('It waits again.');
  }
}
