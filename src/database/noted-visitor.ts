import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** A visitor's session and where it comes from. */
export type VisitorOrigin = Pick<NotedInSession, 'visitorSessionId' | 'ip' | 'location' | 'userAgent'>;

/** The columns of every table that proves who looked or asked. */
export abstract class NotedVisitor {
  @Column({ type: 'text' })
  ip!: string;

  @Column({ name: 'place', type: 'text', default: '' })
  location!: string;

  @Column({ type: 'text' })
  userAgent!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}

/** The columns of every table of what a visitor did in a session of an order. */
export abstract class NotedInSession extends NotedVisitor {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  orderId!: number;

  @Column({ type: 'uuid' })
  visitorSessionId!: string;
}
