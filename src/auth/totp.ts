import { Secret, TOTP } from 'otpauth';

/** Seconds of a time step, which every authenticator app uses (RFC 6238). */
const stepSeconds = 30;

/** A new secret of 160 bits, base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string, issuer: string): string {
  return totp(secret, email, issuer).toString();
}

/**
 * The time step whose code this is, undefined for a wrong code. The steps before and after the current one count too,
 * because clocks differ.
 * @param now milliseconds since 1970
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / stepSeconds) + delta;
}

/** The code of a moment, in milliseconds since 1970. */
export function codeAt(secret: string, now: number): string {
  return totp(secret).generate({ timestamp: now });
}

function totp(secret: string, label = '', issuer = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
  });
}
