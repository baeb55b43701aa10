import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { AnswersService } from './answers.service.js';
import { StripeService } from './stripe.service.js';

@Works('stripe.match')
@Injectable()
export class StripeMatchWorker implements JobWorker<'stripe.match'> {
  constructor(
    private readonly stripe: StripeService,
    private readonly answers: AnswersService,
  ) {}

  async work(): Promise<void> {
    await this.stripe.sweep();
    await this.answers.sweep();
  }
}
