import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { Env } from '../platform/env.js';
import { PdfPrinter } from '../platform/pdf/printer.js';
import { EvidenceQueries } from './evidence.queries.js';
import { PackPrinter } from './pack-printer.js';
import { PackRenderWorker } from './pack-render.worker.js';
import { PackSweepWorker } from './pack-sweep.worker.js';
import { PacksApiController } from './packs.api.controller.js';
import { PacksQueries } from './packs.queries.js';
import { PacksService } from './packs.service.js';

@Module({
  imports: [OrdersModule],
  controllers: [PacksApiController],
  providers: [
    EvidenceQueries,
    PacksQueries,
    PackPrinter,
    PacksService,
    PackRenderWorker,
    PackSweepWorker,
    {
      provide: PdfPrinter,
      useFactory: ({ PUPPETEER_EXECUTABLE_PATH, DATA_DIR }: Env) =>
        new PdfPrinter(async () => {
          const { findBrowser } = await import('../platform/pdf/browser.js');
          return findBrowser({ executablePath: PUPPETEER_EXECUTABLE_PATH, dataDir: DATA_DIR });
        }),
      inject: [Env],
    },
  ],
})
export class PacksModule {}
