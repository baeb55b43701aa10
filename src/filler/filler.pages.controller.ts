import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allow, Open } from '../platform/allow.js';
import { Env } from '../platform/env.js';
import { Res } from '../platform/inertia/handler-inputs.js';
import { Page } from '../platform/page.js';
import { FillerScript } from './script.js';

/** The screen with the script that fills the authority's form, and the userscript. */
@Controller()
export class FillerPagesController {
  constructor(
    private readonly script: FillerScript,
    private readonly env: Env,
  ) {}

  @Get('admin/authority-filler')
  @Allow('passports.see')
  @Page('filler/script')
  page() {
    const { bookmark, userscript } = this.script;
    const { text: script, sha256 } = bookmark;
    return { script, sha256, userscriptSha256: userscript.sha256, formUrl: this.env.AUTHORITY_FORM_URL };
  }

  /** Without a session, because userscript managers fetch it without one, and it holds nothing of anybody. */
  @Get('authority-filler.user.js')
  @Open()
  userscript(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply) {
    const { text, sha256 } = this.script.userscript;
    const etag = `"${sha256}"`;
    void reply.headers({ 'cache-control': 'public, max-age=3600', etag });
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(text);
  }
}
