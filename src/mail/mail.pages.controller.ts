import { Controller, Get, Header } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { OrdersService } from '../orders/orders.service.js';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Param, Res } from '../platform/inertia/handler-inputs.js';
import { sendFile } from '../platform/send-file.js';
import { orderInPath, rowId } from '../shared/input.js';
import { MailService } from './mail.service.js';

const mailId = rowId('File not found');

@Controller('admin')
@Allow('mail.send')
export class MailPagesController {
  constructor(
    private readonly mail: MailService,
    private readonly orders: OrdersService,
  ) {}

  /** The form that sends an invoice by its order's id (docs/evidence.md#invoices). */
  @Get('send-invoice')
  @Page('mail/invoices')
  invoices() {
    return {};
  }

  /**
   * The mail exactly as the customer sees it, for the iframe of View Email Content. A mail has inline styles, which our
   * pages forbid. So it is a document of its own, without scripts, and only our pages may frame it.
   */
  @Get('email-preview/:orderId')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox")
  @Header('X-Frame-Options', 'SAMEORIGIN')
  @Header('Cache-Control', 'private, no-store')
  async preview(@Param('orderId', { schema: orderInPath }) id: number) {
    return this.mail.preview(await this.orders.find(id)).html;
  }

  /** A mail's attachment other than the card, such as an invoice. */
  @Get('mail-file/:mailId')
  async file(
    @CurrentStaff() staff: Staff,
    @Param('mailId', { schema: mailId }) id: number,
    @Res() reply: FastifyReply,
  ) {
    const { filename, contentType, bytes } = await this.mail.open(staff, id);
    return sendFile(reply, { name: filename, type: contentType }, bytes);
  }
}
