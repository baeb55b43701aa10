import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Env } from '../platform/env.js';
import { same } from '../platform/keys.js';
import { sha256Of } from '../platform/sha256.js';
import { IntakeQueries } from './intake.queries.js';
import { defaultShop, type Shop } from './shop.js';

/** How long the rate limit uses the keys it has read from the database, in milliseconds. */
const freshMs = 10_000;

/** Identifies shops by the key they send: INTAKE_KEY, or one made by `npm run intake:key`. */
@Injectable()
export class ShopKeys {
  private read = { at: -Infinity, hashes: Promise.resolve(new Set<string>()) };

  constructor(
    private readonly env: Env,
    private readonly queries: IntakeQueries,
  ) {}

  /** The shop whose key came with the request; undefined without a valid one. */
  async shopOf(request: FastifyRequest): Promise<Shop | undefined> {
    const hash = hashIn(request);
    if (hash === undefined) return undefined;
    if (this.isOfSettings(hash)) return defaultShop;

    const found = await this.queries.shopByKey(hash);
    if (!found) return undefined;
    const { isNoted, ...shop } = found;
    if (!isNoted) await this.queries.noteUse(hash);
    return shop;
  }

  /**
   * The key that a shop's requests are counted under, from whatever network. Undefined for an unknown intake key, whose
   * requests are counted by network. Reads the database at intervals, not for each request.
   */
  async countedBy(request: FastifyRequest): Promise<string | undefined> {
    const hash = hashIn(request);
    if (hash === undefined) return undefined;
    return this.isOfSettings(hash) || (await this.known()).has(hash) ? `key:${hash}` : undefined;
  }

  /** Compares hashes, so that the time reveals nothing about the key. */
  private isOfSettings(hash: string): boolean {
    return this.env.INTAKE_KEY !== undefined && same(hash, keyHash(this.env.INTAKE_KEY));
  }

  private known(): Promise<Set<string>> {
    const now = performance.now();
    if (now > this.read.at + freshMs) {
      const hashes = this.queries.goodKeys().catch(() => new Set<string>());
      this.read = { at: now, hashes };
    }
    return this.read.hashes;
  }
}

function hashIn({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-intake-key'];
  return typeof key === 'string' ? keyHash(key) : undefined;
}

/** SHA-256 of a key, hex, as the table keeps it. */
export function keyHash(key: string): string {
  return sha256Of(key);
}
