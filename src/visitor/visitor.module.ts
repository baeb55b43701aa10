import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { DocumentsModule } from '../documents/documents.module.js';
import { MailModule } from '../mail/mail.module.js';
import { DraftsModule } from '../drafts/drafts.module.js';
import { Keys } from '../platform/keys.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { Guesses } from './guesses.js';
import { LostNumbersService } from './lost-numbers.service.js';
import { UploadsController } from './uploads.controller.js';
import { VisitorApiController } from './visitor.api.controller.js';
import { VisitorPagesController } from './visitor.pages.controller.js';
import { VisitorQueries } from './visitor.queries.js';
import { VisitorService } from './visitor.service.js';

@Module({
  imports: [
    DraftsModule,
    OrdersModule,
    MailModule,
    DocumentsModule,
    RequestsModule,
    PoliciesModule,
    JwtModule.registerAsync({
      inject: [Keys],
      useFactory: (keys: Keys) => ({ secret: keys.secretOf('visitor'), signOptions: { algorithm: 'HS256' } }),
    }),
  ],
  controllers: [VisitorApiController, VisitorPagesController, UploadsController],
  providers: [VisitorQueries, Guesses, VisitorService, LostNumbersService],
  exports: [VisitorService],
})
export class VisitorModule {}
