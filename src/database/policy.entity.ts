import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { PolicyKind } from '../shared/policy-kinds.js';

/** A version of a text that customers buy under. Rows are never changed or removed (docs/evidence.md#policies). */
@Entity('policies')
export class Policy {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** The key of the brand. */
  @Column({ type: 'text' })
  brand!: string;

  @Column({ type: 'text' })
  kind!: PolicyKind;

  @Column({ type: 'text' })
  version!: string;

  @Column({ type: 'text' })
  text!: string;

  /** The first day, UTC, on which it is in force. It ends with the first day of the next version. */
  @Column({ type: 'date' })
  validFrom!: string;

  /** Of the text in UTF-8. */
  @Column({ type: 'text' })
  sha256!: string;

  /** The member's name; null for a text that the product brought. */
  @Column({ type: 'text', nullable: true })
  addedBy!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
