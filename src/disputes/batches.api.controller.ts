import { Controller, Get, Post } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { BatchesService } from '../packs/batches.service.js';
import { Allow } from '../platform/allow.js';
import { Answers, Sends } from '../platform/answers.js';
import { Body, Param, Res } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { sendFile } from '../platform/send-file.js';
import { type MakePacks, makePacks, packBatch, packBatchId as id } from '../shared/pack-batches.js';

/** Packs for many disputes at once (docs/disputes.md#disputes). */
@Controller('api/admin/dispute-packs')
@Allow('disputes.work')
export class BatchesApiController {
  constructor(private readonly batches: BatchesService) {}

  @Post()
  @Answers('Asks for the packs of many disputes.', packBatch, { refuses: [404] })
  async ask(@CurrentStaff() staff: Staff, @Body({ schema: makePacks }) { disputes }: MakePacks) {
    return done('The packs are being made', await this.batches.ask(staff, { disputes }));
  }

  @Get(':id')
  @Answers('How far the packs are, and which ones were refused.', packBatch, { refuses: [404] })
  async progress(@Param('id', { schema: id }) batchId: number) {
    return withData(await this.batches.progress(batchId, 'disputes'));
  }

  @Get(':id/packs.zip')
  @Sends('The packs in one archive, with an index that names those that were refused.', ['application/zip'], {
    refuses: [404, 409],
  })
  async zip(@CurrentStaff() staff: Staff, @Param('id', { schema: id }) batchId: number, @Res() reply: FastifyReply) {
    const { name, zip } = await this.batches.zip(staff, batchId, 'disputes');
    return sendFile(reply, { name, type: 'application/zip' }, zip);
  }
}
