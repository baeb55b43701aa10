import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NotedVisitor } from './noted-visitor.js';

/** Where a customer's correction came from. It has the time of its amendment in the activity. Rows are never changed or removed. */
@Entity('corrections')
export class Correction extends NotedVisitor {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'uuid' })
  visitorSessionId!: string;
}
