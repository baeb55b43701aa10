import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthService } from '../auth/auth.service.js';
import { OtherMember } from '../auth/other-member.js';
import { SessionCookie } from '../auth/session-cookie.js';
import { ErrorsFilter } from '../platform/errors.filter.js';
import { isFromPage } from '../platform/reply.interceptor.js';
import { Refused } from '../platform/reply.js';
import { routes } from '../shared/routes.js';

/**
 * After an attempted password change the page's member has to sign in again and sees the refusal as a toast
 * (docs/people.md#sessions-and-signing-in). API callers keep their token and read the refusal. A request without the
 * CSRF token ends no session, so that another site can't sign members out. The session of a member other than the page's
 * is kept, too.
 */
@Catch(Refused)
@Injectable()
export class AttemptedChangeFilter implements ExceptionFilter {
  constructor(
    private readonly auth: AuthService,
    private readonly cookie: SessionCookie,
    private readonly errors: ErrorsFilter,
  ) {}

  async catch(refused: Refused, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const isOwn = request.user !== undefined && refused.code !== 403 && !(refused instanceof OtherMember);
    if (!isOwn || !isFromPage(request)) return this.errors.catch(refused, host);

    await this.auth.endSession(request.user!);
    this.cookie.clear(host.switchToHttp().getResponse<FastifyReply>());
    // The field's message becomes the toast, because the member leaves the page with the field.
    return this.errors.catch(new Refused(refused.message, 409).goTo(routes.login), host);
  }
}
