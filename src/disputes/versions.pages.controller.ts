import { Controller, Get } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Param, Res } from '../platform/inertia/handler-inputs.js';
import { rowId } from '../shared/input.js';
import { VersionsService } from './versions.service.js';

const packId = rowId('There is no such version.');

/** A stored version of a pack, as it was made. */
@Controller('admin/pack-version')
@Allow('packs.make')
export class VersionsPagesController {
  constructor(private readonly versions: VersionsService) {}

  @Get(':packId')
  async open(
    @CurrentStaff() staff: Staff,
    @Param('packId', { schema: packId }) id: number,
    @Res() reply: FastifyReply,
  ) {
    const { name, bytes } = await this.versions.open(staff, id);
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${name}"`,
        'content-length': bytes.length,
        'cache-control': 'private, no-store',
      })
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}
