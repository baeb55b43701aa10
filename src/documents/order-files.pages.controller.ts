import { Controller, Get } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Param, Res } from '../platform/inertia/handler-inputs.js';
import { sendFile } from '../platform/send-file.js';
import { orderFileId } from '../shared/order-files.js';
import { OrderFilesService } from './order-files.service.js';

/** Set once the file is there: a refusal is a page of ours, with its own. */
const asFile = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** Shows a file that a member added: the passport's number may be on it. */
@Controller('admin')
@Allow('passports.see')
export class OrderFilesPagesController {
  constructor(private readonly files: OrderFilesService) {}

  /** Whatever type a browser takes the file for, it must run no script and load nothing. */
  @Get('order-file/:id')
  async file(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: orderFileId }) id: number,
    @Res() reply: FastifyReply,
  ) {
    const { name, contentType, bytes } = await this.files.open(staff, id);
    void reply.headers(asFile);
    return sendFile(reply, { name, type: contentType, isShown: true }, bytes);
  }
}
