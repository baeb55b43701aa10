import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** An order as an alarm names it; `doa` is a day, YYYY-MM-DD. */
export type AlarmingOrder = { id: number; doa: string };

@Injectable()
export class AlarmsQueries {
  constructor(private readonly database: DataSource) {}

  /** Notes an alarm; false when it was noted before. */
  async note(about: string, manager: EntityManager): Promise<boolean> {
    const added = await manager.query<unknown[]>(
      'INSERT INTO standing_alarms (about) VALUES ($1) ON CONFLICT DO NOTHING RETURNING about',
      [about],
    );
    return added.length > 0;
  }

  /** How many orders are late and at risk on this day of Kuala Lumpur, and the first of them by arrival. */
  async alarming(today: string, most: number, manager: EntityManager) {
    const [counts] = await manager.query<{ late: number; risk: number }[]>(
      `SELECT count(*) FILTER (WHERE doa <= $1::date)::int AS late, count(*) FILTER (WHERE doa > $1::date)::int AS risk
       FROM cards_due WHERE doa <= $1::date + 1`,
      [today],
    );
    const orders = await manager.query<AlarmingOrder[]>(
      `SELECT order_id AS id, doa::text FROM cards_due WHERE doa > $1::date - 7 AND doa <= $1::date + 1
       ORDER BY doa DESC, order_id LIMIT $2`,
      [today, most],
    );
    return { ...counts!, orders };
  }

  /**
   * Notes the orders that arrive on one of these days, have been due for a while and had no alarm for that arrival.
   * @param since the card has been due since this time at the latest: a mail that is being sent raises no alarm
   */
  noteArriving(from: string, to: string, since: Date, manager: EntityManager): Promise<AlarmingOrder[]> {
    return manager.query(
      `WITH noted AS (
         INSERT INTO standing_alarms (about)
         SELECT 'order ' || order_id || ' ' || doa FROM cards_due
         WHERE doa BETWEEN $1::date AND $2::date AND since <= $3
         ON CONFLICT DO NOTHING RETURNING about)
       SELECT order_id AS id, doa::text FROM cards_due
       WHERE doa BETWEEN $1::date AND $2::date AND 'order ' || order_id || ' ' || doa IN (SELECT about FROM noted)
       ORDER BY doa, order_id`,
      [from, to, since],
    );
  }
}
