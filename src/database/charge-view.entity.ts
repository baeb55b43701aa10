import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NotedVisitor } from './noted-visitor.js';

/** A customer's look at the page that says what the charge is for. Rows are never changed or removed. */
@Entity('charge_views')
export class ChargeView extends NotedVisitor {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'uuid' })
  visitorSessionId!: string;
}
