import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Refused } from '../platform/reply.js';
import { kualaLumpurToday, nextTwelveMonths } from '../shared/dates.js';
import { allRowsLimit, defaultPageSize, exactTotalLimit } from '../shared/limits.js';
import { type CountName, isQueueName, queueNames, queueRows } from '../shared/order-queues.js';
import { allStatuses, statusRows } from '../shared/order-statuses.js';
import type { ListQuery, MatchingIds, MatchingOrder, OrderList, OrderRow, SearchOrders } from '../shared/orders.js';
import type { Counts, MonthTile } from '../shared/pages.js';
import { can } from '../shared/permissions.js';
import { fromCursor, toCursor, toKey, toRow } from './lists.present.js';
import { type Listing, ListsQueries, newestFirst, type Place, type RowFacts, type Sorting } from './lists.queries.js';
import { OrdersQueries } from './orders.queries.js';

/** What a list is asked for, as it comes in. */
type Asked = { month?: string; userName?: string; searchVal?: string };

/** How many of a list's matches there are: `total` is exact unless there are `more` (api: search-order). */
type HowMany = { total: number; more: boolean };

/** Some rows, and where the rows after them begin; whether they go on from such a place themselves. */
type Portion = { data: OrderRow[]; next: string | null; goesOn: boolean };

/**
 * What stands in the queues, and how much of it. Who names a queue is refused 404 for an unknown one and 403 for one the role
 * doesn't see.
 */
@Injectable()
export class ListsService {
  constructor(
    private readonly queries: ListsQueries,
    private readonly orders: OrdersQueries,
    private readonly activity: ActivityService,
  ) {}

  /**
   * One page of a queue, with the queue's exact total and a cursor for reading on.
   * @throws Refused 422 for a cursor that is none.
   */
  async list(staff: Staff, name: string, query: ListQuery): Promise<OrderList> {
    const { page, sort, dir } = query;
    const sorting = { sort, dir };
    const listing = await this.listing(staff, name, query);
    const limit = query.limit ?? query.perPage ?? defaultPageSize;
    const place = query.cursor === undefined ? { offset: (page - 1) * limit } : fromCursor(query.cursor, sorting);
    if (!place) throw Refused.input({ cursor: 'There is no such place to read on from.' });

    const [rows, total] = await Promise.all([
      this.queries.rows(listing, sorting, place, limit),
      this.queries.count(listing),
    ]);
    return { data: rows.map(toRow), total, page, limit, next_cursor: nextAfter(rows, sorting, limit) };
  }

  /**
   * The orders of a queue that hold the text, newest first or in the asked order. An empty text is the plain list. They go
   * on from the place that `next` named, where the list still has that order of rows; else they begin at `start`.
   */
  async search(
    staff: Staff,
    { start, end, folderName, after, ...asked }: SearchOrders & { after?: string | undefined },
    sorting: Sorting = newestFirst,
  ): Promise<HowMany & Portion> {
    const listing = await this.listing(staff, folderName, asked);
    const portion = async (listing: Listing, sorting: Sorting): Promise<Portion> => {
      const place = after === undefined ? undefined : fromCursor(after, sorting);
      const rows = await this.queries.rows(listing, sorting, place ?? { offset: start }, end - start);
      return { data: rows.map(toRow), next: nextAfter(rows, sorting, end - start), goesOn: place !== undefined };
    };
    if (listing.text === undefined) {
      const [found, total] = await Promise.all([portion(listing, sorting), this.queries.count(listing)]);
      return { ...found, total, more: false };
    }

    const howMany = await this.countExactly(listing);
    if (howMany.total === 0) return { data: [], next: null, goesOn: after !== undefined, ...howMany };
    return { ...(await portion(...counted(listing, howMany, sorting))), ...howMany };
  }

  /** The keys of every order of a queue that holds the text, newest first, at most 10,000, for a selection beyond the page. */
  async matchingIds(staff: Staff, { folderName, ...asked }: MatchingIds): Promise<HowMany & { data: MatchingOrder[] }> {
    const listing = await this.listing(staff, folderName, asked);
    const howMany = await this.countExactly(listing);
    const keys = await this.queries.keys(counted(listing, howMany)[0], allRowsLimit);
    return { data: keys.map(toKey), ...howMany };
  }

  /**
   * Every order of a queue that holds the text, in portions, each read only once the one before was taken. It is written
   * down who took them: a list that leaves the house is customers' data.
   */
  async takeOut(staff: Staff, name: string, asked: Asked, sorting: Sorting): Promise<AsyncGenerator<OrderRow[]>> {
    const listing = await this.listing(staff, name, asked);
    const howMany = await this.countExactly(listing);
    await this.orders.transaction((inside) =>
      this.activity.note(inside, staff, { orderId: null, action: 'list.exported', to: name }),
    );
    return this.portions(...counted(listing, howMany, sorting));
  }

  /** The thirteen counts; `userName` chooses whose orders are meant, for Admin and Manager alone (api: Common). */
  async counts(staff: Staff, userName?: string): Promise<Counts> {
    const memberId = await this.whose(staff, userName);
    return (await this.countsOf([memberId]))(memberId);
  }

  /** The thirteen counts as each of these members sees them, read at once. */
  async countsOf(memberIds: number[]): Promise<(memberId: number) => Counts> {
    const { standing, held } = await this.queries.counts(memberIds);
    const everything = [...standing.values()].reduce((sum, n) => sum + n, 0);

    return (memberId) => {
      const counts = queueNames.map((name): [CountName, number] => {
        const { filter, count } = queueRows[name];
        if ('heldByMe' in filter) return [count, held.get(memberId) ?? 0];
        return [count, 'everything' in filter ? everything : (standing.get(filter.status) ?? 0)];
      });
      return Object.fromEntries(counts) as Counts;
    };
  }

  /** The twelve tiles of Future Orders: the next twelve months, in calendar order (decisions: Orders). */
  async months(): Promise<MonthTile[]> {
    const counts = await this.queries.countByMonth();
    return nextTwelveMonths().map((month) => ({ month, count: counts.get(month) ?? 0 }));
  }

  /** The orders that must be submitted next: the ten whose travellers arrive soonest, from today in Kuala Lumpur on. */
  async soonest(): Promise<OrderRow[]> {
    const waiting = (how: 'now' | 'cardless') => allStatuses.filter((status) => statusRows[status].unsubmitted === how);
    return (await this.queries.soonest(waiting('now'), waiting('cardless'), kualaLumpurToday(), 10)).map(toRow);
  }

  private async *portions(listing: Listing, sorting: Sorting): AsyncGenerator<OrderRow[]> {
    let place: Place | undefined = { offset: 0 };
    while (place) {
      const rows = await this.queries.rows(listing, sorting, place, portion);
      yield rows.map(toRow);
      place = rows.length === portion ? { after: rows.at(-1)! } : undefined;
    }
  }

  private async countExactly(listing: Listing): Promise<HowMany> {
    const n = await this.queries.count(listing);
    const more = listing.text !== undefined && n > exactTotalLimit;
    return { total: more ? exactTotalLimit : n, more };
  }

  private async listing(staff: Staff, name: string, { month, userName, searchVal }: Asked): Promise<Listing> {
    if (!isQueueName(name)) throw new Refused('There is no such queue.', 404);
    const { filter, see } = queueRows[name];
    if (!can(staff.type, see)) throw Refused.notAllowed();
    return {
      filter,
      memberId: await this.whose(staff, userName),
      month: name === 'futureOrder' ? month : undefined,
      text: searchVal?.replace(/\s+/g, ' ') || undefined,
    };
  }

  /** Whose orders 'mine' are: one's own, unless a lead names another member; nobody's for a name that is none. */
  private async whose(staff: Staff, userName: string | undefined): Promise<number> {
    if (!userName || !can(staff.type, 'orders.view-as')) return staff.id;
    return (await this.orders.memberByName(userName)) ?? 0;
  }
}

/** How many rows are read at once where every one is wanted. */
const portion = 2_000;

/** Too many matches to sort are read newest first. */
function counted(listing: Listing, { more }: HowMany, sorting: Sorting = newestFirst): [Listing, Sorting] {
  return more ? [{ ...listing, many: true }, newestFirst] : [listing, sorting];
}

/** Where the rows after a full page begin, as a cursor. */
function nextAfter(rows: RowFacts[], sorting: Sorting, limit: number): string | null {
  const last = rows[limit - 1];
  return last ? toCursor(last, sorting) : null;
}
