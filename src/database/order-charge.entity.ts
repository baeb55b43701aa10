import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A charge of an order after its first, which is on the order itself, because nearly every order has that one
 * alone, and lists, packs and the search read it there (docs/disputes.md#charges). Its columns are named as
 * the order's are.
 */
@Entity('order_charges')
export class OrderCharge {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'text' })
  transactionId!: string;

  /** Null when neither the payment nor the order has one. */
  @Column({ type: 'numeric', precision: 12, scale: 3, nullable: true })
  amount!: string | null;

  @Column({ type: 'text', nullable: true })
  currency!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  paidAt!: Date;

  /** Whether the shop told `paidAt`. */
  @Column({ type: 'boolean' })
  paidTimeTold!: boolean;

  @Column({ type: 'text', nullable: true })
  merchantName!: string | null;

  @Column({ type: 'text', nullable: true })
  statementDescriptor!: string | null;

  @Column({ type: 'text', nullable: true })
  cardBrand!: string | null;

  @Column({ type: 'text', nullable: true })
  cardLast4!: string | null;

  @Column({ type: 'text', nullable: true })
  cardFingerprint!: string | null;

  @Column({ type: 'text', nullable: true })
  avs!: string | null;

  @Column({ type: 'text', nullable: true })
  cvv!: string | null;

  @Column({ type: 'text', nullable: true })
  threeDs!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
