import { Controller, Get, Options, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { plainIp } from '../platform/location.js';
import { done, withData } from '../platform/reply.js';
import { openedFilling } from '../shared/answers/filler.js';
import { fillerCode, type FormAnswer, formAnswer } from '../shared/filler.js';
import { nothing } from '../shared/output.js';
import { FillerService } from './filler.service.js';
import { FormOriginGuard } from './form-origin.guard.js';

/** The calls of the script on the authority's form. A code opens them, nothing else. */
@Controller('api/filler')
@Open()
@UseGuards(FormOriginGuard)
export class ScriptApiController {
  constructor(private readonly filler: FillerService) {}

  @Get(':code')
  @Answers('The values of the order that the code is about. The code is used up by it.', openedFilling, {
    refuses: [404, 409],
  })
  async open(@Param('code', { schema: fillerCode }) code: string, @Req() { ip }: FastifyRequest) {
    return withData(await this.filler.open(code, plainIp(ip)));
  }

  @Post(':code/result')
  @Answers('Notes what the form answered. Once it accepted, the order waits for the authority.', nothing, {
    refuses: [404, 409],
  })
  async result(
    @Param('code', { schema: fillerCode }) code: string,
    @Body({ schema: formAnswer }) answer: FormAnswer,
    @Req() { ip }: FastifyRequest,
  ) {
    await this.filler.answered(code, answer, plainIp(ip));
    return done('It is noted with the order.');
  }

  @Options(':code/result')
  @Answers('What a browser asks before it sends the result: from where it may. The headers say it.', nothing)
  preflight() {
    return done('The form’s pages may send it.');
  }
}
