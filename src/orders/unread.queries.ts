import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The newest message of an order that nobody has read. */
export type UnreadMessage = { id: number; orderId: number; subject: string; text: string; createTs: Date };

@Injectable()
export class UnreadQueries {
  /** The newest unread message of each of these orders that has one. */
  newestOf(orderIds: number[], manager: EntityManager): Promise<UnreadMessage[]> {
    return manager.query(
      `SELECT DISTINCT ON (order_id) id, order_id AS "orderId", subject, left(text, 2000) AS text, create_ts AS "createTs"
       FROM inbound_mails WHERE waits AND order_id = ANY($1) ORDER BY order_id, id DESC`,
      [orderIds],
    );
  }
}
