import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { InboundKind } from '../shared/inbound-kinds.js';
import type { MailProvider } from '../shared/mail-providers.js';

/** A mail to an application mailbox. Its raw message is in Storage. */
@Entity('inbound_mails')
export class InboundMail {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** Null: kept aside, because its order is unknown or deleted. */
  @Column({ type: 'int', nullable: true })
  orderId!: number | null;

  @Column({ type: 'text' })
  mailbox!: string;

  @Column({ type: 'text' })
  provider!: MailProvider;

  /** Its Message-ID and the hash of its bytes: together they are in one mailbox once. */
  @Column({ type: 'text' })
  messageId!: string;

  @Column({ type: 'text' })
  storageKey!: string;

  @Column({ type: 'text' })
  sha256!: string;

  @Column({ type: 'int' })
  size!: number;

  @Column({ type: 'text', nullable: true })
  spf!: string | null;

  @Column({ type: 'text', nullable: true })
  dmarc!: string | null;

  /** The provider's virus scan: `pass`, `fail`, or that it has no result; null when it gave none. */
  @Column({ type: 'text', nullable: true })
  virus!: string | null;

  /** The domains of the authority that the provider found a right signature or SPF of. */
  @Column({ type: 'text', array: true, default: '{}' })
  vouched!: string[];

  @Column({ type: 'text', nullable: true })
  dkim!: string | null;

  @Column({ type: 'text', default: 'unread' })
  kind!: InboundKind;

  @Column({ type: 'text', default: '' })
  sender!: string;

  @Column({ type: 'text', default: '' })
  subject!: string;

  /** The text, without a PIN. */
  @Column({ type: 'text', default: '' })
  text!: string;

  /** Whether the text goes on in the raw mail. */
  @Column({ type: 'boolean', default: false })
  textCut!: boolean;

  @Column({ type: 'boolean', default: false })
  hasHtml!: boolean;

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  /** The names of attachments that were not kept, because they are too many or too large, or the mail is not to be trusted. */
  @Column({ type: 'text', nullable: true })
  notKept!: string | null;

  @Column({ type: 'text', nullable: true })
  pin!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  readAt!: Date | null;

  /** A customer's mail that no member has answered or read. */
  @Column({ type: 'boolean', default: false })
  waits!: boolean;

  /** The member who looked at a mail of the kind `look`, or read one that waited. */
  @Column({ type: 'text', nullable: true })
  seenBy!: string | null;

  /** Since when its file is erased. */
  @Column({ type: 'timestamptz', nullable: true, insert: false, update: false })
  erasedAt!: Date | null;
}
