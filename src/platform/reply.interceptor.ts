import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Flash } from '../shared/pages.js';
import { back, type Redirect, redirect } from './inertia/redirect.js';
import { isInertia } from './inertia/request.js';
import { Reply } from './reply.js';

/**
 * Sends a handler's reply as the envelope to API callers, and as a redirect with a toast to pages. Before the handler,
 * but after all guards, it refuses a body that could not be parsed (late-bodies.ts).
 */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (request.unread) throw request.unread;
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!(answer instanceof Reply)) return answer;
        return isFromPage(request) ? toRedirect(answer) : toEnvelope(answer, request, reply);
      }),
    );
  }
}

/** Whether a page sent this: Inertia's client, or a plain form without JavaScript. */
export function isFromPage(request: FastifyRequest): boolean {
  return isInertia(request) || isPlainForm(request);
}

function isPlainForm(request: FastifyRequest): boolean {
  return String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded');
}

function toRedirect({ message, data, beside, to, toast }: Reply): Redirect {
  const failed = (data as Pick<Flash, 'failed'> | null)?.failed;
  const { undo } = beside as Pick<Flash, 'undo'>;
  const flash: Flash = {
    ...(toast && message && { toast: { type: failed?.length ? 'warning' : toast, message } }),
    ...(failed?.length && { failed: failed.slice(0, 20) }),
    ...(undo && { undo }),
  };
  return (to === undefined ? back('/admin') : redirect(to)).flash(flash);
}

function toEnvelope(answer: Reply, request: FastifyRequest, reply: FastifyReply) {
  reply.code(answer.code);
  return { status: 1, message: answer.message, data: answer.data, ...answer.beside, ref: answer.ref ?? request.id };
}
