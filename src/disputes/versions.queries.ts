import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A finished pack of an order, as the list of versions shows it. */
export type StoredPack = {
  id: number;
  orderId: number;
  type: number;
  disputeId: number | null;
  madeBy: string;
  createTs: Date;
  sha256: string;
  size: number;
  pages: number;
  storageKey: string;
  /** The disputes whose bank got this file. */
  submittedFor: number[];
};

const columns = `p.id, p.order_id AS "orderId", p.type, p.dispute_id AS "disputeId", p.made_by AS "madeBy",
  p.create_ts AS "createTs", p.sha256, p.size, p.pages, p.storage_key AS "storageKey",
  array(SELECT d.id FROM disputes d WHERE d.order_id = p.order_id AND d.submitted_pack_id = p.id ORDER BY d.id) AS "submittedFor"`;

/** The stored packs of orders. */
@Injectable()
export class VersionsQueries {
  constructor(private readonly database: DataSource) {}

  /** The newest finished packs of an order that somebody asked for, newest first. */
  ofOrder(orderId: number, most: number): Promise<StoredPack[]> {
    return this.database.query(
      `SELECT ${columns} FROM packs p WHERE p.order_id = $1 AND p.state = 'ready' AND p.asked_by <> 'nobody' ORDER BY p.id DESC LIMIT $2`,
      [orderId, most],
    );
  }

  /** A finished pack. */
  async storedPack(id: number, manager: EntityManager = this.database.manager): Promise<StoredPack | undefined> {
    const [row] = await manager.query<StoredPack[]>(
      `SELECT ${columns} FROM packs p WHERE p.id = $1 AND p.state = 'ready' AND p.asked_by <> 'nobody'`,
      [id],
    );
    return row;
  }
}
