import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { personalData } from '../shared/personal-data.js';

/** A stored file of an order. `name` is that of the archive. */
type KeptFile = { name: string; what: string; key: string };

/** The tables whose rows are the person's: not caches, hashes of requests, and what others have on record. */
const tables = Object.keys(personalData).filter((table) => personalData[table]!.copied);
const mostRows = 10_000;

/** What is on record of an order, for the person whom it is about (docs/people.md#a-persons-data). */
@Injectable()
export class PersonDataQueries {
  constructor(private readonly database: DataSource) {}

  /** The order's row and the rows about it, by table, the oldest first. */
  async recordsOf(orderId: number): Promise<Record<string, unknown>> {
    const [order] = await this.database.query<{ row: unknown }[]>(
      "SELECT to_jsonb(o) - 'body_sha256' AS row FROM orders o WHERE id = $1",
      [orderId],
    );
    const records: Record<string, unknown> = { order: order?.row };
    for (const table of tables) {
      const rows = await this.database.query<{ row: unknown }[]>(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE order_id = $1 ORDER BY create_ts LIMIT ${mostRows}`,
        [orderId],
      );
      records[table] = rows.map(({ row }) => row);
    }
    records['claims'] = await this.claimsOf(orderId);
    return records;
  }

  /** What the cardholder told the bank about an order, as Stripe passed it on. */
  private async claimsOf(orderId: number): Promise<unknown[]> {
    const rows = await this.database.query<{ claims: unknown }[]>(
      `SELECT dispute->'issuer_evidence' AS claims FROM stripe_events
       WHERE case_id IN (SELECT case_id FROM disputes WHERE order_id = $1) AND jsonb_typeof(dispute->'issuer_evidence') = 'array'
       ORDER BY at LIMIT ${mostRows}`,
      [orderId],
    );
    return rows.map(({ claims }) => claims);
  }

  /** The files of an order that are not erased. */
  files(orderId: number): Promise<KeptFile[]> {
    return this.database.query(
      `SELECT name, what, key FROM (
         SELECT 'cards/' || file1 AS name, 'Card' AS what, storage_key AS key FROM documents WHERE order_id = $1 AND erased_at IS NULL
         UNION ALL SELECT 'added/' || kind || '-' || id || substring(storage_key FROM '\\.\\w+$'), 'File that a member added', storage_key
           FROM order_files WHERE order_id = $1 AND erased_at IS NULL
         UNION ALL SELECT 'received/mail-' || id || '.eml', 'Received mail', storage_key FROM inbound_mails
           WHERE order_id = $1 AND erased_at IS NULL
         UNION ALL SELECT 'received/file-' || id || substring(storage_key FROM '\\.\\w+$'),
             CASE WHEN mail_id IS NULL THEN 'Slip of the registration' ELSE 'File of a received mail' END, storage_key
           FROM inbound_files WHERE order_id = $1 AND erased_at IS NULL
         UNION ALL SELECT 'invoices/mail-' || id || '.pdf', 'Invoice', attachment_key FROM mails
           WHERE order_id = $1 AND kind = 'invoice' AND attachment_key IS NOT NULL
         UNION ALL SELECT 'packs/pack-' || id || '.pdf', 'Defence pack', storage_key FROM packs
           WHERE order_id = $1 AND state = 'ready' AND storage_key IS NOT NULL) files ORDER BY name LIMIT ${mostRows}`,
      [orderId],
    );
  }
}
