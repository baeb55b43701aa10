import { Controller, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { queuedInvoice } from '../shared/answers/mail.js';
import { type SendInvoice, sendInvoice } from '../shared/mail.js';
import { InvoicesService } from './invoices.service.js';

@Controller('api/admin')
@Allow('mail.send')
export class InvoicesApiController {
  constructor(private readonly invoices: InvoicesService) {}

  @Post('send-invoice')
  @Answers('Mails the order’s invoice to its customer.', queuedInvoice, { refuses: [404, 409] })
  async send(@CurrentStaff() staff: Staff, @Body({ schema: sendInvoice }) input: SendInvoice) {
    return done('Invoice has been queued successfully', await this.invoices.send(staff, input));
  }
}
