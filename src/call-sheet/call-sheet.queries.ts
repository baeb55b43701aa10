import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.js';
import { inWorkOrder, pageToWork } from '../database/work-order.js';
import type { OrderStatus } from '../shared/order-statuses.js';

/** An order to call about; days are text, because they belong to no time zone. */
export type OrderToCall = {
  id: number;
  full_name: string;
  contact_email_address: string;
  process_status: OrderStatus;
  phone_code: string;
  phone_number: string;
  landing_domain: string;
  doa: string;
  processing_date: string;
  version: number;
  assign_to: string | null;
  card_due: boolean;
  has_card: boolean;
  seen_mail: number;
  remark: string | null;
  remark_name: string | null;
  remark_at: Date | null;
};

@Injectable()
export class CallSheetQueries {
  constructor(private readonly database: DataSource) {}

  /** A page of the orders of a status with their newest remark, as orders are worked. */
  rows(status: OrderStatus, today: string, offset: number, limit: number): Promise<OrderToCall[]> {
    const list = sql`SELECT id, doa FROM queued_orders WHERE process_status = ${status}`;
    const { text, values } =
      sql`SELECT o.id, o.full_name, o.contact_email_address, o.process_status, o.phone_code, o.phone_number,
        o.landing_domain, o.doa::text, o.processing_date::text, o.version, m.name AS assign_to,
        EXISTS (SELECT FROM cards_due WHERE order_id = o.id) AS card_due,
        EXISTS (SELECT FROM documents d WHERE d.order_id = o.id AND d.erased_at IS NULL
          AND d.id > coalesce(o.outdated_card, 0)) AS has_card,
        (SELECT coalesce(max(id), 0)::int FROM mails) AS seen_mail,
        said.remark, said.remark_name, said.create_ts AS remark_at
      FROM (${pageToWork(list, today, limit, offset)}) page
        JOIN orders o USING (id) LEFT JOIN members m ON m.id = o.held_by
        LEFT JOIN LATERAL (
          SELECT remark, remark_name, create_ts FROM remarks WHERE order_id = o.id ORDER BY id DESC LIMIT 1
        ) said ON true
      ORDER BY ${inWorkOrder('o', today)}`;
    return this.database.query(text, values);
  }
}
