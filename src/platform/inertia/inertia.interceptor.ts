import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, type Observable, switchMap } from 'rxjs';
import { pageOf } from './page.js';
import { precognition } from './precognition.js';
import { Redirect, setRedirect } from './redirect.js';
import { isPrecognitive } from './request.js';

/**
 * Turns what a handler returns into Inertia's answers: props into the page that `@Page` names, a `Redirect` into one.
 * Other answers pass. A Precognition request is answered without the handler. Use it globally, outside interceptors that
 * return a `Redirect`.
 */
export class InertiaInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    if (isPrecognitive(context.switchToHttp().getRequest())) return from(precognition(context));

    return next.handle().pipe(switchMap((answer) => this.answer(context, answer)));
  }

  private async answer(context: ExecutionContext, answer: unknown): Promise<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (answer instanceof Redirect) {
      setRedirect(request, reply, answer);
      return undefined;
    }

    const component = pageOf(context.getHandler());
    if (component === undefined) return answer;

    return request.server.inertia.answer(request, reply, { component, props: answer as Record<string, unknown> });
  }
}
