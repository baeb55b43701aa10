import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, type Observable, of, switchMap } from 'rxjs';
import { pageOf } from './page.js';
import { precognition } from './precognition.js';
import { Redirect, setRedirect } from './redirect.js';
import { isPrecognitive } from './request.js';

/**
 * Turns what a handler returns into Inertia's answers: props into the page that `@Page` names, a `Redirect` into one.
 * Other answers pass. A Precognition request, and a read by a client of another build, are answered without the handler; guards
 * come first, so that such a client still hears that its session is over. Use it globally, outside interceptors that
 * return a `Redirect`.
 */
export class InertiaInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (isPrecognitive(request)) return from(precognition(context));
    const { inertia } = request.server;
    if (inertia.isStale(request)) {
      inertia.setReload(request, context.switchToHttp().getResponse<FastifyReply>());
      return of(undefined);
    }

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
