import { z } from 'zod';
import { wholeNumber } from '../output.js';
import { roles } from '../roles.js';

/** The signed-in member as pages and `user_info` see them. */
export const staffInfo = z.object({ id: wholeNumber, name: z.string(), email: z.string(), type: z.enum(roles) });
export type StaffInfo = z.infer<typeof staffInfo>;

/** The answer to a sign-in. */
export const signedIn = z.object({ jwtToken: z.string() });
