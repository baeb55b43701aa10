import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type PackAsker = 'member' | 'batch' | 'nobody';

/** A defence pack. The same inputs give the same row. */
@Entity('packs')
export class Pack {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'int' })
  type!: 1 | 2;

  /** The dispute that it answers; null for a pack about the order alone. */
  @Column({ type: 'int', nullable: true })
  disputeId!: number | null;

  @Column({ type: 'text' })
  inputSha256!: string;

  @Column({ type: 'jsonb' })
  facts!: Record<string, unknown>;

  @Column({ type: 'text', default: 'queued' })
  state!: 'queued' | 'ready' | 'failed';

  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  @Column({ type: 'text', nullable: true })
  storageKey!: string | null;

  @Column({ type: 'text', nullable: true })
  sha256!: string | null;

  @Column({ type: 'int', nullable: true })
  size!: number | null;

  @Column({ type: 'int', nullable: true })
  pages!: number | null;

  @Column({ type: 'text' })
  madeBy!: string;

  /** Who waits for it: a member; a member with many others; or nobody, because it is made ahead. */
  @Column({ type: 'text', default: 'member' })
  askedBy!: PackAsker;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  readyAt!: Date | null;
}
