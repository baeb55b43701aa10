import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NotedVisitor } from './noted-visitor.js';

/** A customer who gave order id and address. The session expires 30 minutes after its last use. */
@Entity('visitor_sessions')
export class VisitorSession extends NotedVisitor {
  @PrimaryColumn({ type: 'uuid', default: () => 'gen_random_uuid()' })
  id!: string;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  lastUsedAt!: Date;

  /** The order's `addressSince` when the session began: it ends with the address that opened it. */
  @Column({ type: 'timestamptz', nullable: true })
  addressSince!: Date | null;
}
