import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { DraftsService } from './drafts.service.js';

@Works('drafts.clear')
@Injectable()
export class DraftsClearWorker implements JobWorker<'drafts.clear'> {
  constructor(private readonly drafts: DraftsService) {}

  work(): Promise<void> {
    return this.drafts.clearOld();
  }
}
