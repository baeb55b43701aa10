import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../platform/reply.js';
import { ShopKeys } from './shop-keys.js';

/** Authenticates shops by their key (docs/http-api.md#shops-and-intake). */
@Injectable()
export class IntakeGuard implements CanActivate {
  constructor(private readonly keys: ShopKeys) {}

  /** @throws Refused 401 without a valid key. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.shop = await this.keys.shopOf(request);
    if (request.shop === undefined) throw new Refused('A valid X-Intake-Key is required.', 401);
    return true;
  }
}
