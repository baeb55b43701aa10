import { createHash } from 'node:crypto';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Env } from '../platform/env.js';
import { same } from '../platform/keys.js';
import { Refused } from '../platform/reply.js';
import { IntakeQueries } from './intake.queries.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Name of the shop whose key came with the request; set by IntakeGuard. */
    shop?: string;
  }
}

/** Lets shops in by their key: INTAKE_KEY, or one made by `npm run intake:key` (api: Orders coming in). */
@Injectable()
export class IntakeGuard implements CanActivate {
  constructor(
    private readonly env: Env,
    private readonly queries: IntakeQueries,
  ) {}

  /** @throws Refused 401 without a good key. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['x-intake-key'];
    request.shop = typeof key === 'string' ? await this.shopOf(keyHash(key)) : undefined;
    if (request.shop === undefined) throw new Refused('A valid X-Intake-Key is required.', 401);
    return true;
  }

  /** Hashes are compared, so that the time taken tells nothing about a key. */
  private async shopOf(hash: string): Promise<string | undefined> {
    if (this.env.INTAKE_KEY && same(hash, keyHash(this.env.INTAKE_KEY))) return 'Shop';
    return this.queries.shopByKey(hash);
  }
}

/** The name of the shop that called. */
export const Shop = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().shop,
);

/** SHA-256 of a key, hex, as the table keeps it. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
