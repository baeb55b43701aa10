import { z } from 'zod';
import { wholeNumber } from '../output.js';
import { roles } from '../roles.js';

/** A row of the Team Member List; never a password or its hash (docs/people.md#roles). */
export const memberEntry = z
  .object({ id: wholeNumber, name: z.string(), email: z.string(), type: z.enum(roles), memberRole: z.enum(roles) })
  .meta({ id: 'MemberEntry' });
export type MemberEntry = z.infer<typeof memberEntry>;

/** A row of the team's screen. */
export type MemberLine = MemberEntry & {
  /** An invited member has not set a password yet. */
  state: 'active' | 'invited' | 'deactivated';
  second_factor: boolean;
  /** Until when some tries to sign in as this member are refused, ISO 8601. */
  locked_until: string | null;
};

/** The answer to adding a member. */
export const addedMember = z.object({ id: wholeNumber });
