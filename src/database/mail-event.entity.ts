import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { MailProvider } from '../shared/mail-providers.js';

/** A delivery event as a provider reported it. An event whose mail is unknown is stored without one. */
@Entity('mail_events')
export class MailEvent {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int', nullable: true })
  mailId!: number | null;

  @Column({ type: 'text' })
  provider!: MailProvider;

  @Column({ type: 'text' })
  eventId!: string;

  /** The provider's id of the message; the mail's id and attempt, or nothing, for an event that names no message. */
  @Column({ type: 'text' })
  providerMessageId!: string;

  @Column({ type: 'text' })
  type!: string;

  @Column({ type: 'timestamptz' })
  at!: Date;

  @Column({ type: 'jsonb', default: {} })
  detail!: Record<string, unknown>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
