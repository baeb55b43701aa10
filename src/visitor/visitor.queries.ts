import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ofMailbox } from '../database/of-mailbox.js';
import { VisitorSession } from '../database/visitor-session.entity.js';
import { visitorIdleMinutes } from '../shared/limits.js';

/** The data a visitor must know to open an order. A deleted order can't be opened. */
export type Credentials = { id: number; emails: string[]; isDeleted: boolean };

/** An order of an address: what tells it from the address's other orders. `doa` is the day of arrival, YYYY-MM-DD. */
export type KnownOrder = { id: number; doa: string; landingDomain: string; emails: string[] };

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

@Injectable()
export class VisitorQueries {
  constructor(private readonly database: DataSource) {}

  async credentialsOf(orderId: number): Promise<Credentials | undefined> {
    const [row] = await this.database.query<Credentials[]>(
      `SELECT id, ARRAY[contact_email_address, email] AS emails, process_status = 'Deleted' AS "isDeleted"
       FROM orders WHERE id = $1`,
      [orderId],
    );
    return row;
  }

  /** The newest orders with an address of this mailbox; no deleted order. */
  ordersOf(mailbox: string, most: number): Promise<KnownOrder[]> {
    const { contact, other } = ofMailbox('$1');
    return this.database.query(
      `SELECT id, doa::text, landing_domain AS "landingDomain", ARRAY[contact_email_address, email] AS emails
       FROM orders
       WHERE (${[...contact, ...other].join(' OR ')}) AND process_status <> 'Deleted'
       ORDER BY id DESC LIMIT $2`,
      [mailbox, most],
    );
  }

  async landingDomainOf(orderId: number): Promise<string | undefined> {
    const [row] = await this.database.query<{ domain: string }[]>(
      'SELECT landing_domain AS domain FROM orders WHERE id = $1',
      [orderId],
    );
    return row?.domain;
  }

  /**
   * Starts a session of an order. Undefined, and none is started, when the order was deleted or got another address since
   * its credentials were read.
   */
  async startSession(
    { id, emails }: Credentials,
    { ip, location, userAgent }: Pick<VisitorSession, 'ip' | 'location' | 'userAgent'>,
  ): Promise<VisitorSession['id'] | undefined> {
    const [row] = await this.database.query<{ id: string }[]>(
      `INSERT INTO visitor_sessions (order_id, ip, place, user_agent, address_since)
       SELECT id, $3, $4, $5, address_since FROM orders
       WHERE id = $1 AND ARRAY[contact_email_address, email] = $2::text[] AND process_status <> 'Deleted' RETURNING id`,
      [id, emails, ip, location, userAgent],
    );
    return row?.id;
  }

  /**
   * The order of a session that was used within 30 minutes, unless the order is deleted, its customer's data was erased
   * (docs/people.md#a-persons-data), or its address was amended since the session began. The session's last use is
   * updated.
   */
  async useSession(id: string): Promise<number | undefined> {
    if (!uuid.test(id)) return undefined;

    const [rows] = await this.database.query<[{ order_id: number }[], number]>(
      `UPDATE visitor_sessions s SET last_used_at = now() FROM orders o
       WHERE s.id = $1 AND s.last_used_at > now() - make_interval(mins => $2)
         AND o.id = s.order_id AND o.process_status <> 'Deleted' AND o.contact_email_address <> 'erased ' || o.id
         AND s.address_since IS NOT DISTINCT FROM o.address_since
       RETURNING s.order_id`,
      [id, visitorIdleMinutes],
    );
    return rows[0]?.order_id;
  }

  /** Whether a session, expired or not, was for this order. */
  async wasSessionOf(id: string, orderId: number): Promise<boolean> {
    if (!uuid.test(id)) return false;
    const rows = await this.database.query<unknown[]>(
      'SELECT 1 FROM visitor_sessions WHERE id = $1 AND order_id = $2',
      [id, orderId],
    );
    return rows.length > 0;
  }

  /** Whether the order was bought or tracked from this IP address before. */
  async hasUsed(orderId: number, ip: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT 1 FROM orders WHERE id = $1 AND purchase_ip = $2
       UNION ALL SELECT 1 FROM visitor_sessions WHERE order_id = $1 AND ip = $2 LIMIT 1`,
      [orderId, ip],
    );
    return rows.length > 0;
  }
}
