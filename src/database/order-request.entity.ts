import { Column, Entity } from 'typeorm';
import type { RequestKind } from '../shared/order-requests.js';
import { NotedInSession } from './noted-visitor.js';

/** What a customer asks for on the order's page. A member handles it; it changes nothing by itself. */
@Entity('order_requests')
export class OrderRequest extends NotedInSession {
  @Column({ type: 'text' })
  kind!: RequestKind;

  /** What the customer wrote; empty for a refund. */
  @Column({ type: 'text', default: '' })
  text!: string;

  @Column({ type: 'timestamptz', nullable: true })
  handledAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  handledBy!: string | null;
}
