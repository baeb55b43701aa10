import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { RefundState } from '../shared/refunds.js';

/** One refund of an order (docs/disputes.md#refunds). A trigger keeps the sum of them on the order (functions/sum_refunds.sql). */
@Entity('refunds')
export class Refund {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  /** The later charge that it is of; null: the first. */
  @Column({ type: 'int', nullable: true })
  chargeId!: number | null;

  /** Null where nobody told it: then it is all that was left. */
  @Column({ type: 'numeric', precision: 12, scale: 3, nullable: true })
  amount!: string | null;

  @Column({ type: 'text', nullable: true })
  currency!: string | null;

  /** The gateway's name for the refund; null when nobody told. */
  @Column({ type: 'text', nullable: true })
  reference!: string | null;

  /** When the money was given back. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  /** The name of who told it. */
  @Column({ type: 'text' })
  by!: string;

  @Column({ type: 'text', default: 'done' })
  state!: RefundState;

  /** Why it failed. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  failedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  failedBy!: string | null;

  /** Since when it is known to be in its state. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  stateTs!: Date;

  /** Whether a member said that nothing more will be given back; null when nobody was asked, or has answered. */
  @Column({ type: 'boolean', nullable: true })
  isWhole!: boolean | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
