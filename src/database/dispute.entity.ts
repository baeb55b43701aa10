import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { DisputeCategory, DisputeNetwork } from '../shared/dispute-reasons.js';
import type { DisputeState } from '../shared/dispute-states.js';
import type { DisputeSource } from '../shared/disputes.js';

/** A customer's dispute of an order's charge. No row is ever removed (docs/disputes.md#disputes). */
@Entity('disputes')
export class Dispute {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'text', nullable: true })
  network!: DisputeNetwork | null;

  /** As the bank writes it. */
  @Column({ type: 'text', nullable: true })
  reasonCode!: string | null;

  @Column({ type: 'text', default: 'other' })
  category!: DisputeCategory;

  /** The bank's or gateway's id of the case; two disputes never have the same one. */
  @Column({ type: 'text', nullable: true })
  caseId!: string | null;

  /** The acquirer's reference number of the charge. */
  @Column({ type: 'text', nullable: true })
  arn!: string | null;

  @Column({ type: 'numeric', precision: 12, scale: 3, nullable: true })
  amount!: string | null;

  @Column({ type: 'text', nullable: true })
  currency!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  openedAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  replyBy!: Date | null;

  @Column({ type: 'text', default: 'open' })
  state!: DisputeState;

  @Column({ type: 'text' })
  source!: DisputeSource;

  /** The pack that the bank got. */
  @Column({ type: 'int', nullable: true })
  submittedPackId!: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  submittedAt!: Date | null;

  /** The member's name. */
  @Column({ type: 'text', nullable: true })
  submittedBy!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  outcomeAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  @Column({ type: 'int', default: 1 })
  version!: number;

  @Column({ type: 'text' })
  changedBy!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  changedAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
