import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '../shared/roles.js';
import type { Settings } from '../shared/settings.js';

/** A staff account. Deleted accounts stay, because histories refer to them. */
@Entity('members')
export class Member {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  email!: string;

  /** Empty for an invited member who has not set a password yet. */
  @Column({ type: 'text' })
  passwordHash!: string;

  @Column({ type: 'text' })
  type!: Role;

  @Column({ type: 'jsonb', default: {} })
  settings!: Partial<Settings>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Null while the member may sign in. */
  @Column({ type: 'timestamptz', nullable: true })
  deactivatedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;
}
