import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { OrderFile } from '../database/order-file.entity.js';
import type { OrderFileKind } from '../shared/order-file-kinds.js';

type NewOrderFile = Omit<OrderFile, 'id' | 'createTs' | 'removedBy' | 'erasedAt'>;

@Injectable()
export class OrderFilesQueries {
  constructor(private readonly database: DataSource) {}

  /** The files of an order that nobody removed, the oldest first; also those of one kind. */
  ofOrder(orderId: number, kind?: OrderFileKind, manager: EntityManager = this.database.manager): Promise<OrderFile[]> {
    return manager
      .getRepository(OrderFile)
      .find({ where: { orderId, removedBy: IsNull(), ...(kind && { kind }) }, order: { id: 'ASC' } });
  }

  byId(id: number): Promise<OrderFile | null> {
    return this.database.getRepository(OrderFile).findOneBy({ id });
  }

  async add(file: NewOrderFile, manager: EntityManager): Promise<number> {
    const { identifiers } = await manager.getRepository(OrderFile).insert(file);
    return (identifiers[0] as { id: number }).id;
  }

  /** Notes who removed a file, and lists the file for the daily run, which deletes it. */
  async remove({ id, storageKey, erasedAt }: OrderFile, removedBy: string, manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE order_files SET removed_by = $2, erased_at = coalesce(erased_at, now()) WHERE id = $1',
      [id, removedBy],
    );
    if (erasedAt) return;
    await manager.query('INSERT INTO files_to_erase (storage_key) VALUES ($1) ON CONFLICT DO NOTHING', [storageKey]);
  }
}
