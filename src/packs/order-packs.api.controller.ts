import { Controller, Get, Post } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers, Sends } from '../platform/answers.js';
import { Body, Param, Res } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { sendFile } from '../platform/send-file.js';
import { type MakeOrderPacks, makeOrderPacks, packBatch, packBatchId as id } from '../shared/pack-batches.js';
import { BatchesService } from './batches.service.js';

/** Packs of many orders at once (docs/orders.md#bulk-actions). */
@Controller('api/admin/order-packs')
@Allow('packs.make')
export class OrderPacksApiController {
  constructor(private readonly batches: BatchesService) {}

  @Post()
  @Answers('Asks for a defence pack of each of these orders.', packBatch, { refuses: [404] })
  async ask(
    @CurrentStaff() staff: Staff,
    @Body({ schema: makeOrderPacks }) { orderId, defencePackType: type }: MakeOrderPacks,
  ) {
    return done('The packs are being made', await this.batches.ask(staff, { orders: [orderId].flat(), type }));
  }

  @Get(':id')
  @Answers('How far packs are that the caller asked for, and which ones were refused.', packBatch, { refuses: [404] })
  async progress(@CurrentStaff() staff: Staff, @Param('id', { schema: id }) batchId: number) {
    return withData(await this.batches.progress(batchId, { member: staff }));
  }

  @Get(':id/packs.zip')
  @Sends('The packs in one archive, with an index that names those that were refused.', ['application/zip'], {
    refuses: [404, 409],
  })
  async zip(@CurrentStaff() staff: Staff, @Param('id', { schema: id }) batchId: number, @Res() reply: FastifyReply) {
    const { name, zip } = await this.batches.zip(staff, batchId, { member: staff });
    return sendFile(reply, { name, type: 'application/zip' }, zip);
  }
}
