import { Entity } from 'typeorm';
import { NotedInSession } from './noted-visitor.js';

/** Where a customer's correction came from. It has the time of its amendment in the activity. Rows are never changed or removed. */
@Entity('corrections')
export class Correction extends NotedInSession {}
