import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { routes } from '../shared/routes.js';
import { notTracked, TypedIsKept } from './visitor.js';
import { VisitorService } from './visitor.service.js';

/** Lets a visitor with a valid session in, before the input is validated. @throws Refused 401 for all others. */
@Injectable()
export class VisitorGuard implements CanActivate {
  constructor(private readonly visitors: VisitorService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.visitor = await this.visitors.sessionOf(request);
    if (request.visitor) return true;

    const { orderId } = (request.body ?? {}) as { orderId?: unknown };
    if (request.routeOptions.url !== routes.api.correctOrder)
      throw notTracked().goTo(this.visitors.trackPath(String(orderId)));
    const refusal = (await this.visitors.keepCorrections(request)) ? new TypedIsKept() : notTracked();
    throw refusal.goTo(this.visitors.trackPath(String(orderId), 'details'));
  }
}
