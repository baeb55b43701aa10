import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { AwaitedPacks } from './awaited-packs.js';
import { BatchesQueries } from './batches.queries.js';
import { BatchesService } from './batches.service.js';
import { EvidenceFilesService } from './evidence-files.service.js';
import { EvidenceQueries } from './evidence.queries.js';
import { InvoiceRenderWorker } from './invoice-render.worker.js';
import { InvoicesApiController } from './invoices.api.controller.js';
import { InvoicesQueries } from './invoices.queries.js';
import { InvoicesService } from './invoices.service.js';
import { OrderPacksApiController } from './order-packs.api.controller.js';
import { PackBatchWorker } from './pack-batch.worker.js';
import { PackDocuments } from './pack-documents.js';
import { PackFactsService } from './pack-facts.service.js';
import { PackPrinter } from './pack-printer.js';
import { PackRenderWorker } from './pack-render.worker.js';
import { PackSweepWorker } from './pack-sweep.worker.js';
import { PacksApiController } from './packs.api.controller.js';
import { PacksMetrics } from './packs.metrics.js';
import { PacksQueries } from './packs.queries.js';
import { PacksService } from './packs.service.js';

@Module({
  imports: [OrdersModule, MailModule, PoliciesModule],
  controllers: [PacksApiController, OrderPacksApiController, InvoicesApiController],
  providers: [
    EvidenceQueries,
    EvidenceFilesService,
    PacksQueries,
    AwaitedPacks,
    PacksMetrics,
    PackDocuments,
    PackFactsService,
    PackPrinter,
    PacksService,
    BatchesQueries,
    BatchesService,
    PackBatchWorker,
    PackRenderWorker,
    PackSweepWorker,
    InvoicesQueries,
    InvoicesService,
    InvoiceRenderWorker,
  ],
  exports: [BatchesService, PacksService, EvidenceFilesService],
})
export class PacksModule {}
