import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { InboundService } from './inbound.service.js';

@Works('inbound.sweep')
@Injectable()
export class InboundSweepWorker implements JobWorker<'inbound.sweep'> {
  constructor(private readonly inbound: InboundService) {}

  work(): Promise<void> {
    return this.inbound.sweep();
  }
}
