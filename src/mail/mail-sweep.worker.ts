import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { DeliveryService } from './delivery.service.js';
import { SendingService } from './sending.service.js';

@Works('mail.sweep')
@Injectable()
export class MailSweepWorker implements JobWorker<'mail.sweep'> {
  constructor(
    private readonly sending: SendingService,
    private readonly delivery: DeliveryService,
  ) {}

  async work(): Promise<void> {
    await this.delivery.sweep();
    await this.sending.sweep();
  }
}
