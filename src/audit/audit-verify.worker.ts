import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { AuditService } from './audit.service.js';

@Works('audit.verify')
@Injectable()
export class AuditVerifyWorker implements JobWorker<'audit.verify'> {
  constructor(private readonly audit: AuditService) {}

  work(): Promise<void> {
    return this.audit.checkChain();
  }
}
