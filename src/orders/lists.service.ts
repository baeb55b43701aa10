import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { Refused } from '../platform/reply.js';
import { kualaLumpurToday, monthsOfTile, nextTwelveMonths } from '../shared/dates.js';
import { allRowsLimit, defaultPageSize, exactTotalLimit, searchDepth } from '../shared/limits.js';
import { type CountName, isQueueName, queueNames, queueRows } from '../shared/order-queues.js';
import { allStatuses, statusRows } from '../shared/order-statuses.js';
import type { ListQuery, MatchingIds, MatchingOrder, OrderList, OrderRow, SearchOrders } from '../shared/orders.js';
import type { Counts, MonthTile } from '../shared/pages.js';
import { can } from '../shared/permissions.js';
import { fromCursor, toCursor, toKey, toRow } from './lists.present.js';
import {
  hasTrigrams,
  type Listing,
  ListsQueries,
  newestFirst,
  type Place,
  type RowFacts,
  type Sorting,
  walkFor,
} from './lists.queries.js';
import { OrdersQueries } from './orders.queries.js';

/** Which list is wanted, as in the request. */
type Asked = { month?: string; userName?: string; searchVal?: string };

/**
 * How many orders match. `total` is exact unless `more` is true. When only the newest orders were searched, `among` says
 * how many (docs/product.md#lists-and-search).
 */
type HowMany = { total: number; more: boolean; among: number | null };

/** Some rows and the cursor for the rows after them. `goesOn` is true when these rows themselves began at a cursor. */
type Portion = { data: OrderRow[]; next: string | null; goesOn: boolean };

/**
 * Lists, counts and searches the queues. An unknown queue is refused with 404, and a queue that the role doesn't see with
 * 403.
 */
@Injectable()
export class ListsService {
  constructor(
    private readonly queries: ListsQueries,
    private readonly transactions: Transactions,
    private readonly orders: OrdersQueries,
    private readonly activity: ActivityService,
  ) {}

  /**
   * One page of a queue, with its exact total and the cursor for the next page.
   * @throws Refused 422 for an invalid cursor.
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
   * The orders of a queue that contain the text, newest first or in the requested order. An empty text gives the plain
   * list. The rows begin after the cursor `after` if it fits this sort order, else at the offset `start`.
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
      return { ...found, total, more: false, among: null };
    }

    const { meant, ...howMany } = await this.matches(listing);
    if (howMany.total === 0) return { data: [], next: null, goesOn: after !== undefined, ...howMany };

    const walk = after === undefined && isNewest(sorting) ? await this.walkFor(meant, end, howMany) : undefined;
    const walked = walk && (await portion({ ...meant, many: true, depth: walk }, sorting));
    if (walked && walked.data.length === Math.min(end, howMany.total) - start) return { ...walked, ...howMany };
    return { ...(await portion(...counted(meant, howMany, sorting))), ...howMany };
  }

  /** The keys of all matching orders of a queue, newest first, at most 10,000, for a selection beyond the page. */
  async matchingIds(staff: Staff, { folderName, ...asked }: MatchingIds): Promise<HowMany & { data: MatchingOrder[] }> {
    const listing = await this.listing(staff, folderName, asked);
    const { meant, ...howMany } = await this.matches(listing);
    const keys = await this.queries.keys(counted(meant, howMany)[0], allRowsLimit);
    return { data: keys.map(toKey), ...howMany };
  }

  /**
   * All matching orders of a queue, in batches; each batch is read when the consumer asks for it. The export is recorded
   * in the activity, because the list holds customers' data.
   */
  async takeOut(staff: Staff, name: string, asked: Asked, sorting: Sorting): Promise<AsyncGenerator<OrderRow[]>> {
    const listing = await this.listing(staff, name, asked);
    const { meant, ...howMany } = await this.matches(listing);
    await this.transactions.run((manager) =>
      this.activity.note(staff, { orderId: null, action: 'list.exported', to: name }, manager),
    );
    // An export searches all orders, not only the newest, and reads them in the list's own order.
    if (meant.depth) return this.portions({ ...meant, depth: undefined, many: true }, newestFirst);
    return this.portions(...counted(meant, howMany, sorting));
  }

  /** The thirteen counts. An Admin or Manager may name another member by `userName` (docs/product.md#the-api). */
  async counts(staff: Staff, userName?: string): Promise<Counts> {
    const memberId = await this.whose(staff, userName);
    return (await this.countsOf([memberId]))(memberId);
  }

  /** The thirteen counts for each of these members, from one query. */
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

  /** The names of all members, in the order they joined. */
  colleagues(): Promise<string[]> {
    return this.orders.memberNames();
  }

  /**
   * The tiles of Future Orders: the next twelve months in calendar order, then `later`. Overdue orders count in the
   * current month, so that every order is in exactly one tile.
   */
  async months(): Promise<MonthTile[]> {
    const counts = await this.queries.countByMonth();
    const months = nextTwelveMonths();
    const current = months.toSorted()[0]!;
    const sum = (belongs: (month: string) => boolean) =>
      [...counts].reduce((total, [month, n]) => (belongs(month) ? total + n : total), 0);
    return [...months, 'later'].map((tile) => {
      const { from = '', to = '9999-12' } = monthsOfTile(tile)!;
      return {
        month: tile,
        count: sum((month) => month >= from && month <= to),
        overdue: tile === current ? sum((month) => month < current) : 0,
      };
    });
  }

  /**
   * The ten orders to submit next, by date of arrival; arrivals in the past come first. An order stays until it has its
   * card. In the two statuses about contacting the customer it stays until 30 days after the arrival.
   */
  async soonest(): Promise<OrderRow[]> {
    const waiting = (how: 'now' | 'cardless') => allStatuses.filter((status) => statusRows[status].unsubmitted === how);
    const monthAgo = kualaLumpurToday(new Date(Date.now() - 30 * 86_400_000));
    return (await this.queries.soonest(waiting('now'), waiting('cardless'), monthAgo, 10)).map(toRow);
  }

  private async *portions(listing: Listing, sorting: Sorting): AsyncGenerator<OrderRow[]> {
    let place: Place | undefined = { offset: 0 };
    while (place) {
      const rows = await this.queries.rows(listing, sorting, place, portion);
      yield rows.map(toRow);
      place = rows.length === portion ? { after: rows.at(-1)! } : undefined;
    }
  }

  /**
   * Resolves a listing's text and counts its orders. Orders that the text identifies exactly come first; otherwise those
   * that contain it, by the trigram index. A text without a trigram is searched in the newest orders only.
   */
  private async matches(listing: Listing): Promise<HowMany & { meant: Listing }> {
    const { text, ...plain } = listing;
    if (text === undefined)
      return { meant: listing, total: await this.queries.count(listing), more: false, among: null };

    const ids = await this.queries.named(text, plain);
    const named = { ...plain, ids };
    const total = ids.length > 0 ? await this.queries.count(named) : 0;
    if (total > 0) return { meant: named, total, more: false, among: null };

    const isWalked = !hasTrigrams(text);
    const meant = isWalked ? { ...listing, depth: searchDepth } : listing;
    const n = await this.queries.count(meant);
    const more = n > exactTotalLimit;
    const among = isWalked && (await this.queries.count(plain)) > searchDepth ? searchDepth : null;
    return { meant, total: more ? exactTotalLimit : n, more, among };
  }

  /** How many of the newest orders to read for a page of a frequent text; undefined when all matches are collected. */
  private async walkFor(
    { text, depth, ...plain }: Listing,
    end: number,
    { total, more }: HowMany,
  ): Promise<number | undefined> {
    if (more || depth || text === undefined || total <= frequent) return undefined;
    return walkFor(end, total, await this.queries.count(plain));
  }

  private async listing(staff: Staff, name: string, { month, userName, searchVal }: Asked): Promise<Listing> {
    if (!isQueueName(name)) throw new Refused('There is no such queue.', 404);
    const { filter, see } = queueRows[name];
    if (!can(staff.type, see)) throw Refused.notAllowed();
    return {
      filter,
      memberId: await this.whose(staff, userName),
      months: name === 'futureOrder' && month ? monthsOfTile(month) : undefined,
      text: searchVal?.replace(/\s+/g, ' ') || undefined,
    };
  }

  /**
   * The id of the member whose orders `myOrder` means: the caller, or the member that an Admin or Manager names; 0 for an
   * unknown name.
   */
  private async whose(staff: Staff, userName: string | undefined): Promise<number> {
    if (!userName || !can(staff.type, 'orders.view-as')) return staff.id;
    return (await this.orders.memberByName(userName)) ?? 0;
  }
}

/** Above this many matches a page may be read newest first instead of collecting all matches. */
const frequent = 1_000;

/** How many rows one query of an export reads. */
const portion = 2_000;

function isNewest({ sort, dir }: Sorting): boolean {
  return sort === newestFirst.sort && dir === newestFirst.dir;
}

/** Too many matches to sort: they are read newest first instead. */
function counted(listing: Listing, { more }: HowMany, sorting: Sorting = newestFirst): [Listing, Sorting] {
  return more ? [{ ...listing, many: true }, newestFirst] : [listing, sorting];
}

/** The cursor for the rows after a full page; null when the page was not full. */
function nextAfter(rows: RowFacts[], sorting: Sorting, limit: number): string | null {
  const last = rows[limit - 1];
  return last ? toCursor(last, sorting) : null;
}
