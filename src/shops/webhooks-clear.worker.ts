import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { DeliveriesService } from './deliveries.service.js';

@Works('webhooks.clear')
@Injectable()
export class WebhooksClearWorker implements JobWorker<'webhooks.clear'> {
  constructor(private readonly deliveries: DeliveriesService) {}

  work(): Promise<void> {
    return this.deliveries.clear();
  }
}
