import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Param } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { uploadOf } from '../platform/upload-form.js';
import { addedFile } from '../shared/answers/order-files.js';
import { orderInPath } from '../shared/input.js';
import { addOrderFile, orderFileId } from '../shared/order-files.js';
import { nothing } from '../shared/output.js';
import { OrderFilesService } from './order-files.service.js';

/** The whole form, for the API description. */
const addForm = z.object({
  ...addOrderFile.shape,
  file: z.any().meta({ type: 'string', contentMediaType: 'application/octet-stream' }),
});

/** Adds files that are no card to an order, and removes them (docs/form.md#what-the-authoritys-page-showed). */
@Controller('api/admin/orders')
@Allow('orders.work')
export class OrderFilesApiController {
  constructor(private readonly files: OrderFilesService) {}

  @Post(':orderId/files')
  @Answers(
    'Adds a file to an order that is no card (PNG, JPEG, WebP or PDF, up to 10 MB), such as a screenshot of the authority’s page Check Registration; it is not mailed, and no visitor sees it.',
    addedFile,
    { takes: { type: 'multipart/form-data', schema: addForm }, refuses: [404, 409] },
  )
  async add(
    @CurrentStaff() staff: Staff,
    @Param('orderId', { schema: orderInPath }) orderId: number,
    @Req() request: FastifyRequest,
  ) {
    const { input, bytes } = await uploadOf(request, addOrderFile, 'file');
    return done('The file has been added', await this.files.add(staff, orderId, input.kind, bytes));
  }

  @Post(':orderId/files/:fileId/remove')
  @Answers('Removes a file that was added to an order by mistake; the activity keeps that.', nothing, {
    refuses: [404, 409],
  })
  async remove(
    @CurrentStaff() staff: Staff,
    @Param('orderId', { schema: orderInPath }) orderId: number,
    @Param('fileId', { schema: orderFileId }) fileId: number,
  ) {
    await this.files.remove(staff, orderId, fileId);
    return done('The file has been removed');
  }
}
