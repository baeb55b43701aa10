import { Controller, Get } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { Page } from '../page.js';

@Controller('admin')
@Allow('mail.send')
export class MailPagesController {
  /** The form that sends an invoice by its order's id (spec §2, Send Invoice). */
  @Get('send-invoice')
  @Page('mail/invoices')
  invoices() {
    return {};
  }
}
