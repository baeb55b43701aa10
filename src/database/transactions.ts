import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { currentCall } from '../platform/idempotency/idempotent-call.js';

/** Runs every transaction of a request. */
@Injectable()
export class Transactions {
  constructor(private readonly database: DataSource) {}

  /**
   * Runs `work` in a transaction. If the request has an idempotency key, the same transaction marks the key's row: the
   * request has written something. If a repeat has taken the key over, the transaction is rolled back and an error
   * thrown.
   */
  async run<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const call = currentCall();
    if (!call || call.wrote) return this.database.transaction(work);

    const result = await this.database.transaction(async (manager) => {
      const done = await work(manager);
      const [, marked] = await manager.query<[unknown, number]>(
        'UPDATE idempotency_keys SET wrote = true WHERE caller = $1 AND key = $2 AND attempt = $3',
        [call.caller, call.key, call.attempt],
      );
      if (marked === 0) throw new Error('A repeat of this request has taken over its idempotency key');
      return done;
    });
    call.wrote = true;
    return result;
  }
}
