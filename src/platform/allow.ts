import { applyDecorators, type CanActivate, SetMetadata, type Type, UseGuards } from '@nestjs/common';
import type { Permission } from '../shared/permissions.js';

export const allowKey = 'auth:allow';
export const openKey = 'auth:open';

/** Names the permission that a member needs for this handler, or for every handler of this class. */
export const Allow = (permission: Permission) => SetMetadata(allowKey, permission);

export const halfwayKey = 'auth:halfway';
export const freshFactorKey = 'auth:fresh-factor';

/**
 * Lets a session call this handler before its sign-in is complete: before the second factor is proven, or set up
 * (docs/people.md#second-factor).
 */
export const Halfway = () => SetMetadata(halfwayKey, true);

/** Asks members who have a second factor for a proof of the last ten minutes. */
export const FreshFactor = () => SetMetadata(freshFactorKey, true);

/** Lets guests call this handler. A session, if there is one, is still recognised. */
export const Open = () => SetMetadata(openKey, true);

export type GuardedCaller = 'shop' | 'visitor';

/** Lets callers of this kind call this handler, or every handler of this class, by a guard of their own. */
export const OpenBy = (caller: GuardedCaller, guard: Type<CanActivate>) =>
  applyDecorators(SetMetadata(openKey, caller), UseGuards(guard));
