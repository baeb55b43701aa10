import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { ChainService } from './chain.service.js';

@Works('audit.chain')
@Injectable()
export class AuditChainWorker implements JobWorker<'audit.chain'> {
  constructor(private readonly chain: ChainService) {}

  work(): Promise<void> {
    return this.chain.extend();
  }
}
