import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forget } from '../auth/auth.api.controller.js';
import { AuthService } from '../auth/auth.service.js';
import { Csrf } from '../auth/csrf.js';
import { Env } from '../platform/env.js';
import { ErrorsFilter } from '../platform/errors.filter.js';
import { isFromPage } from '../platform/reply.interceptor.js';
import { Refused } from '../platform/reply.js';
import { routes } from '../shared/routes.js';

/**
 * After a password change that was attempted on the page the member signs in again, the server's sentence as a toast
 * (spec §4, decisions: Staff). API callers keep their token and read the refusal.
 */
@Catch(Refused)
@Injectable()
export class AttemptedChangeFilter implements ExceptionFilter {
  constructor(
    private readonly auth: AuthService,
    private readonly csrf: Csrf,
    private readonly env: Env,
    private readonly errors: ErrorsFilter,
  ) {}

  async catch(refused: Refused, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    if (!request.user || !isFromPage(request)) return this.errors.catch(refused, host);

    await this.auth.endSession(request.user);
    forget(host.switchToHttp().getResponse<FastifyReply>(), this.env, this.csrf);
    // The field is on the page that was left, so its sentence travels as the toast.
    return this.errors.catch(new Refused(refused.message, 409).goTo(routes.login), host);
  }
}
