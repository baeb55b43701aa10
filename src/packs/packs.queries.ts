import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Pack, type PackAsker } from '../database/pack.entity.js';
import type { PackFacts } from '../shared/pack-facts.js';
import type { PackSize } from '../shared/packs.js';

type NewPack = {
  orderId: number;
  type: 1 | 2;
  inputSha256: string;
  facts: PackFacts;
  madeBy: string;
  disputeId: number | null;
  askedBy: PackAsker;
};

/** A pack that was asked for, and whether this is the first time. */
export type AskedPack = { id: number; state: Pack['state']; isNew: boolean };

/** A pack without its facts, which are large. */
export type MadePack = Pick<Pack, 'id' | 'orderId' | 'type' | 'state' | 'storageKey' | 'size'>;

@Injectable()
export class PacksQueries {
  constructor(private readonly database: DataSource) {}

  packById(id: number): Promise<Pack | null> {
    return this.database.getRepository(Pack).findOneBy({ id });
  }

  async made(id: number): Promise<MadePack | undefined> {
    const [row] = await this.database.query<MadePack[]>(
      'SELECT id, order_id AS "orderId", type, state, storage_key AS "storageKey", size FROM packs WHERE id = $1',
      [id],
    );
    return row;
  }

  /**
   * The pack of these inputs: the one there is, else a new one that waits to be made. Of any number of callers at once
   * one makes it. One that failed waits again. A pack that was made ahead becomes that of the first who asks for it, who is
   * told that it is new.
   */
  async ask(
    { orderId, type, inputSha256, facts, madeBy, disputeId, askedBy }: NewPack,
    manager: EntityManager,
  ): Promise<AskedPack> {
    const [row] = await manager.query<{ id: number; state: Pack['state']; is_new: boolean }[]>(
      `WITH before AS (SELECT id FROM packs
         WHERE order_id = $1 AND type = $2 AND input_sha256 = $3 AND asked_by = 'nobody' AND $7 <> 'nobody' FOR UPDATE)
       INSERT INTO packs (order_id, type, input_sha256, facts, made_by, dispute_id, asked_by)
       SELECT $1, $2, $3, $4::jsonb, $5, $6::int, $7 FROM (SELECT count(*) FROM before) known_first
       ON CONFLICT (order_id, type, input_sha256) DO UPDATE
         SET state = CASE packs.state WHEN 'failed' THEN 'queued' ELSE packs.state END, failure = NULL,
           made_by = CASE packs.asked_by WHEN 'nobody' THEN excluded.made_by ELSE packs.made_by END,
           asked_by = CASE WHEN 'member' IN (packs.asked_by, excluded.asked_by) THEN 'member'
             WHEN 'batch' IN (packs.asked_by, excluded.asked_by) THEN 'batch' ELSE 'nobody' END
       RETURNING id, state, xmax = 0 OR (SELECT count(*) FROM before) > 0 AS is_new`,
      [orderId, type, inputSha256, JSON.stringify(facts), madeBy, disputeId, askedBy],
    );
    return { id: row!.id, state: row!.state, isNew: row!.is_new };
  }

  /** How much was erased of an order so far. */
  async erasures(orderId: number, manager: EntityManager = this.database.manager): Promise<number> {
    const [row] = await manager.query<{ n: number }[]>('SELECT count(*)::int AS n FROM erasures WHERE order_id = $1', [
      orderId,
    ]);
    return row!.n;
  }

  /** Waits for an erasure of the order that is under way, and lets none begin before the commit. */
  async keepFromErasing(orderId: number, manager: EntityManager): Promise<void> {
    await manager.query('SELECT FROM orders WHERE id = $1 FOR KEY SHARE', [orderId]);
  }

  /** Sets a finished pack back to waiting, because its file is gone. False for one that a bank got: it is never made anew. */
  async forget(id: number): Promise<boolean> {
    const [, changed] = await this.database.query<[unknown, number]>(
      `UPDATE packs p SET state = 'queued', ready_at = NULL WHERE id = $1 AND NOT EXISTS (
         SELECT 1 FROM disputes d WHERE d.order_id = p.order_id AND d.submitted_pack_id = p.id)
         -- a dispute that the bank opened anew no longer names what the bank got before
         AND NOT EXISTS (SELECT 1 FROM stripe_answers a JOIN disputes d ON d.id = a.dispute_id
           WHERE d.order_id = p.order_id AND a.pack_id = p.id AND a.state IN ('submitting', 'submitted'))`,
      [id],
    );
    return changed > 0;
  }

  /** Notes the file of a pack that waits, and tells those who wait for it. */
  async finish(id: number, file: { storageKey: string; sha256: string } & PackSize): Promise<void> {
    await this.database.query(
      `WITH done AS (
         UPDATE packs SET state = 'ready', failure = NULL, storage_key = $2, sha256 = $3, size = $4, pages = $5, ready_at = now()
         WHERE id = $1 AND state = 'queued' RETURNING id)
       SELECT pg_notify('packs', id::text) FROM done`,
      [id, file.storageKey, file.sha256, file.bytes, file.pages],
    );
  }

  /** Gives a pack up that waits, and tells those who wait for it. */
  async fail(id: number, failure: string): Promise<void> {
    await this.database.query(
      `WITH done AS (UPDATE packs SET state = 'failed', failure = $2 WHERE id = $1 AND state = 'queued' RETURNING id)
       SELECT pg_notify('packs', id::text) FROM done`,
      [id, failure],
    );
  }

  /** Seconds since the oldest pack that still waits was asked for, by type. */
  async oldestWaiting(): Promise<Record<string, number>> {
    const rows = await this.database.query<{ type: number; age: number }[]>(
      `SELECT type, extract(epoch FROM now() - min(create_ts))::float AS age FROM packs WHERE state = 'queued' GROUP BY type`,
    );
    return Object.fromEntries(rows.map(({ type, age }) => [type, age]));
  }

  /** Seconds from asked for to ready of the newest `most` packs, by quantile. */
  async times(most: number, quantiles: number[]): Promise<Record<string, number>> {
    const [row] = await this.database.query<{ seconds: number[] | null }[]>(
      `SELECT percentile_cont($2::float[]) WITHIN GROUP (ORDER BY extract(epoch FROM ready_at - create_ts)) AS seconds
       FROM (SELECT ready_at, create_ts FROM packs WHERE state = 'ready' ORDER BY id DESC LIMIT $1) newest`,
      [most, quantiles],
    );
    return Object.fromEntries((row?.seconds ?? []).map((seconds, index) => [quantiles[index], seconds]));
  }

  /** Packs that have waited this many seconds: their job may have been lost between the commit and the queue. */
  forgotten(seconds: number, most: number): Promise<Pick<Pack, 'id' | 'askedBy'>[]> {
    return this.database.query(
      `SELECT id, asked_by AS "askedBy" FROM packs WHERE state = 'queued' AND create_ts < now() - make_interval(secs => $1)
       ORDER BY create_ts LIMIT $2`,
      [seconds, most],
    );
  }

  /** Gives up the packs of a dispute that were made ahead for facts of before; returns their files. */
  async discardAhead(disputeId: number, keptId: number): Promise<string[]> {
    const rows = await this.database.query<{ key: string }[]>(
      `WITH gone AS (SELECT id, storage_key AS key FROM packs WHERE order_id = (SELECT order_id FROM disputes WHERE id = $1)
         AND dispute_id = $1 AND asked_by = 'nobody' AND state = 'ready' AND id <> $2 FOR UPDATE),
       given_up AS (UPDATE packs p SET state = 'failed', failure = 'Made ahead, and the facts changed.', storage_key = NULL
         FROM gone WHERE p.id = gone.id AND p.asked_by = 'nobody')
       SELECT key FROM gone`,
      [disputeId, keptId],
    );
    return rows.map(({ key }) => key);
  }
}
