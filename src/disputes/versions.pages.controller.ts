import { Controller, Get } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Param, Res } from '../platform/inertia/handler-inputs.js';
import { VersionsService } from './versions.service.js';

/** A stored version of a pack, as it was made. */
@Controller('admin/pack-version')
@Allow('packs.make')
export class VersionsPagesController {
  constructor(private readonly versions: VersionsService) {}

  @Get(':packId')
  async open(@CurrentStaff() staff: Staff, @Param('packId') text: string, @Res() reply: FastifyReply) {
    const { name, bytes } = await this.versions.open(staff, /^\d{1,9}$/.test(text) ? Number(text) : 0);
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
