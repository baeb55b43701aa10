import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The invoice of an order, as first issued. The numbers of a year have no gaps (docs/evidence.md#invoices). */
@Entity('invoices')
export class Invoice {
  @PrimaryColumn({ type: 'int' })
  orderId!: number;

  @Column({ type: 'int' })
  year!: number;

  @Column({ type: 'int' })
  number!: number;

  @Column({ type: 'jsonb' })
  facts!: Record<string, unknown>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
