import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Env } from './env.js';

/** The purposes the one secret is split into, so that a signature made for one is worth nothing for another. */
type Purpose = 'session' | 'visitor' | 'csrf' | 'document-link' | 'flash';

/** Signs and checks with keys derived from APP_SECRET (HKDF-SHA-256, RFC 5869). */
@Injectable()
export class Keys {
  private readonly secret: string;
  private readonly derived = new Map<Purpose, Buffer>();

  constructor(env: Env) {
    // Without a secret (development alone) every restart signs everybody out, which is the safe way round.
    this.secret = env.APP_SECRET ?? randomBytes(32).toString('hex');
  }

  /** The key of a purpose, 32 bytes. */
  of(purpose: Purpose): Buffer {
    const known = this.derived.get(purpose);
    if (known) return known;

    const key = Buffer.from(hkdfSync('sha256', this.secret, 'arrival-card-desk', purpose, 32));
    this.derived.set(purpose, key);
    return key;
  }

  /** The same as an object: libraries that are given bytes look for a PEM file in them, at every use, which takes longer. */
  secretOf(purpose: Purpose): KeyObject {
    return createSecretKey(this.of(purpose));
  }

  /** HMAC-SHA-256 of the text, base64url. */
  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.of(purpose)).update(text).digest('base64url');
  }

  /** Whether `signature` is the text's; takes the same time whatever differs. */
  verify(purpose: Purpose, text: string, signature: string): boolean {
    return same(this.sign(purpose, text), signature);
  }
}

/** Compares two texts in a time that tells nothing of where they differ. */
export function same(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
