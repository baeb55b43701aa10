import { Module } from '@nestjs/common';
import { PersonArchive } from './person-archive.js';
import { PersonCopiesApiController } from './person-copies.api.controller.js';
import { PersonCopiesQueries } from './person-copies.queries.js';
import { PersonCopiesService } from './person-copies.service.js';
import { PersonCopyWorker } from './person-copy.worker.js';
import { PersonDataQueries } from './person-data.queries.js';
import { PersonEraseWorker } from './person-erase.worker.js';
import { PersonSweepWorker } from './person-sweep.worker.js';
import { PersonsApiController } from './persons.api.controller.js';
import { PersonsQueries } from './persons.queries.js';
import { PersonsService } from './persons.service.js';
import { RetentionEraseWorker } from './retention-erase.worker.js';
import { RetentionPagesController } from './retention.pages.controller.js';
import { RetentionQueries } from './retention.queries.js';
import { RetentionService } from './retention.service.js';

/** How long personal data is kept, and how it is erased (docs/people.md#keeping-and-erasing). */
@Module({
  controllers: [PersonCopiesApiController, PersonsApiController, RetentionPagesController],
  providers: [
    RetentionQueries,
    RetentionService,
    RetentionEraseWorker,
    PersonsQueries,
    PersonsService,
    PersonEraseWorker,
    PersonDataQueries,
    PersonArchive,
    PersonCopiesQueries,
    PersonCopiesService,
    PersonCopyWorker,
    PersonSweepWorker,
  ],
  exports: [RetentionService],
})
export class RetentionModule {}
