import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { IntakeApiController } from './intake.api.controller.js';
import { IntakeGuard } from './intake.guard.js';
import { IntakeQueries } from './intake.queries.js';
import { IntakeService } from './intake.service.js';
import { PaymentsService } from './payments.service.js';
import { ShopKeys } from './shop-keys.js';

@Module({
  imports: [MailModule, OrdersModule],
  controllers: [IntakeApiController],
  providers: [IntakeQueries, IntakeService, PaymentsService, IntakeGuard, ShopKeys],
  exports: [IntakeGuard, ShopKeys],
})
export class IntakeModule {}
