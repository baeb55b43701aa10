import { SetMetadata } from '@nestjs/common';
import type { Permission } from '../shared/permissions.js';

export const allowKey = 'auth:allow';
export const openKey = 'auth:open';

/** What a member must be allowed to call this handler, or every handler of this class. */
export const Allow = (permission: Permission) => SetMetadata(allowKey, permission);

/** Nobody needs to sign in for this handler; a session that is there is still known. */
export const Open = () => SetMetadata(openKey, true);
