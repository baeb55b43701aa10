import { Controller, Get, Header } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Param, Res } from '../platform/inertia/handler-inputs.js';
import { sendFile } from '../platform/send-file.js';
import { rowId } from '../shared/input.js';
import { ReceivedMailsService } from './received-mails.service.js';

const mailId = rowId('There is no such mail.');
const fileId = rowId('There is no such file.');

/** What others wrote, for an iframe and as files. */
@Controller('admin')
@Allow('orders.work')
export class ThreadPagesController {
  constructor(private readonly received: ReceivedMailsService) {}

  /** A stranger's HTML: no script, no form, nothing from other hosts, and only our pages may frame it. */
  @Get('inbound-mail/:id')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
  )
  @Header('X-Frame-Options', 'SAMEORIGIN')
  @Header('Cache-Control', 'private, no-store')
  @Header('Referrer-Policy', 'no-referrer')
  async html(@CurrentStaff() staff: Staff, @Param('id', { schema: mailId }) id: number) {
    return this.received.html(staff, id);
  }

  /** The whole text, as text alone. */
  @Get('inbound-text/:id')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  @Header('Cache-Control', 'private, no-store')
  @Header('Referrer-Policy', 'no-referrer')
  async text(@CurrentStaff() staff: Staff, @Param('id', { schema: mailId }) id: number) {
    return this.received.text(staff, id);
  }

  /** A mail as it came is always saved, too: a browser that opened it would show what it says. */
  @Get('inbound-raw/:id')
  async raw(@CurrentStaff() staff: Staff, @Param('id', { schema: mailId }) id: number, @Res() reply: FastifyReply) {
    const { name, contentType, bytes } = await this.received.raw(staff, id);
    return sendFile(reply, { name, type: contentType }, bytes);
  }

  /** A file is always saved, never opened beside our pages. */
  @Get('inbound-file/:id')
  async file(@CurrentStaff() staff: Staff, @Param('id', { schema: fileId }) id: number, @Res() reply: FastifyReply) {
    const { name, contentType, bytes } = await this.received.file(staff, id);
    return sendFile(reply, { name, type: contentType }, bytes);
  }
}
