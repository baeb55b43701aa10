import { Injectable } from '@nestjs/common';
import { type Attempt, type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { SendingAnswersService } from './sending-answers.service.js';

@Works('stripe.answer')
@Injectable()
export class StripeAnswerWorker implements JobWorker<'stripe.answer'> {
  constructor(private readonly sending: SendingAnswersService) {}

  work({ answerId }: JobData['stripe.answer'], attempt: Attempt): Promise<void> {
    return this.sending.sendNow(answerId, attempt);
  }
}
