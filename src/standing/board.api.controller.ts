import { Controller, Get, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Query } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { listedRow, standingCounts } from '../shared/answers/standing.js';
import {
  type BoardQuery,
  boardQuery,
  type SayOutcome,
  sayOutcome,
  type UndeliveredQuery,
  undeliveredQuery,
} from '../shared/board.js';
import { nothing, wholeNumber } from '../shared/output.js';
import { BoardService } from './board.service.js';

@Controller('api/admin')
@Allow('orders.work')
export class BoardApiController {
  constructor(private readonly board: BoardService) {}

  @Get('orders-at-risk')
  @Answers('Every order whose card is not delivered and can be submitted, nearest arrival first.', listedRow.array(), {
    beside: { total: wholeNumber, counts: standingCounts },
  })
  async list(@Query({ schema: boardQuery }) query: BoardQuery) {
    const { rows, total, counts } = await this.board.list(query);
    return withData(rows, { total, counts });
  }

  @Get('orders-without-card')
  @Answers(
    'Orders whose newest card mail failed, bounced, was complained about or has been queued for ten minutes.',
    listedRow.array(),
    { beside: { total: wholeNumber } },
  )
  async undelivered(@Query({ schema: undeliveredQuery }) query: UndeliveredQuery) {
    const { rows, total } = await this.board.undelivered(query);
    return withData(rows, { total });
  }

  @Put('card-outcome')
  @Answers('Says what became of a card that the product did not deliver; `null` takes it back.', nothing, {
    refuses: [404, 409],
  })
  async say(@CurrentStaff() staff: Staff, @Body({ schema: sayOutcome }) said: SayOutcome) {
    await this.board.say(staff, said);
    return done(said.outcome === null ? 'It was taken back.' : 'What became of the card has been noted.');
  }
}
