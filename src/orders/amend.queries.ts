import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Mail } from '../database/mail.entity.js';
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
}
