import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** A shop, identified by its key. No other shop can reach its orders (docs/http-api.md#shops-and-intake). */
export type Shop = { id: number; name: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** The shop whose key came with the request; set by IntakeGuard. */
    shop?: Shop;
  }
}

/** The shop of INTAKE_KEY. */
export const defaultShop: Shop = { id: 1, name: 'default' };

/** The shop that called, as a handler's argument. */
export const CurrentShop = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().shop,
);

/** The actor's name in the activity for changes by a shop. */
export function actorOf({ id, name }: Shop): string {
  return id === defaultShop.id ? 'Shop' : name;
}
