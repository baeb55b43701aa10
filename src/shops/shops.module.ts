import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { DeliveriesQueries } from './deliveries.queries.js';
import { DeliveriesService } from './deliveries.service.js';
import { ShopOrdersApiController } from './shop-orders.api.controller.js';
import { ShopOrdersQueries } from './shop-orders.queries.js';
import { ShopOrdersService } from './shop-orders.service.js';
import { ShopsApiController } from './shops.api.controller.js';
import { ShopsPagesController } from './shops.pages.controller.js';
import { ShopsQueries } from './shops.queries.js';
import { ShopsService } from './shops.service.js';
import { Addresses, WebhookClient } from './webhook.client.js';
import { WebhooksClearWorker } from './webhooks-clear.worker.js';
import { WebhooksDeliverWorker } from './webhooks-deliver.worker.js';
import { WebhooksSweepWorker } from './webhooks-sweep.worker.js';

@Module({
  imports: [OrdersModule, DocumentsModule, IntakeModule],
  controllers: [ShopOrdersApiController, ShopsApiController, ShopsPagesController],
  providers: [
    ShopOrdersQueries,
    ShopOrdersService,
    ShopsQueries,
    ShopsService,
    Addresses,
    WebhookClient,
    DeliveriesQueries,
    DeliveriesService,
    WebhooksDeliverWorker,
    WebhooksSweepWorker,
    WebhooksClearWorker,
  ],
})
export class ShopsModule {}
