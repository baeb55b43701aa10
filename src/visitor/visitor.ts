import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../platform/reply.js';
import { visitorIdleMinutes } from '../shared/limits.js';
import { routes } from '../shared/routes.js';

/** A customer who gave order id and address, and the one order this opens. */
export type Visitor = { sessionId: string; orderId: number };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard for a request with a valid visitor session. */
    visitor?: Visitor;
  }
}

/** Parameter decorator: the visitor that the guard found. */
export const CurrentVisitor = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().visitor,
);

/** Why a visitor whose session of an order has ended is asked for the details again. */
export const sessionOver = `To keep your card safe, your order page closed after ${visitorIdleMinutes} minutes. Please enter your details again.`;

/** The refusal for a visitor whose session ended while they typed, and who gets it back: nothing that they did was wrong. */
export class TypedIsKept extends Refused {
  override readonly toast = 'info';

  constructor() {
    super(`${sessionOver} What you typed is kept for ${visitorIdleMinutes} minutes.`, 401);
  }
}

/** The refusal for a visitor without a session of this order. A page goes to the form that starts one. */
export function notTracked(): Refused {
  return new Refused('Please enter your order id and email again.', 401).goTo(routes.track());
}
