import { Controller, Get } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkComplete } from '../auth/factor-rules.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { DocumentsService } from '../documents/documents.service.js';
import { Open } from '../platform/allow.js';
import { Param, Res } from '../platform/inertia/handler-inputs.js';
import { Refused } from '../platform/reply.js';
import { parseOrderId } from '../shared/order-id.js';
import { VisitorService } from './visitor.service.js';

/** Serves the cards to staff, to the order's visitor, and to anybody with a signed link (docs/visitors.md#visitors). */
@Controller('uploads/docs')
@Open()
export class UploadsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly visitors: VisitorService,
  ) {}

  @Get(':orderId/:file1')
  async send(
    @Param('orderId') id: string,
    @Param('file1') file1: string,
    @CurrentStaff() staff: Staff | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (staff) checkComplete(staff);
    const { request } = reply;
    const orderId = parseOrderId(id) ?? 0;
    const reader =
      asStaff(staff) ??
      (await this.asVisitor(orderId, request)) ??
      this.documents.readerOf(orderId, file1, request.query);
    if (!reader) throw new Refused('Please sign in.', 401);

    await this.documents.send(orderId, file1, reader, reply);
  }

  private async asVisitor(orderId: number, request: FastifyRequest) {
    const visitor = await this.visitors.sessionOf(request);
    return visitor?.orderId === orderId ? { who: 'customer' as const, key: `visitor:${visitor.sessionId}` } : undefined;
  }
}

/** A member's fetch never counts as the customer's, even with a visitor's link, because the history is evidence. */
function asStaff(staff: Staff | undefined) {
  return staff && { who: 'staff' as const, key: `staff:${staff.sessionId}`, staff };
}
