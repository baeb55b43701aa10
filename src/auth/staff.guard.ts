import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { allowKey, freshFactorKey, type GuardedCaller, halfwayKey, openKey } from '../platform/allow.js';
import { Refused } from '../platform/reply.js';
import { can, type Permission } from '../shared/permissions.js';
import { Csrf } from './csrf.js';
import { checkComplete, checkFresh } from './factor-rules.js';
import { checkMember } from './other-member.js';
import type { Staff } from './staff.js';

/**
 * Authenticates and authorises every request, in the order of refusal: 401 without a valid session, 403 without the CSRF
 * token, 401 for a page of another member, 403 for an incomplete sign-in, by role, and for a second factor that was proven
 * too long ago (docs/http-api.md#the-api). A handler that names no permission and isn't open is refused, so that a forgotten
 * decorator opens nothing.
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
    if (!permission || !request.user) throw Refused.notAllowed();
    checkMember(request, request.user);
    if (!this.find<boolean>(halfwayKey, context)) checkComplete(request.user);
    if (!can(request.user.type, permission)) throw Refused.notAllowed();
    if (this.find<boolean>(freshFactorKey, context)) checkFresh(request.user);
    return true;
  }

  /** Passes on the member that passport found; an `@Open` handler accepts a guest as well. */
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
    return this.find<true | GuardedCaller>(openKey, context) !== undefined;
  }

  private find<Value>(key: string, context: ExecutionContext): Value | undefined {
    return this.reflector.getAllAndOverride<Value>(key, [context.getHandler(), context.getClass()]);
  }
}
