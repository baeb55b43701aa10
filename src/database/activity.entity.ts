import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ChangedFields } from '../shared/changed-fields.js';

/** A recorded event; rows are never changed or removed. */
@Entity('activity')
export class Activity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column({ type: 'int', nullable: true })
  orderId!: number | null;

  @Column({ type: 'int', nullable: true })
  memberId!: number | null;

  @Column({ type: 'text' })
  actor!: string;

  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text', nullable: true })
  from!: string | null;

  @Column({ type: 'text', nullable: true })
  to!: string | null;

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  /** What an amendment or a choice among the form's rows changed; null for every other action. */
  @Column({ type: 'jsonb', nullable: true })
  changes!: ChangedFields | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
