import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Answers, Sends } from '../platform/answers.js';
import { found } from '../platform/reply.js';
import { type MakePack, type PackDetailsQuery, makePack, packDetails, packFactsAndReadiness } from '../shared/packs.js';
import { PacksService } from './packs.service.js';

/** What stands behind a chargeback: the facts, and the pack that prints them (api: Reports and defence packs). */
@Controller('api/admin')
@Allow('packs.make')
export class PacksApiController {
  constructor(private readonly packs: PacksService) {}

  @Post('get-defence-pack-pdf')
  @HttpCode(200)
  @Sends('The defence pack of an order.', ['application/pdf'], { refuses: [404, 409] })
  async pdf(@CurrentStaff() staff: Staff, @Body({ schema: makePack }) input: MakePack, @Res() reply: FastifyReply) {
    const { name, size, pdf } = await this.packs.make(staff, input);
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${name}"`,
        'content-length': size,
        'cache-control': 'private, no-store',
      })
      .send(pdf);
  }

  @Post('defence-pack-details')
  @Answers('The facts a defence pack prints, and how complete they are.', packFactsAndReadiness, { refuses: [404] })
  async details(@Body({ schema: packDetails }) input: PackDetailsQuery) {
    return found(await this.packs.details(input));
  }
}
