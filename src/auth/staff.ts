import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { MissingStep, StaffInfo } from '../shared/auth.js';
import type { Settings } from '../shared/settings.js';

/** The signed-in member, as passed to services. */
export type Staff = StaffInfo & {
  settings: Settings;
  sessionId: string;
  /** What the session lacks: the proof of the second factor, or a second factor that the member must have. */
  missing: MissingStep | null;
  hasFactor: boolean;
  /** When the second factor was last proven in this session. */
  factorAt: Date | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard for a request with a valid session. */
    user?: Staff;
  }
}

/** The signed-in member of a request, undefined for a guest. */
export function staffOf(request: FastifyRequest): Staff | undefined {
  return request.user;
}

/** The signed-in member, as a handler's argument; on an `@Open` handler it may be undefined. */
export const CurrentStaff = createParamDecorator((_: unknown, context: ExecutionContext) =>
  staffOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
