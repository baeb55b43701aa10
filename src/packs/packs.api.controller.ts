import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers, Sends } from '../platform/answers.js';
import { Body, Res } from '../platform/inertia/handler-inputs.js';
import { withData } from '../platform/reply.js';
import { sendFile } from '../platform/send-file.js';
import { packFactsAndReadiness } from '../shared/pack-parts.js';
import { type MakePack, type PackDetailsQuery, makePack, packDetails } from '../shared/packs.js';
import { PacksService } from './packs.service.js';

/** The facts of a defence pack, and the pack that prints them (docs/evidence.md#packs). */
@Controller('api/admin')
@Allow('packs.make')
export class PacksApiController {
  constructor(private readonly packs: PacksService) {}

  @Post('get-defence-pack-pdf')
  @HttpCode(200)
  @Sends('The defence pack of an order.', ['application/pdf'], { refuses: [404, 409] })
  async pdf(
    @CurrentStaff() staff: Staff,
    @Body({ schema: makePack }) input: MakePack,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const isAwaited = () => !request.raw.socket.destroyed;
    const { name, size, pdf } = await this.packs.make(staff, input, isAwaited);
    return sendFile(reply, { name, type: 'application/pdf', size, isShown: true }, pdf);
  }

  @Post('defence-pack-details')
  @Answers('The facts a defence pack prints, and how complete they are.', packFactsAndReadiness, { refuses: [404] })
  async details(@Body({ schema: packDetails }) input: PackDetailsQuery) {
    return withData(await this.packs.details(input));
  }
}
