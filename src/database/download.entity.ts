import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NotedVisitor } from './noted-visitor.js';

/** One fetch of a card, by anybody. */
@Entity('downloads')
export class Download extends NotedVisitor {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'int' })
  documentId!: number;

  @Column({ type: 'text' })
  file1!: string;

  @Column({ type: 'text' })
  sha256!: string;

  @Column({ type: 'text' })
  actor!: 'customer' | 'staff' | 'machine';

  @Column({ type: 'text', default: '' })
  browser!: string;

  @Column({ type: 'text', default: '' })
  browserVersion!: string;

  @Column({ type: 'text', default: '' })
  os!: string;

  @Column({ type: 'text', default: '' })
  device!: string;

  @Column({ type: 'text', default: '' })
  deviceType!: string;

  @Column({ type: 'text', default: '' })
  label!: string;

  /** Who fetched, with the session: `visitor:` with its cookie, `link:` with a link that it got, `staff:`. */
  @Column({ type: 'text', default: '' })
  reader!: string;

  /** The byte ranges that were sent, as PostgreSQL writes a multirange: `{[0,65536)}`. */
  @Column({ type: 'int4multirange', default: '{}' })
  served!: string;

  /** How many bytes `served` covers. */
  @Column({ type: 'int', default: 0 })
  bytes!: number;

  @Column({ type: 'boolean', default: false })
  complete!: boolean;

  /** When the page in the customer's browser reported that it has the whole file, by its size and hash. */
  @Column({ type: 'timestamptz', nullable: true })
  confirmedAt!: Date | null;
}
