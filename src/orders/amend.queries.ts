import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Correction } from '../database/correction.entity.js';
import type { Mail } from '../database/mail.entity.js';
import type { VisitorOrigin } from '../database/noted-visitor.js';
import { historyRows } from '../shared/limits.js';

export type MailToOld = Pick<Mail, 'id' | 'kind' | 'createTs' | 'state'>;

@Injectable()
export class AmendQueries {
  constructor(private readonly database: DataSource) {}

  /** The id of an order's newest card; undefined when it has none. */
  async newestCard(orderId: number, manager: EntityManager = this.database.manager): Promise<number | undefined> {
    const [row] = await manager.query<{ id: number }[]>(
      'SELECT id FROM documents WHERE order_id = $1 ORDER BY id DESC LIMIT 1',
      [orderId],
    );
    return row?.id;
  }

  /** The newest mails of an order to an address, whatever its case, newest first. */
  mailsTo(orderId: number, address: string, manager: EntityManager): Promise<MailToOld[]> {
    return manager.query(
      `SELECT id, kind, create_ts AS "createTs", state FROM mails
       WHERE order_id = $1 AND lower(recipient) = lower($2) ORDER BY id DESC LIMIT $3`,
      [orderId, address, historyRows],
    );
  }

  /** Notes where a customer's correction came from, in the transaction of its amendment: so it has the same time. */
  async addCorrection(
    orderId: number,
    { visitorSessionId, ip, location, userAgent }: VisitorOrigin,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      'INSERT INTO corrections (order_id, visitor_session_id, ip, place, user_agent) VALUES ($1, $2, $3, $4, $5)',
      [orderId, visitorSessionId, ip, location, userAgent],
    );
  }

  /** The newest corrections of an order by its customer, newest first. */
  correctionsOf(orderId: number): Promise<Correction[]> {
    return this.database
      .getRepository(Correction)
      .find({ where: { orderId }, order: { id: 'DESC' }, take: historyRows });
  }
}
