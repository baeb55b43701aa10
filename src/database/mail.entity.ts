import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { MailKind, MailState } from '../shared/mail-kinds.js';
import type { MailProvider } from '../shared/mail-providers.js';

/** A mail. It is written in the transaction of the change that causes it, and the worker sends it. */
@Entity('mails')
export class Mail {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int', nullable: true })
  orderId!: number | null;

  @Column({ type: 'int', nullable: true })
  memberId!: number | null;

  @Column({ type: 'text' })
  kind!: MailKind;

  @Column({ type: 'text' })
  provider!: MailProvider;

  @Column({ type: 'text' })
  recipient!: string;

  @Column({ type: 'text' })
  subject!: string;

  @Column({ type: 'text' })
  html!: string;

  @Column({ type: 'text' })
  body!: string;

  @Column({ type: 'text' })
  sender!: string;

  @Column({ type: 'text', nullable: true })
  replyTo!: string | null;

  @Column({ type: 'int', nullable: true })
  documentId!: number | null;

  @Column({ type: 'text', nullable: true })
  attachmentKey!: string | null;

  @Column({ type: 'text', nullable: true })
  attachmentName!: string | null;

  @Column({ type: 'text', nullable: true })
  attachmentType!: string | null;

  @Column({ type: 'text', nullable: true })
  attachmentSha256!: string | null;

  @Column({ type: 'text', default: 'queued' })
  state!: MailState;

  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  @Column({ type: 'int', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', nullable: true })
  attemptAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  providerMessageId!: string | null;

  /** What the member asked, of the kind `question`. */
  @Column({ type: 'text', nullable: true })
  question!: string | null;

  /** The provider that failed, when another one took the mail over. */
  @Column({ type: 'text', nullable: true })
  switchedFrom!: MailProvider | null;

  @Column({ type: 'text' })
  sentBy!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  sentAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  stateAt!: Date;
}
