import { z } from 'zod';
import { utcMoment, wholeNumber } from '../output.js';
import { roles } from '../roles.js';

/** The signed-in member as pages and `user_info` see them. */
export const staffInfo = z.object({ id: wholeNumber, name: z.string(), email: z.string(), type: z.enum(roles) });
export type StaffInfo = z.infer<typeof staffInfo>;

/** What a session lacks before it may be used: a proof of the second factor, or a second factor to be set up. */
const missingStep = z.enum(['factor', 'enrolment']);
export type MissingStep = z.infer<typeof missingStep>;

/** The answer to a sign-in. `missing` is absent when the sign-in is complete. */
export const signedIn = z.object({ jwtToken: z.string(), missing: missingStep.optional() });

/** A member's second factors. */
export const ownFactors = z.object({
  factors: z
    .object({
      id: wholeNumber,
      kind: z.enum(['totp', 'passkey']),
      name: z.string(),
      created_at: utcMoment,
      last_used_at: utcMoment.nullable(),
    })
    .array(),
  recovery_codes_left: wholeNumber,
  /** Whether the member's type must have one. */
  required: z.boolean(),
  /** The host whose passkeys are accepted; null where no passkey can work. */
  passkey_host: z.string().nullable(),
});
export type OwnFactors = z.infer<typeof ownFactors>;

/** What an authenticator app needs; `qr` is the address as an SVG picture. */
export const begunApp = z.object({ secret: z.string(), address: z.string(), qr: z.string() });
export type BegunApp = z.infer<typeof begunApp>;

/** New recovery codes, shown once; empty when the member keeps the old ones. */
export const recoveryCodes = z.object({ recovery_codes: z.string().array() });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Options for the browser's credential API, as JSON (WebAuthn). */
export const passkeyOptions = z.record(z.string(), z.unknown());

export const ownSession = z.object({
  id: z.uuid(),
  device: z.string(),
  place: z.string(),
  ip: z.string(),
  signed_in: utcMoment,
  last_used: utcMoment,
  this_one: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;
