import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CardVerdict } from '../shared/answers/documents.js';

/**
 * A file that came with a mail to an application mailbox: a card from the authority, or a file from the customer. Or a card that
 * the script took from the authority's page, which has no mail.
 */
@Entity('inbound_files')
export class InboundFile {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int', nullable: true })
  mailId!: number | null;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'text' })
  kind!: 'card' | 'file';

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  contentType!: string;

  @Column({ type: 'text' })
  storageKey!: string;

  @Column({ type: 'text' })
  sha256!: string;

  @Column({ type: 'int' })
  size!: number;

  @Column({ type: 'text', nullable: true })
  verdict!: CardVerdict | null;

  @Column({ type: 'text', nullable: true })
  verdictNote!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  /** Since when its file is erased. */
  @Column({ type: 'timestamptz', nullable: true, insert: false, update: false })
  erasedAt!: Date | null;

  /** The member whose script took it. */
  @Column({ type: 'text', nullable: true })
  takenBy!: string | null;
}
