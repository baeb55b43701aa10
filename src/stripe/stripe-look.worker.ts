import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { LooksService } from './looks.service.js';

@Works('stripe.look')
@Injectable()
export class StripeLookWorker implements JobWorker<'stripe.look'> {
  constructor(private readonly looks: LooksService) {}

  work(): Promise<void> {
    return this.looks.lookNow();
  }
}
