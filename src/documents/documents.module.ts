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
import { OrderFilesApiController } from './order-files.api.controller.js';
import { OrderFilesPagesController } from './order-files.pages.controller.js';
import { OrderFilesQueries } from './order-files.queries.js';
import { OrderFilesService } from './order-files.service.js';
import { UploadedFiles } from './uploaded-files.js';

@Module({
  imports: [OrdersModule, MailModule],
  controllers: [DocumentsApiController, OrderFilesApiController, OrderFilesPagesController],
  providers: [
    DocumentsQueries,
    OrderFilesQueries,
    UploadedFiles,
    CardLinks,
    CardDelivery,
    CardPictures,
    DocumentsService,
    OrderFilesService,
    FilesSweepWorker,
  ],
  exports: [DocumentsService, OrderFilesService],
})
export class DocumentsModule {}
