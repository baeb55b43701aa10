import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Env } from '../platform/env.js';

/** Lets scripts on the pages of the authority's form, and on no other site, read the answers. It refuses nobody. */
@Injectable()
export class FormOriginGuard implements CanActivate {
  constructor(private readonly env: Env) {}

  canActivate(context: ExecutionContext): boolean {
    void context
      .switchToHttp()
      .getResponse<FastifyReply>()
      .headers({
        'Access-Control-Allow-Origin': new URL(this.env.AUTHORITY_FORM_URL).origin,
        'Access-Control-Allow-Methods': 'GET, POST',
        'Access-Control-Allow-Headers': 'Content-Type',
        Vary: 'Origin',
      });
    return true;
  }
}
