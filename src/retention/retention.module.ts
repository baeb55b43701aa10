import { Module } from '@nestjs/common';
import { PersonDataApiController } from './person-data.api.controller.js';
import { PersonDataQueries } from './person-data.queries.js';
import { PersonDataService } from './person-data.service.js';
import { PersonEraseWorker } from './person-erase.worker.js';
import { PersonsApiController } from './persons.api.controller.js';
import { PersonsQueries } from './persons.queries.js';
import { PersonsService } from './persons.service.js';
import { RetentionEraseWorker } from './retention-erase.worker.js';
import { RetentionPagesController } from './retention.pages.controller.js';
import { RetentionQueries } from './retention.queries.js';
import { RetentionService } from './retention.service.js';

/** How long personal data is kept, and how it is erased (docs/product.md#keeping-and-erasing). */
@Module({
  controllers: [PersonDataApiController, PersonsApiController, RetentionPagesController],
  providers: [
    RetentionQueries,
    RetentionService,
    RetentionEraseWorker,
    PersonsQueries,
    PersonsService,
    PersonEraseWorker,
    PersonDataQueries,
    PersonDataService,
  ],
  exports: [RetentionService],
})
export class RetentionModule {}
