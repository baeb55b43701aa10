import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One sign-in of a member. Ended sessions stay until the nightly cleanup. */
@Entity('sessions')
export class Session {
  @PrimaryColumn({ type: 'uuid', default: () => 'gen_random_uuid()' })
  id!: string;

  @Column({ type: 'int' })
  memberId!: number;

  @Column({ type: 'boolean', default: false })
  remember!: boolean;

  @Column({ type: 'text', default: '' })
  ip!: string;

  @Column({ type: 'text', default: '' })
  userAgent!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  lastUsedAt!: Date;

  /** When the second factor was last proven; null in a session without one. */
  @Column({ type: 'timestamptz', nullable: true })
  factorAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
