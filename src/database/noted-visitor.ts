import { Column } from 'typeorm';

/** A visitor's session and where it comes from. */
export type VisitorOrigin = Pick<NotedVisitor, 'ip' | 'location' | 'userAgent'> & { visitorSessionId: string };

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
