import { z } from 'zod';
import { password } from './auth.js';
import { email, looseBoolean, requiredText, rowId, trimmed } from './input.js';
import { passwordLength } from './limits.js';
import { roles } from './roles.js';

export type { MemberEntry, MemberLine } from './answers/team.js';

/** Name, address and type of a member. */
export const memberFields = z.object({
  name: requiredText('Please enter your name.', 120),
  email: email('Please enter your email.'),
  type: trimmed(z.enum(roles, { error: 'Please select type.' })),
});

const newPassword = password('Please enter your password.').min(
  passwordLength,
  `Password must be at least ${passwordLength} characters.`,
);

function passwordFault(given: unknown): string | undefined {
  return newPassword.safeParse(given).error?.issues[0]?.message;
}

/** A new member gets a password from the form, or an invitation: a mail with the link to set one. */
export const addMember = z
  .object({
    ...memberFields.shape,
    password: z.string({ error: 'Please enter your password.' }).optional(),
    invite: looseBoolean,
  })
  .refine(({ password: given, invite }) => invite || passwordFault(given) === undefined, {
    path: ['password'],
    // also when another field is wrong: the form shows every fault at once
    when: ({ value }) => typeof value === 'object' && value !== null,
    error: ({ input }) => passwordFault((input as { password?: unknown }).password),
  });
export type AddMember = z.infer<typeof addMember>;

/** On edit an empty password keeps the old one (docs/people.md#roles). */
export const updateMember = z.object({
  ...memberFields.shape,
  password: z
    .union([z.literal(''), newPassword], { error: `Password must be at least ${passwordLength} characters.` })
    .nullish()
    .transform((value) => value || undefined),
  tmId: rowId('Please choose a member.'),
});
export type UpdateMember = z.infer<typeof updateMember>;

export const memberInPath = rowId('Team member not found');

export const deleteMember = z.object({ teamMemberId: rowId('Please choose a member.') });
export type DeleteMember = z.infer<typeof deleteMember>;

/** Names a member: to invite again, deactivate, reactivate, or take the second factors away. */
export const whichMember = z.object({ memberId: rowId('Please choose a member.') });
export type WhichMember = z.infer<typeof whichMember>;
