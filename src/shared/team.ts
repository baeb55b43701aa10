import { z } from 'zod';
import { password } from './auth.js';
import { email, requiredText, rowId, trimmed } from './input.js';
import { passwordLength } from './limits.js';
import { roles } from './roles.js';

export type { MemberEntry } from './answers/team.js';

const fields = {
  name: requiredText('Please enter your name.', 120),
  email: email('Please enter your email.'),
  type: trimmed(z.enum(roles, { error: 'Please select type.' })),
};

const newPassword = password('Please enter your password.').min(
  passwordLength,
  `Password must be at least ${passwordLength} characters.`,
);

export const addMember = z.object({ ...fields, password: newPassword });
export type AddMember = z.infer<typeof addMember>;

/** On edit an empty password keeps the old one (docs/product.md#roles). */
export const updateMember = z.object({
  ...fields,
  password: z
    .union([z.literal(''), newPassword], { error: `Password must be at least ${passwordLength} characters.` })
    .nullish()
    .transform((value) => value || undefined),
  tmId: rowId('Please choose a member.'),
});
export type UpdateMember = z.infer<typeof updateMember>;

export const deleteMember = z.object({ teamMemberId: rowId('Please choose a member.') });
export type DeleteMember = z.infer<typeof deleteMember>;
