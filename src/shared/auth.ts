import { z } from 'zod';
import { email, looseBoolean, requiredText } from './input.js';
import { passwordLength } from './limits.js';

export type { StaffInfo } from './answers/auth.js';

/** A password as typed. It is not trimmed, because blanks may belong to it. */
export function password(missing: string) {
  return z
    .string({ error: missing })
    .min(1, missing)
    .max(256, 'At most 256 characters.')
    .refine((value) => !value.includes('\0'), 'This text contains a character that is not allowed.');
}

const newPassword = password('Please enter your New Password.').min(
  passwordLength,
  `New Password must be at least ${passwordLength} characters.`,
);

export const login = z.object({
  email: email('Email Address is required'),
  password: password('Password is required'),
  remember: looseBoolean,
});
export type Login = z.infer<typeof login>;

export const changePassword = z.object({ newPassword });
export type ChangePassword = z.infer<typeof changePassword>;

export const forgotPassword = z.object({ email: email('Email Address is required') });
export type ForgotPassword = z.infer<typeof forgotPassword>;

export const resetPassword = z.object({ token: requiredText('The link is incomplete.'), newPassword });
export type ResetPassword = z.infer<typeof resetPassword>;
