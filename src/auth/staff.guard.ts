import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../platform/reply.js';
import { can, type Permission } from '../shared/permissions.js';
import { allowKey, openKey } from './allow.js';
import { Csrf } from './csrf.js';
import type { Staff } from './staff.js';

/**
 * The one door of the house, in the order of refusal: 401 without a good session, 403 without the CSRF proof, 403 by role
 * (api: Common to every call). A handler that names no permission and isn't `@Open` is refused: nothing is open by oversight.
 */
@Injectable()
export class StaffGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly csrf: Csrf,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    await super.canActivate(context);
    this.csrf.check(request);

    const permission = this.find<Permission>(allowKey, context);
    if (this.isOpen(context)) return true;
    if (!permission || !request.user || !can(request.user.type, permission)) throw Refused.notAllowed();
    return true;
  }

  /** What passport found; an `@Open` handler takes a guest as well. */
  override handleRequest<User = Staff>(
    error: unknown,
    staff: User | false,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    if (staff) return staff;
    if (this.isOpen(context)) return undefined as User;
    throw new Refused('Please sign in.', 401);
  }

  private isOpen(context: ExecutionContext): boolean {
    return this.find<boolean>(openKey, context) === true;
  }

  private find<Value>(key: string, context: ExecutionContext): Value | undefined {
    return this.reflector.getAllAndOverride<Value>(key, [context.getHandler(), context.getClass()]);
  }
}
