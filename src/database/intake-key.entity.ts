import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A key a shop sends with its orders, kept as a hash. */
@Entity('intake_keys')
export class IntakeKey {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  shopId!: number;

  /** The shop's name. */
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  keySha256!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  /** To the hour. */
  @Column({ type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;
}
