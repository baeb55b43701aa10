import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared } from '../database/prepared.js';
import { literal, sql } from '../database/sql.js';
import type { OrderStatus } from '../shared/order-statuses.js';

/** A hold that a member lost by what somebody else did; `holder` is who has the order now. */
export type LostHoldFacts = {
  id: number;
  orderId: number;
  takenBy: string;
  holder: string | null;
  status: OrderStatus;
  createTs: Date;
};

@Injectable()
export class LostHoldsQueries {
  constructor(private readonly database: DataSource) {}

  /** The holds that a member lost and was not told of, the first lost at the beginning. */
  lostBy(memberId: number, most: number): Promise<LostHoldFacts[]> {
    const question = sql`SELECT id, order_id AS "orderId", taken_by AS "takenBy", holder, status, create_ts AS "createTs"
      FROM lost_holds WHERE member_id = ${memberId} ORDER BY id LIMIT ${literal(String(most))}`;
    return this.database.query(...prepared('lost-holds.of-member', question).asArguments);
  }

  /** Forgets those up to this id. */
  async told(memberId: number, upTo: number): Promise<void> {
    await this.database.query('DELETE FROM lost_holds WHERE member_id = $1 AND id <= $2', [memberId, upTo]);
  }
}
