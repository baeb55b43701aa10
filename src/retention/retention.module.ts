import { Module } from '@nestjs/common';
import { RetentionEraseWorker } from './retention-erase.worker.js';
import { RetentionPagesController } from './retention.pages.controller.js';
import { RetentionQueries } from './retention.queries.js';
import { RetentionService } from './retention.service.js';

/** How long personal data is kept, and how it is erased (docs/product.md#keeping-and-erasing). */
@Module({
  controllers: [RetentionPagesController],
  providers: [RetentionQueries, RetentionService, RetentionEraseWorker],
  exports: [RetentionService],
})
export class RetentionModule {}
