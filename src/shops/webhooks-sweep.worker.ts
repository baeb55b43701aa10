import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { DeliveriesService } from './deliveries.service.js';

@Works('webhooks.sweep')
@Injectable()
export class WebhooksSweepWorker implements JobWorker<'webhooks.sweep'> {
  constructor(private readonly deliveries: DeliveriesService) {}

  work(): Promise<void> {
    return this.deliveries.sweep();
  }
}
