import { Controller, Get, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { disputeId as id } from '../shared/disputes.js';
import { type StageAnswer, stageAnswer, stripeAnswer, type SubmitAnswer, submitAnswer } from '../shared/stripe.js';
import { AnswersService } from './answers.service.js';

/** Answers to disputes that Stripe takes to the bank (docs/disputes.md#answers-at-stripe). */
@Controller('api/admin/disputes/:id/stripe')
@Allow('disputes.stage')
export class AnswersApiController {
  constructor(private readonly answers: AnswersService) {}

  @Get()
  @Answers('The newest answer that was staged with Stripe; null when there is none.', stripeAnswer.nullable(), {
    refuses: [404],
  })
  async newest(@Param('id', { schema: id }) disputeId: number) {
    return withData(await this.answers.of(disputeId));
  }

  @Post()
  @Answers('Stages a version of a pack with Stripe, which keeps it and does not send it to the bank.', stripeAnswer, {
    refuses: [404, 409, 503],
  })
  async stage(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) disputeId: number,
    @Body({ schema: stageAnswer }) input: StageAnswer,
  ) {
    return done('The answer goes to Stripe', await this.answers.stage(staff, disputeId, input));
  }

  @Post('submit')
  @FreshFactor()
  @Answers('Has Stripe submit what is staged to the bank. This can be done once only.', stripeAnswer, {
    refuses: [404, 409, 503],
  })
  async submit(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) disputeId: number,
    @Body({ schema: submitAnswer }) input: SubmitAnswer,
  ) {
    return done('The answer is being submitted', await this.answers.submit(staff, disputeId, input));
  }
}
