import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers, Sends } from '../platform/answers.js';
import { Param, Res } from '../platform/inertia/handler-inputs.js';
import { withData } from '../platform/reply.js';
import { sendFile } from '../platform/send-file.js';
import { disputeEvidence } from '../shared/answers/evidence.js';
import { disputeId as id } from '../shared/disputes.js';
import { EvidenceService } from './evidence.service.js';

/** The evidence of a dispute as fields and as files (docs/disputes.md#evidence-for-stripe). */
@Controller('api/admin/disputes')
@Allow('disputes.evidence')
export class EvidenceApiController {
  constructor(private readonly evidence: EvidenceService) {}

  @Get(':id/evidence')
  @Answers('The evidence of a dispute under the names of Stripe’s API.', disputeEvidence, { refuses: [404] })
  async fields(@Param('id', { schema: id }) disputeId: number) {
    return withData(await this.evidence.of(disputeId));
  }

  @Get(':id/evidence.zip')
  @Sends(
    'The evidence of a dispute as files, with an index: pack, card, mails, invoices, texts in force, access log.',
    ['application/zip'],
    { refuses: [404] },
  )
  async files(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) disputeId: number,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const isAwaited = () => !request.raw.socket.destroyed;
    const { name, zip } = await this.evidence.zip(staff, disputeId, isAwaited);
    return sendFile(reply, { name, type: 'application/zip' }, zip);
  }
}
