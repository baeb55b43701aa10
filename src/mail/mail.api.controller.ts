import { Controller, Get, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { OrdersService } from '../orders/orders.service.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { emailPreview, queuedMail } from '../shared/answers/mail.js';
import { orderInPath } from '../shared/input.js';
import { type RetryMail, retryMail } from '../shared/mail.js';
import { MailService } from './mail.service.js';

/** The mail calls for staff (docs/mail.md#mail); resending a card is in documents.api.controller.ts. */
@Controller('api/admin')
export class MailApiController {
  constructor(
    private readonly mail: MailService,
    private readonly orders: OrdersService,
  ) {}

  @Post('retry-mail')
  @Allow('mail.send')
  @Answers('Sends a mail that failed or bounced once more.', queuedMail, { refuses: [404, 409] })
  async retry(@CurrentStaff() staff: Staff, @Body({ schema: retryMail }) { mailId, mailServiceProvider }: RetryMail) {
    await this.mail.retry(staff, mailId, mailServiceProvider ?? null);
    return done('Mail has been queued successfully', { mail_id: mailId });
  }

  @Get('email-preview/:orderId')
  @Allow('orders.work')
  @Answers('The mail an order’s customer would get now, to the byte.', emailPreview, { refuses: [404] })
  async preview(@Param('orderId', { schema: orderInPath }) id: number) {
    return withData(this.mail.preview(await this.orders.find(id)));
  }
}
