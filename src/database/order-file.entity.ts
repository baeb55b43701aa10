import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OrderFileKind } from '../shared/order-file-kinds.js';

/** A file that a member added to an order and that is no card. */
@Entity('order_files')
export class OrderFile {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'text' })
  kind!: OrderFileKind;

  @Column({ type: 'text' })
  storageKey!: string;

  @Column({ type: 'text' })
  sha256!: string;

  @Column({ type: 'int' })
  size!: number;

  @Column({ type: 'text' })
  contentType!: string;

  @Column({ type: 'text' })
  addedBy!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  @Column({ type: 'text', nullable: true })
  removedBy!: string | null;

  /** Since when its file is erased or removed. */
  @Column({ type: 'timestamptz', nullable: true })
  erasedAt!: Date | null;
}
