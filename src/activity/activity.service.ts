import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exportRows, historyRows, sameLookMinutes } from '../shared/limits.js';
import type { ActivityEntry } from '../shared/orders.js';
import { ActivityQueries, type NewActivity } from './activity.queries.js';
import type { Actor } from './actor.js';
import { toActivity } from './activity.present.js';

/** Records who did what. Each change writes its row in its own transaction; rows are never altered. */
@Injectable()
export class ActivityService {
  constructor(private readonly queries: ActivityQueries) {}

  /** Records what `actor` did, in the transaction of the change. */
  note(actor: Actor, what: NewActivity, manager: EntityManager): Promise<void> {
    return this.queries.write(actor, what, manager);
  }

  /** Records what changes no row beside it, such as a sign-in. */
  noteAlone(actor: Actor, what: NewActivity): Promise<void> {
    return this.queries.writeAlone(actor, what);
  }

  /** Records that a member saw an order, once an hour (docs/people.md#audit). */
  noteView(actor: Actor, orderId: number): Promise<void> {
    return this.queries.writeView(actor, orderId);
  }

  /**
   * Records that a member fetched a file, once an hour for each file (docs/people.md#audit).
   * @param file what it is, such as `the card card-1.pdf`
   */
  noteFetch(actor: Actor, orderId: number | null, file: string): Promise<void> {
    return this.queries.writeFetch(actor, orderId, file);
  }

  /** When the member looked at the order before this look; null when no such look is on record (docs/screens.md#coming-back). */
  async lastLook({ id }: Actor, orderId: number): Promise<string | null> {
    const at = id === null ? undefined : await this.queries.lastLook(id, orderId, sameLookMinutes);
    return at?.toISOString() ?? null;
  }

  /**
   * The batches of an export as they are; one that goes on after `exportRows` rows is noted, once.
   * @param list what is exported, as the row of the export names it
   */
  async *exported<Row>(actor: Actor, list: string, batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
    let rows = 0;
    for await (const batch of batches) {
      const before = rows;
      rows += batch.length;
      if (before <= exportRows && rows > exportRows) {
        const note = `${exportRows} rows`;
        await this.noteAlone(actor, { orderId: null, action: 'list.exported-many', to: list, note });
      }
      yield batch;
    }
  }

  /** Records several changes by one actor in one statement. */
  noteAll(actor: Actor, all: NewActivity[], manager: EntityManager): Promise<void> {
    return this.queries.writeAll(actor, all, manager);
  }

  /** The newest rows about an order, newest first. */
  async ofOrder(orderId: number): Promise<ActivityEntry[]> {
    const rows = await this.queries.ofOrder(orderId, historyRows);
    return rows.map(toActivity);
  }
}
