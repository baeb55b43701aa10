import { z } from 'zod';
import { wholeNumber } from '../output.js';
import { roles } from '../roles.js';

/** A row of the Team Member List; never a password or its hash (docs/product.md#roles). */
export const memberEntry = z
  .object({ id: wholeNumber, name: z.string(), email: z.string(), type: z.enum(roles), memberRole: z.enum(roles) })
  .meta({ id: 'MemberEntry' });
export type MemberEntry = z.infer<typeof memberEntry>;

/** The answer to adding a member. */
export const addedMember = z.object({ id: wholeNumber });
