import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { Controller, Get } from '@nestjs/common';
import { Allow } from '../platform/allow.js';
import { Env } from '../platform/env.js';
import { Page } from '../platform/page.js';
import { fillerScript } from '../platform/paths.js';

/** The screen with the script that fills the authority's form. */
@Controller('admin')
export class FillerPagesController {
  private script: string | undefined;

  constructor(private readonly env: Env) {}

  @Get('authority-filler')
  @Allow('passports.see')
  @Page('filler/script')
  page() {
    // the same for every member: it knows where we are, and nothing else
    this.script ??= readFileSync(fillerScript, 'utf8').replace('__DESK__', () => this.env.publicUrl);
    const sha256 = createHash('sha256').update(this.script).digest('hex');
    return { script: this.script, sha256, formUrl: this.env.AUTHORITY_FORM_URL };
  }
}
