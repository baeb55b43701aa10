import { SetMetadata } from '@nestjs/common';
import type { Permission } from '../shared/permissions.js';

export const allowKey = 'auth:allow';
export const openKey = 'auth:open';

/** Names the permission that a member needs for this handler, or for every handler of this class. */
export const Allow = (permission: Permission) => SetMetadata(allowKey, permission);

/** Lets guests call this handler. A session, if there is one, is still recognised. */
export const Open = () => SetMetadata(openKey, true);
