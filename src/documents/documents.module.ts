import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { CardDelivery } from './card-delivery.js';
import { CardLinks } from './card-link.js';
import { CardPictures } from './card-pictures.js';
import { DocumentsApiController } from './documents.api.controller.js';
import { DocumentsQueries } from './documents.queries.js';
import { DocumentsService } from './documents.service.js';
import { FilesSweepWorker } from './files-sweep.worker.js';

@Module({
  imports: [OrdersModule, MailModule],
  controllers: [DocumentsApiController],
  providers: [DocumentsQueries, CardLinks, CardDelivery, CardPictures, DocumentsService, FilesSweepWorker],
  exports: [DocumentsService],
})
export class DocumentsModule {}
