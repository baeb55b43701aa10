import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { DraftsService } from './drafts.service.js';
import { VisitorDraftsService } from './visitor-drafts.service.js';

@Works('drafts.clear')
@Injectable()
export class DraftsClearWorker implements JobWorker<'drafts.clear'> {
  constructor(
    private readonly drafts: DraftsService,
    private readonly visitorDrafts: VisitorDraftsService,
  ) {}

  async work(): Promise<void> {
    await this.drafts.clearOld();
    await this.visitorDrafts.clearOld();
  }
}
