import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A customer's look at the page that says what the charge is for. Rows are never changed or removed. */
@Entity('charge_views')
export class ChargeView {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'uuid' })
  visitorSessionId!: string;

  @Column({ type: 'text' })
  ip!: string;

  @Column({ name: 'place', type: 'text', default: '' })
  location!: string;

  @Column({ type: 'text' })
  userAgent!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
