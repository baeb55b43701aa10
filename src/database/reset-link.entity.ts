import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link to set a new password, kept as a hash. */
@Entity('reset_links')
export class ResetLink {
  @PrimaryColumn({ type: 'text' })
  tokenSha256!: string;

  @Column({ type: 'int' })
  memberId!: number;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  usedAt!: Date | null;
}
