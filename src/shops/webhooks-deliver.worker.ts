import { Injectable } from '@nestjs/common';
import { type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { DeliveriesService } from './deliveries.service.js';

@Works('webhooks.deliver')
@Injectable()
export class WebhooksDeliverWorker implements JobWorker<'webhooks.deliver'> {
  constructor(private readonly deliveries: DeliveriesService) {}

  work({ endpointId }: JobData['webhooks.deliver']): Promise<void> {
    return this.deliveries.deliverNow(endpointId);
  }
}
