import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../database/prepared.js';
import { literal, sql } from '../database/sql.js';
import type { PackType } from '../shared/packs.js';

/** Whose packs a batch has: those that answer disputes; or a pack of this type of each of these orders. */
export type Wanted = { disputes: number[] } | { orders: number[]; type: PackType };

/** An order of a batch, and the dispute where its pack answers one, with what became of the pack. */
export type BatchItem = {
  place: number;
  disputeId: number | null;
  orderId: number;
  caseId: string | null;
  fullName: string;
  packId: number | null;
  packState: 'queued' | 'ready' | 'failed' | null;
  refusal: string | null;
};

/** `packType` is null where the packs answer disputes. */
export type Batch = { id: number; memberId: number; madeBy: string; packType: PackType | null; createTs: Date };

const columns = `id, member_id AS "memberId", made_by AS "madeBy", pack_type AS "packType", create_ts AS "createTs"`;

@Injectable()
export class BatchesQueries {
  constructor(private readonly database: DataSource) {}

  /** Adds a batch of those disputes or orders that there are; undefined when there is none of them. */
  async add(memberId: number, madeBy: string, wanted: Wanted, manager: EntityManager): Promise<number | undefined> {
    const chosen =
      'disputes' in wanted
        ? sql`SELECT d.id AS dispute_id, NULL::int AS order_id,
            row_number() OVER (ORDER BY d.reply_by NULLS FIRST, d.id) AS place
          FROM disputes d WHERE d.id = ANY(${wanted.disputes}::int[])`
        : sql`SELECT NULL::int AS dispute_id, o.id AS order_id,
            row_number() OVER (ORDER BY array_position(${wanted.orders}::int[], o.id)) AS place
          FROM orders o WHERE o.id = ANY(${wanted.orders}::int[])`;
    const type = 'type' in wanted ? wanted.type : null;
    const question = sql`WITH wanted AS (${chosen}),
       batch AS (INSERT INTO pack_batches (member_id, made_by, pack_type)
         SELECT ${memberId}::int, ${madeBy}::text, ${type}::int WHERE EXISTS (SELECT FROM wanted) RETURNING id),
       items AS (INSERT INTO pack_batch_items (batch_id, place, dispute_id, order_id)
         SELECT batch.id, place, wanted.dispute_id, wanted.order_id FROM batch, wanted)
       SELECT id FROM batch`;
    const [row] = await manager.query<{ id: number }[]>(...question.asArguments);
    return row?.id;
  }

  async batchById(id: number): Promise<Batch | undefined> {
    const [row] = await this.database.query<Batch[]>(`SELECT ${columns} FROM pack_batches WHERE id = $1`, [id]);
    return row;
  }

  /** The newest batch of orders, or of disputes, that a member asked for within this many hours. */
  async newestOf(memberId: number, of: 'orders' | 'disputes', hours: number): Promise<Batch | undefined> {
    const question = sql`SELECT ${literal(columns)} FROM pack_batches
      WHERE member_id = ${memberId} AND (pack_type IS NULL) = ${of === 'disputes'}
        AND create_ts > now() - make_interval(hours => ${hours})
      ORDER BY id DESC LIMIT 1`;
    const [row] = await this.database.query<Batch[]>(...prepared('packs.last-batch', question).asArguments);
    return row;
  }

  /** The orders of a batch in its order: disputes by the date of the reply, others as they were ticked. */
  items(batchId: number): Promise<BatchItem[]> {
    return this.database.query(
      `SELECT i.place, i.dispute_id AS "disputeId", o.id AS "orderId", d.case_id AS "caseId", o.full_name AS "fullName",
         i.pack_id AS "packId", p.state AS "packState", i.refusal
       FROM pack_batch_items i LEFT JOIN disputes d ON d.id = i.dispute_id
         JOIN orders o ON o.id = coalesce(i.order_id, d.order_id) LEFT JOIN packs p ON p.id = i.pack_id
       WHERE i.batch_id = $1 ORDER BY i.place`,
      [batchId],
    );
  }

  /** Notes which pack an order of a batch has, or why there is none. */
  async settle(batchId: number, place: number, to: { packId: number } | { refusal: string }): Promise<void> {
    const [packId, refusal] = 'packId' in to ? [to.packId, null] : [null, to.refusal];
    await this.database.query(
      'UPDATE pack_batch_items SET pack_id = $3, refusal = $4 WHERE batch_id = $1 AND place = $2',
      [batchId, place, packId, refusal],
    );
  }

  /** Batches of this age in seconds with packs that nobody has asked for: their job may have been lost. */
  async forgotten(seconds: number, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT b.id FROM pack_batches b WHERE b.create_ts < now() - make_interval(secs => $1) AND b.id IN (
         SELECT batch_id FROM pack_batch_items WHERE pack_id IS NULL AND refusal IS NULL) ORDER BY b.id LIMIT $2`,
      [seconds, most],
    );
    return rows.map(({ id }) => id);
  }
}
