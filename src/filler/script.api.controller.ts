import { Controller, Get, Options, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/allow.js';
import { z } from 'zod';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { plainIp } from '../platform/location.js';
import { done, withData } from '../platform/reply.js';
import { uploadOf } from '../platform/upload-form.js';
import { opened, takenSlip } from '../shared/answers/filler.js';
import { fillerCode, type PageAnswer, pageAnswer } from '../shared/filler.js';
import { nothing } from '../shared/output.js';
import { type ScriptRun, scriptRun } from '../shared/script-run.js';
import { FillerService } from './filler.service.js';
import { FormOriginGuard } from './form-origin.guard.js';

const noFields = z.object({});
/** The form with the slip, for the API description. */
const slipForm = z.object({ slip: z.any().meta({ type: 'string', contentMediaType: 'application/octet-stream' }) });

/** The calls of the script on the authority's pages. A code opens them, nothing else. */
@Controller('api/filler')
@Open()
@UseGuards(FormOriginGuard)
export class ScriptApiController {
  constructor(private readonly filler: FillerService) {}

  @Get(':code')
  @Answers('The values of the order that the code is about. The code is used up by it.', opened, {
    refuses: [404, 409],
  })
  async open(@Param('code', { schema: fillerCode }) code: string, @Req() { ip }: FastifyRequest) {
    return withData(await this.filler.open(code, plainIp(ip)));
  }

  @Post(':code/run')
  @Answers('Keeps what a run of the script found of the page: how long it took, and how it differs.', nothing, {
    refuses: [404],
  })
  async ran(
    @Param('code', { schema: fillerCode }) code: string,
    @Body({ schema: scriptRun }) run: ScriptRun,
    @Req() { ip }: FastifyRequest,
  ) {
    return done(await this.filler.ran(code, run, plainIp(ip)));
  }

  @Options(':code/run')
  @Answers('What a browser asks before it sends what a run found: from where it may. The headers say it.', nothing)
  preflightOfRun() {
    return done('The authority’s pages may send it.');
  }

  @Post(':code/result')
  @Answers('Notes what the page answered. Once the form accepted, the order waits for the authority.', nothing, {
    refuses: [404, 409],
  })
  async result(
    @Param('code', { schema: fillerCode }) code: string,
    @Body({ schema: pageAnswer }) answer: PageAnswer,
    @Req() { ip }: FastifyRequest,
  ) {
    await this.filler.answered(code, answer, plainIp(ip));
    return done('It is noted with the order.');
  }

  @Post(':code/slip')
  @Answers('Takes the slip that Check Registration gave out, a PDF up to 10 MB, as a card of the order.', takenSlip, {
    takes: { type: 'multipart/form-data', schema: slipForm },
    refuses: [404, 409],
  })
  async slip(@Param('code', { schema: fillerCode }) code: string, @Req() request: FastifyRequest) {
    const read = async () => (await uploadOf(request, noFields, 'slip')).bytes;
    return withData(await this.filler.slip(code, read, plainIp(request.ip)));
  }

  @Options(':code/result')
  @Answers('What a browser asks before it sends the result: from where it may. The headers say it.', nothing)
  preflight() {
    return done('The form’s pages may send it.');
  }
}
