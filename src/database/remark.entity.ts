import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A member's remark on an order. */
@Entity('remarks')
export class Remark {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'int', nullable: true })
  memberId!: number | null;

  @Column({ type: 'text' })
  remarkName!: string;

  @Column({ type: 'text' })
  remark!: string;

  @Column({ type: 'boolean', default: false })
  whatsapp!: boolean;

  @Column({ type: 'boolean', default: false })
  telephone!: boolean;

  @Column({ type: 'boolean', default: false })
  statusRefund!: boolean;

  @Column({ type: 'boolean', default: false })
  voided!: boolean;

  @Column({ type: 'boolean', default: false })
  chargeback!: boolean;

  @Column({ type: 'boolean', default: false })
  reportError!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
