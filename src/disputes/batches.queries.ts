import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A dispute of a batch, with what became of its pack. */
export type BatchItem = {
  disputeId: number;
  orderId: number;
  caseId: string | null;
  fullName: string;
  packId: number | null;
  packState: 'queued' | 'ready' | 'failed' | null;
  refusal: string | null;
};

export type Batch = { id: number; madeBy: string; createTs: Date };

@Injectable()
export class BatchesQueries {
  constructor(private readonly database: DataSource) {}

  /** Adds a batch of those disputes that there are; undefined when there is none of them. */
  async add(
    memberId: number,
    madeBy: string,
    disputeIds: number[],
    manager: EntityManager,
  ): Promise<number | undefined> {
    const [row] = await manager.query<{ id: number }[]>(
      `WITH wanted AS (SELECT d.id, row_number() OVER (ORDER BY d.reply_by NULLS FIRST, d.id) AS place
         FROM disputes d WHERE d.id = ANY($3)),
       batch AS (INSERT INTO pack_batches (member_id, made_by) SELECT $1, $2 WHERE EXISTS (SELECT FROM wanted) RETURNING id),
       items AS (INSERT INTO pack_batch_items (batch_id, place, dispute_id) SELECT batch.id, place, wanted.id FROM batch, wanted)
       SELECT id FROM batch`,
      [memberId, madeBy, disputeIds],
    );
    return row?.id;
  }

  async batchById(id: number): Promise<Batch | undefined> {
    const [row] = await this.database.query<Batch[]>(
      'SELECT id, made_by AS "madeBy", create_ts AS "createTs" FROM pack_batches WHERE id = $1',
      [id],
    );
    return row;
  }

  /** The newest batch that a member asked for within this many hours. */
  async newestOf(memberId: number, hours: number): Promise<Batch | undefined> {
    const [row] = await this.database.query<Batch[]>(
      `SELECT id, made_by AS "madeBy", create_ts AS "createTs" FROM pack_batches
       WHERE member_id = $1 AND create_ts > now() - make_interval(hours => $2) ORDER BY id DESC LIMIT 1`,
      [memberId, hours],
    );
    return row;
  }

  /** The disputes of a batch in its order, by the date of the reply. */
  items(batchId: number): Promise<BatchItem[]> {
    return this.database.query(
      `SELECT i.dispute_id AS "disputeId", d.order_id AS "orderId", d.case_id AS "caseId", o.full_name AS "fullName",
         i.pack_id AS "packId", p.state AS "packState", i.refusal
       FROM pack_batch_items i JOIN disputes d ON d.id = i.dispute_id JOIN orders o ON o.id = d.order_id
         LEFT JOIN packs p ON p.id = i.pack_id
       WHERE i.batch_id = $1 ORDER BY i.place`,
      [batchId],
    );
  }

  /** Notes which pack answers a dispute of a batch, or why there is none. */
  async settle(batchId: number, disputeId: number, to: { packId: number } | { refusal: string }): Promise<void> {
    const [packId, refusal] = 'packId' in to ? [to.packId, null] : [null, to.refusal];
    await this.database.query(
      'UPDATE pack_batch_items SET pack_id = $3, refusal = $4 WHERE batch_id = $1 AND dispute_id = $2',
      [batchId, disputeId, packId, refusal],
    );
  }

  /** Batches of this age in seconds with disputes that nobody has looked at: their job may have been lost. */
  async forgotten(seconds: number, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT b.id FROM pack_batches b WHERE b.create_ts < now() - make_interval(secs => $1) AND b.id IN (
         SELECT batch_id FROM pack_batch_items WHERE pack_id IS NULL AND refusal IS NULL) ORDER BY b.id LIMIT $2`,
      [seconds, most],
    );
    return rows.map(({ id }) => id);
  }
}
