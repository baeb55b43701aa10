import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Answer } from './answer.js';
import type { IdempotentCall } from './idempotent-call.js';

/** The row of a key that could not be taken. */
type KnownKey = {
  isSameRequest: boolean;
  answer: Answer | null;
  /** The handler failed, or its process ended. */
  isAbandoned: boolean;
  /** A transaction of the request was committed. */
  wrote: boolean;
};

/** The lease of a key: a running handler renews it within this time; an older key belongs to a process that ended. */
const abandoned = "alive_at < now() - interval '10 seconds'";
const kept = "interval '24 hours'";

@Injectable()
export class IdempotencyQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Takes a key and returns the number of the attempt; undefined when the key isn't free. A key is free when it is new or
   * too old, or when its request was abandoned and had committed nothing.
   */
  async take(caller: string, key: string, requestHash: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ attempt: number }[]>(
      `INSERT INTO idempotency_keys AS k (caller, key, request_hash) VALUES ($1, $2, $3)
       ON CONFLICT (caller, key) DO UPDATE SET request_hash = $3, attempt = k.attempt + 1, alive_at = now(), wrote = false,
         answer = NULL, created_at = CASE WHEN k.created_at < now() - ${kept} THEN now() ELSE k.created_at END
       WHERE k.created_at < now() - ${kept}
         OR k.${abandoned} AND NOT k.wrote AND k.answer IS NULL AND k.request_hash = $3
       RETURNING attempt`,
      [caller, key, requestHash],
    );
    return row?.attempt;
  }

  async find(caller: string, key: string, requestHash: string): Promise<KnownKey | undefined> {
    const [row] = await this.database.query<KnownKey[]>(
      `SELECT request_hash = $3 AS "isSameRequest", answer, ${abandoned} AS "isAbandoned", wrote
       FROM idempotency_keys WHERE caller = $1 AND key = $2`,
      [caller, key, requestHash],
    );
    return row;
  }

  async renew({ caller, key, attempt }: IdempotentCall): Promise<void> {
    await this.database.query(
      'UPDATE idempotency_keys SET alive_at = now() WHERE caller = $1 AND key = $2 AND attempt = $3',
      [caller, key, attempt],
    );
  }

  async saveAnswer({ caller, key, attempt }: IdempotentCall, answer: Answer): Promise<void> {
    await this.database.query(
      'UPDATE idempotency_keys SET answer = $4 WHERE caller = $1 AND key = $2 AND attempt = $3',
      [caller, key, attempt, JSON.stringify(answer)],
    );
  }

  /** Marks a request as abandoned: its handler has ended without an answer to store. */
  async abandon({ caller, key, attempt }: IdempotentCall): Promise<void> {
    await this.database.query(
      `UPDATE idempotency_keys SET alive_at = '-infinity' WHERE caller = $1 AND key = $2 AND attempt = $3`,
      [caller, key, attempt],
    );
  }

  async clear(): Promise<void> {
    await this.database.query(`DELETE FROM idempotency_keys WHERE created_at < now() - ${kept}`);
  }
}
