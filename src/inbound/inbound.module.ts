import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { DraftsModule } from '../drafts/drafts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { Dkim } from './dkim.js';
import { FoundCardsService } from './found-cards.service.js';
import { InboundQueries } from './inbound.queries.js';
import { InboundReadWorker } from './inbound-read.worker.js';
import { InboundService } from './inbound.service.js';
import { InboundSweepWorker } from './inbound-sweep.worker.js';
import { ReadingService } from './reading.service.js';
import { ReceivedMailsService } from './received-mails.service.js';
import { SesMails } from './ses-mails.js';
import { ThreadApiController } from './thread.api.controller.js';
import { ThreadPagesController } from './thread.pages.controller.js';
import { ThreadService } from './thread.service.js';
import { InboundWebhooksApiController } from './webhooks.api.controller.js';

/** Mail that comes in (docs/mail.md#the-application-mailbox). */
@Module({
  imports: [OrdersModule, MailModule, DocumentsModule, DraftsModule],
  controllers: [InboundWebhooksApiController, ThreadApiController, ThreadPagesController],
  providers: [
    InboundQueries,
    InboundService,
    FoundCardsService,
    ReadingService,
    ThreadService,
    ReceivedMailsService,
    Dkim,
    SesMails,
    InboundReadWorker,
    InboundSweepWorker,
  ],
  exports: [InboundService, ThreadService, FoundCardsService],
})
export class InboundModule {}
