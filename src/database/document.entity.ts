import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CardVerdict } from '../shared/answers/documents.js';
import type { MailProvider } from '../shared/mail-providers.js';

/** An uploaded card; the newest of an order is its current one. */
@Entity('documents')
export class Document {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'text' })
  file1!: string;

  @Column({ type: 'text' })
  storageKey!: string;

  @Column({ type: 'text' })
  customerName!: string;

  @Column({ type: 'text' })
  mailServiceProvider!: MailProvider;

  @Column({ type: 'text' })
  sha256!: string;

  @Column({ type: 'int' })
  size!: number;

  @Column({ type: 'text' })
  contentType!: string;

  @Column({ type: 'text' })
  uploadedBy!: string;

  /** Null for a card that was not compared: one of an earlier version, or demo data. */
  @Column({ type: 'text', nullable: true })
  verdict!: CardVerdict | null;

  @Column({ type: 'text', nullable: true })
  verdictNote!: string | null;

  @Column({ type: 'text', nullable: true })
  overrideReason!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  /** Since when its file is erased. */
  @Column({ type: 'timestamptz', nullable: true, insert: false, update: false })
  erasedAt!: Date | null;
}
