import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { historyRows } from '../shared/limits.js';
import type { ActivityEntry } from '../shared/orders.js';
import { ActivityQueries, type NewActivity } from './activity.queries.js';
import type { Actor } from './actor.js';
import { toActivity } from './activity.present.js';

/** The diary of the house: written by every change in its own transaction, never altered. */
@Injectable()
export class ActivityService {
  constructor(private readonly queries: ActivityQueries) {}

  /** Notes what `actor` did, in the transaction of the doing. */
  note(inside: EntityManager, actor: Actor, what: NewActivity): Promise<void> {
    return this.queries.write(inside, actor, what);
  }

  /** Notes several things that `actor` did at once. */
  noteAll(inside: EntityManager, actor: Actor, all: NewActivity[]): Promise<void> {
    return this.queries.writeAll(inside, actor, all);
  }

  /** What happened to an order lately, newest first. */
  async ofOrder(orderId: number): Promise<ActivityEntry[]> {
    const rows = await this.queries.ofOrder(orderId, historyRows);
    return rows.map(toActivity);
  }
}
