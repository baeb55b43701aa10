import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../platform/reply.js';

/** A customer who showed order id and address, and the one order that opens. */
export type Visitor = { sessionId: string; orderId: number };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard for a request with a good visitor session. */
    visitor?: Visitor;
  }
}

/** The visitor behind the guard, as a handler's argument. */
export const CurrentVisitor = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().visitor,
);

/** What a visitor without a session of this order is told. */
export function notTracked(): Refused {
  return new Refused('Please enter your order id and email again.', 401);
}
