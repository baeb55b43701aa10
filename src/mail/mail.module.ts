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
import { AwsProvider } from './providers/aws.js';
import { SendgridProvider } from './providers/sendgrid.js';
import { SendingService } from './sending.service.js';
import { SnsCertificates } from './sns.js';
import { WebhooksApiController } from './webhooks.api.controller.js';

@Module({
  imports: [OrdersModule],
  controllers: [MailApiController, MailPagesController, WebhooksApiController],
  providers: [
    MailQueries,
    MailMetrics,
    MailService,
    AwsProvider,
    SendgridProvider,
    SendingService,
    MailSendWorker,
    DeliveryQueries,
    DeliveryService,
    SnsCertificates,
    MailSweepWorker,
  ],
  exports: [MailService],
})
export class MailModule {}
