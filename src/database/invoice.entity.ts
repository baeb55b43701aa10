import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The invoice number of an order; numbers of a year have no gaps (decisions: Invoice). */
@Entity('invoices')
export class Invoice {
  @PrimaryColumn({ type: 'int' })
  orderId!: number;

  @Column({ type: 'int' })
  year!: number;

  @Column({ type: 'int' })
  number!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
