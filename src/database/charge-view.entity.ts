import { Entity } from 'typeorm';
import { NotedInSession } from './noted-visitor.js';

/** A customer's look at the page that says what the charge is for. Rows are never changed or removed. */
@Entity('charge_views')
export class ChargeView extends NotedInSession {}
