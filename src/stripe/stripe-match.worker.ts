import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { StripeService } from './stripe.service.js';

@Works('stripe.match')
@Injectable()
export class StripeMatchWorker implements JobWorker<'stripe.match'> {
  constructor(private readonly stripe: StripeService) {}

  work(): Promise<void> {
    return this.stripe.sweep();
  }
}
