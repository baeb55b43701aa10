import { z } from 'zod';
import { email, looseBoolean, optionalText, requiredText, rowId } from './input.js';
import { passwordLength } from './limits.js';
import { roles } from './roles.js';

export type { MissingStep, StaffInfo } from './answers/auth.js';

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
  code: optionalText(40).describe(
    'The code of the authenticator app, or a recovery code, for a member who has a second factor.',
  ),
});
export type Login = z.infer<typeof login>;

export const changePassword = z.object({ newPassword });
export type ChangePassword = z.infer<typeof changePassword>;

export const forgotPassword = z.object({ email: email('Email Address is required') });
export type ForgotPassword = z.infer<typeof forgotPassword>;

export const resetPassword = z.object({ token: requiredText('The link is incomplete.'), newPassword });
export type ResetPassword = z.infer<typeof resetPassword>;

/** What a browser's passkey answers; the server's library checks it. */
const passkeyAnswer = z
  .looseObject({ id: z.string().max(2000), response: z.looseObject({}) }, { error: 'This is no answer of a passkey.' })
  .meta({ description: 'The credential as JSON, as browsers give it (WebAuthn).' });

/** A proof of the second factor: a code, or a passkey's answer. */
export const factorProof = z
  .object({ code: optionalText(40), passkey: passkeyAnswer.optional() })
  .refine(({ code, passkey }) => code !== undefined || passkey !== undefined, {
    error: 'Please enter the code.',
    path: ['code'],
  });
export type FactorProof = z.infer<typeof factorProof>;

export const passkeySignIn = z.object({ passkey: passkeyAnswer, remember: looseBoolean });
export type PasskeySignIn = z.infer<typeof passkeySignIn>;

const factorName = optionalText(60);

export const beginApp = z.object({ name: factorName });
export type BeginApp = z.infer<typeof beginApp>;

export const confirmApp = z.object({ code: requiredText('Please enter the code.', 40) });
export type ConfirmApp = z.infer<typeof confirmApp>;

export const addPasskey = z.object({ name: factorName, passkey: passkeyAnswer });
export type AddPasskey = z.infer<typeof addPasskey>;

export const removeFactor = z.object({ factorId: rowId('Please choose a second factor.') });
export type RemoveFactor = z.infer<typeof removeFactor>;

export const endSession = z.object({ sessionId: z.uuid({ error: 'Please choose a session.' }) });
export type EndSession = z.infer<typeof endSession>;

/** The types of members who must have a second factor. */
export const requireFactors = z.object({ roles: z.enum(roles).array().max(roles.length) });
export type RequireFactors = z.infer<typeof requireFactors>;
