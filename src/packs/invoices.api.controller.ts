import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { done } from '../platform/reply.js';
import { type SendInvoice, sendInvoice } from '../shared/mail.js';
import { InvoicesService } from './invoices.service.js';

@Controller('api/admin')
@Allow('mail.send')
export class InvoicesApiController {
  constructor(private readonly invoices: InvoicesService) {}

  @Post('send-invoice')
  async send(@CurrentStaff() staff: Staff, @Body({ schema: sendInvoice }) { orderId }: SendInvoice) {
    return done('Invoice has been queued successfully', await this.invoices.send(staff, orderId));
  }
}
