import { Module } from '@nestjs/common';
import { DraftsApiController } from './drafts.api.controller.js';
import { DraftsClearWorker } from './drafts-clear.worker.js';
import { DraftsQueries } from './drafts.queries.js';
import { DraftsService } from './drafts.service.js';
import { VisitorDraftsQueries } from './visitor-drafts.queries.js';
import { VisitorDraftsService } from './visitor-drafts.service.js';

@Module({
  controllers: [DraftsApiController],
  providers: [DraftsQueries, DraftsService, VisitorDraftsQueries, VisitorDraftsService, DraftsClearWorker],
  exports: [DraftsService, VisitorDraftsService],
})
export class DraftsModule {}
