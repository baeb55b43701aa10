import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { DeliveryQueries } from './delivery.queries.js';
import { DeliveryService } from './delivery.service.js';
import { MailApiController } from './mail.api.controller.js';
import { MailMetrics } from './mail.metrics.js';
import { MailPagesController } from './mail.pages.controller.js';
import { MailQueries } from './mail.queries.js';
import { MailSendWorker } from './mail-send.worker.js';
import { MailService } from './mail.service.js';
import { MailSweepWorker } from './mail-sweep.worker.js';
import { SnsCertificates } from './providers/aws/signature.js';
import { OutagesQueries } from './outages.queries.js';
import { OutagesService } from './outages.service.js';
import { providers } from './providers/providers.js';
import { SendingService } from './sending.service.js';

@Module({
  imports: [OrdersModule],
  controllers: [MailApiController, MailPagesController, ...Object.values(providers).map(({ webhook }) => webhook)],
  providers: [
    MailQueries,
    MailMetrics,
    MailService,
    ...Object.values(providers).flatMap(({ client, parts = [] }) => [client, ...parts]),
    OutagesQueries,
    OutagesService,
    SendingService,
    MailSendWorker,
    DeliveryQueries,
    DeliveryService,
    MailSweepWorker,
  ],
  exports: [MailService, SnsCertificates],
})
export class MailModule {}
