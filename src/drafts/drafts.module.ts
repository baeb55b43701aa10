import { Module } from '@nestjs/common';
import { DraftsApiController } from './drafts.api.controller.js';
import { DraftsClearWorker } from './drafts-clear.worker.js';
import { DraftsQueries } from './drafts.queries.js';
import { DraftsService } from './drafts.service.js';

@Module({
  controllers: [DraftsApiController],
  providers: [DraftsQueries, DraftsService, DraftsClearWorker],
  exports: [DraftsService],
})
export class DraftsModule {}
