import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A customer who gave order id and address. The session expires 30 minutes after its last use. */
@Entity('visitor_sessions')
export class VisitorSession {
  @PrimaryColumn({ type: 'uuid', default: () => 'gen_random_uuid()' })
  id!: string;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'text' })
  ip!: string;

  @Column({ name: 'place', type: 'text', default: '' })
  location!: string;

  @Column({ type: 'text' })
  userAgent!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  lastUsedAt!: Date;
}
