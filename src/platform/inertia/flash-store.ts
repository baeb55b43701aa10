import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Carried } from './carried.js';
import { cookie } from './request.js';

/** Stores what answers keep for the next page. One store serves all visitors, identified by the request. */
export interface FlashStore {
  /** What is stored for this visitor; undefined when nothing is. */
  read(request: FastifyRequest): Carried | undefined | Promise<Carried | undefined>;
  /** Stores it until a page shows it; replaces what was stored before. */
  save(request: FastifyRequest, reply: FastifyReply, carried: Carried): void | Promise<void>;
  /** Removes it, because a page shows it. */
  forget(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

interface CookieOptions {
  /** Signs the cookie, so that no other site or subdomain can put text into a page. */
  secret: string;
  /** Sent over HTTPS alone. */
  secure: boolean;
  name?: string;
}

/** Length of a cookie's value that every browser accepts, without its name and attributes. */
const longest = 3600;
const seconds = 300;

/**
 * Keeps flash and errors in a signed HttpOnly cookie of five minutes: so machines share no state. When it is too long for
 * a cookie, the last errors are dropped, then everything but the flags.
 */
export function cookieFlash({ secret, secure, name = 'flash' }: CookieOptions): FlashStore {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = (text: string) => createHmac('sha256', secret).update(`${name}=${text}`).digest('base64url');
  const seal = (carried: Carried) => {
    const text = Buffer.from(JSON.stringify(carried)).toString('base64url');
    return `${text}.${sign(text)}`;
  };

  return {
    read(request) {
      const [text = '', signature = ''] = cookie(request, name)?.split('.') ?? [];
      if (!isSame(signature, sign(text))) return undefined;

      return JSON.parse(Buffer.from(text, 'base64url').toString()) as Carried;
    },
    save(_request, reply, carried) {
      reply.header('set-cookie', `${name}=${fitting(carried, seal)}; Max-Age=${seconds}; ${attributes}`);
    },
    forget(_request, reply) {
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];

  return a.length === b.length && timingSafeEqual(a, b);
}

/** The cookie's value, with as much in it as fits. */
function fitting(carried: Carried, seal: (carried: Carried) => string): string {
  const sealed = seal(carried);
  if (sealed.length <= longest) return sealed;

  const { errors, clearHistory, preserveFragment } = carried;
  return errors ? fitting({ ...carried, errors: fewer(errors) }, seal) : seal({ clearHistory, preserveFragment });
}

/** The first half of each bag; undefined when nothing is left. */
function fewer(errors: NonNullable<Carried['errors']>): Carried['errors'] {
  const bags = Object.entries(errors).flatMap(([bag, fields]) => {
    const kept = Object.entries(fields).slice(0, Math.floor(Object.keys(fields).length / 2));
    return kept.length > 0 ? [[bag, Object.fromEntries(kept)]] : [];
  });

  return bags.length > 0 ? (Object.fromEntries(bags) as Carried['errors']) : undefined;
}
