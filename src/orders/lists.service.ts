import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Neighbours } from '../database/beside.js';
import { Transactions } from '../database/transactions.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { kualaLumpurToday, monthsOfTile, nextTwelveMonths } from '../shared/dates.js';
import { searchLetters } from '../shared/find.js';
import { allRowsLimit, exactTotalLimit, oldHoldHours, searchDepth, searchLength } from '../shared/limits.js';
import { type FilterName, filtersIn } from '../shared/order-filters.js';
import { isQueueName, newestFirst, type QueueFilter, queueRows, sortingOf } from '../shared/order-queues.js';
import { allStatuses, statusRows } from '../shared/order-statuses.js';
import type { MatchingIds, MatchingOrder, OrderRow } from '../shared/orders.js';
import type { Counts, MenuCounts, MonthTile } from '../shared/pages.js';
import { can } from '../shared/permissions.js';
import type { ExportedRow } from './export.present.js';
import { ExportQueries } from './export.queries.js';
import { refuseFilters } from './filters.service.js';
import { fromCursor, toCursor, toKey, toRow } from './lists.present.js';
import { isNarrow, isOfIds, type Listing, type Sorting, type Start } from './listing.queries.js';
import { hasTrigrams, ListsQueries, type RowFacts } from './lists.queries.js';
import type { ListOrigin } from './list-origin.js';
import { OrdersQueries } from './orders.queries.js';

/** Which list is wanted, as in the request. */
type Asked = { month?: string | undefined; userName?: string; searchVal?: string | undefined } & Partial<
  Record<FilterName, string | undefined>
>;

/**
 * Which rows of it: those after the cursor if it fits the sort order, else those from the offset; newest first unless
 * `sorting` says otherwise.
 */
type Slice = { offset: number; limit: number; cursor?: string | undefined; sorting?: Sorting };

/**
 * How many orders match. `total` is exact unless `more` is true. When only the newest orders were searched, `among` says
 * how many (docs/screens.md#lists-and-search).
 */
type HowMany = { total: number; more: boolean; among: number | null };

/** Some rows and the cursor for the rows after them. `goesOn` is true when these rows themselves began at a cursor. */
type Batch = { data: OrderRow[]; next: string | null; goesOn: boolean };

/**
 * Lists, counts and searches the queues. An unknown queue is refused with 404, and a queue that the role doesn't see, or
 * a filter that it may not use, with 403.
 */
@Injectable()
export class ListsService {
  constructor(
    private readonly queries: ListsQueries,
    private readonly exports: ExportQueries,
    private readonly transactions: Transactions,
    private readonly orders: OrdersQueries,
    private readonly activity: ActivityService,
    private readonly env: Env,
  ) {}

  /** Rows of a queue, and how many orders it has. With a text it has the orders that contain it. */
  async list(staff: Staff, name: string, asked: Asked, slice: Slice): Promise<HowMany & Batch> {
    const { sorting = newestFirst } = slice;
    const listing = await this.listing(staff, name, asked);
    if (listing.text === undefined && !listing.chosen) {
      const start = startOf(slice, sorting);
      const { rows, total } = await this.queries.page(listing, sorting, start, slice.limit);
      return { ...batchOf(rows, start, slice.limit, sorting), total, more: false, among: null };
    }

    if (listing.text !== undefined) return this.search(listing, listing.text, slice);

    const { resolved, candidates, ...howMany } = await this.filtered(listing);
    const isScanned = candidates > mostCollected && isOfIds(resolved);
    const planned = isScanned ? { ...resolved, plan: 'scan' as const } : resolved;
    return { ...(await this.read(planned, slice, sorting)), ...howMany };
  }

  /**
   * The orders before and after this one in a list, whether or not the list still has this one. Null at the ends.
   * @throws Refused 403 for a queue that the role doesn't see, or a filter that it may not use.
   */
  async neighbours(staff: Staff, orderId: number, { queue, query }: ListOrigin): Promise<Neighbours> {
    const { q, month } = query;
    const asked = { searchVal: q?.slice(0, searchLength), month, ...filtersIn(query) };
    const listing = await this.listing(staff, queue, asked);
    const { resolved, ...howMany } = await this.matches(listing);
    const [chosen, sorting] = planned(resolved, howMany, sortingOf(queue, query));
    const after = await this.queries.cursorAt(orderId, sorting);
    if (!after) return { previous: null, next: null };

    const back: Sorting = { ...sorting, dir: sorting.dir === 'asc' ? 'desc' : 'asc' };
    const [[next], [previous]] = await Promise.all([
      this.queries.rows(chosen, sorting, { after }, 1),
      this.queries.rows(chosen, back, { after }, 1),
    ]);
    const neighbour = (found: RowFacts | undefined) => (found ? { orderId: found.id, rowId: null } : null);
    return { previous: neighbour(previous), next: neighbour(next) };
  }

  /** How many orders a list has, counted up to `most`. @throws Refused as `list`. */
  async countUpTo(staff: Staff, name: string, asked: Asked, most: number): Promise<{ count: number; more: boolean }> {
    const { total } = await this.matches(await this.listing(staff, name, asked));
    return { count: Math.min(total, most), more: total > most };
  }

  /** The keys of all matching orders of a queue, newest first, at most 10,000, for a selection beyond the page. */
  async matchingIds(staff: Staff, { folderName, ...asked }: MatchingIds): Promise<HowMany & { data: MatchingOrder[] }> {
    const listing = await this.listing(staff, folderName, asked);
    const { resolved, ...howMany } = await this.matches(listing);
    const keys = await this.queries.keys(planned(resolved, howMany)[0], allRowsLimit);
    return { data: keys.map(toKey), ...howMany };
  }

  /**
   * All matching orders of a queue, in batches; each batch is read when the consumer asks for it. The export is recorded
   * in the activity, because the list holds customers' data.
   */
  async exportAll(
    staff: Staff,
    name: string,
    asked: Asked,
    sorting: Sorting,
    withForm: boolean,
  ): Promise<AsyncGenerator<ExportedRow[]>> {
    const listing = await this.listing(staff, name, asked);
    const { resolved, ...howMany } = await this.matches(listing);
    const note = withForm ? 'with journey and stay' : undefined;
    await this.transactions.run((manager) =>
      this.activity.note(staff, { orderId: null, action: 'list.exported', to: name, note }, manager),
    );
    // An export searches all orders, not only the newest, and reads them in the list's own order.
    const order = resolved.text === undefined ? sorting : newestFirst;
    const batches = resolved.newest
      ? this.batches({ ...resolved, newest: undefined, plan: 'scan' }, order)
      : this.batches(...planned(resolved, howMany, sorting));
    return this.activity.exported(staff, name, this.exportedRows(batches, withForm));
  }

  /** The thirteen counts. An Admin or Manager may name another member by `userName` (docs/http-api.md#the-api). */
  async counts(staff: Staff, userName?: string): Promise<Counts> {
    const memberId = await this.whose(staff, userName);
    const {
      atRiskOrdersCount: _board,
      wroteOrdersCount: _unread,
      ...counts
    } = (await this.countsOf([memberId])).get(memberId)!;
    return counts;
  }

  /** The counts of the menu for each of these members, read together. */
  async countsOf(memberIds: number[]): Promise<Map<number, MenuCounts>> {
    const { byStatus, held, atRisk, wrote } = await this.queries.counts(memberIds, kualaLumpurToday());
    const everything = [...byStatus.values()].reduce((sum, n) => sum + n, 0);
    const countOf = (filter: QueueFilter, memberId: number): number => {
      if ('heldByMe' in filter) return held.get(memberId) ?? 0;
      return 'everything' in filter ? everything : (byStatus.get(filter.status) ?? 0);
    };
    return new Map(
      memberIds.map((id) => {
        const counts = Object.values(queueRows).map(({ count, filter }) => [count, countOf(filter, id)]);
        const counted = Object.fromEntries(counts) as Counts;
        return [id, { ...counted, atRiskOrdersCount: atRisk, wroteOrdersCount: wrote }];
      }),
    );
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
   * The ten orders to submit next, by date of arrival; what has arrived already comes last. An order stays until it has its
   * card. In the two statuses about contacting the customer it stays until 30 days after the arrival.
   */
  async soonest(): Promise<OrderRow[]> {
    const waiting = (how: 'now' | 'cardless') => allStatuses.filter((status) => statusRows[status].unsubmitted === how);
    const from = kualaLumpurToday(new Date(Date.now() - 30 * 86_400_000));
    const days = { from, today: kualaLumpurToday() };
    return (await this.queries.soonest(waiting('now'), waiting('cardless'), days, 10)).map(toRow);
  }

  /** Up to ten orders that somebody has held for `oldHoldHours` or longer, the oldest hold first. */
  async oldHolds(): Promise<OrderRow[]> {
    return (await this.queries.heldSince(new Date(Date.now() - oldHoldHours * 3_600_000), 10)).map(toRow);
  }

  private async read(listing: Listing, slice: Slice, sorting: Sorting): Promise<Batch> {
    const start = startOf(slice, sorting);
    return batchOf(await this.queries.rows(listing, sorting, start, slice.limit), start, slice.limit, sorting);
  }

  /** The orders that a text identifies, else those that contain it; each way counts and reads them in one statement. */
  private async search(listing: Listing, text: string, slice: Slice): Promise<HowMany & Batch> {
    const { sorting = newestFirst } = slice;
    const start = startOf(slice, sorting);
    const ask = (sought: Listing) => this.queries.search(sought, sorting, start, slice.limit);
    const named = await this.named(listing, text);
    const identified = named && (await ask(named));
    if (identified && identified.total > 0)
      return { ...batchOf(identified.rows, start, slice.limit, sorting), total: identified.total, ...whole };

    const { resolved, among } = await this.containing(listing, text);
    const { rows, total: n } = await ask(resolved);
    const howMany = { ...upToLimit(n), among };
    const [chosen, order] = planned(resolved, howMany, sorting);
    const batch = howMany.more ? this.read(chosen, slice, order) : batchOf(rows, start, slice.limit, sorting);
    return { ...(await batch), ...howMany };
  }

  /** The rows of these batches with what the form asks for. Nothing of it for an order that was erased in between. */
  private async *exportedRows(batches: AsyncIterable<OrderRow[]>, withForm: boolean): AsyncGenerator<ExportedRow[]> {
    for await (const rows of batches) {
      const more = withForm ? await this.exports.exported(rows.map((row) => row.order_id)) : undefined;
      yield rows.map((row) => ({ row, more: more?.get(row.order_id) }));
    }
  }

  private async *batches(listing: Listing, sorting: Sorting): AsyncGenerator<OrderRow[]> {
    let start: Start | undefined = { offset: 0 };
    while (start) {
      const rows = await this.exports.rows(listing, sorting, start, exportBatch);
      yield rows.map(toRow);
      start = rows.length === exportBatch ? { after: rows.at(-1)! } : undefined;
    }
  }

  /**
   * Resolves a listing's text and counts its orders. Orders that the text identifies exactly come first; otherwise those
   * that contain it, by the trigram index. A text without a trigram is searched in the newest orders only.
   */
  private async matches(listing: Listing): Promise<HowMany & { resolved: Listing }> {
    const { text } = listing;
    if (text === undefined && listing.chosen) {
      const { candidates: _candidates, ...matches } = await this.filtered(listing);
      return matches;
    }
    if (text === undefined)
      return { resolved: listing, total: await this.queries.count(listing), more: false, among: null };

    const named = await this.named(listing, text);
    const total = named ? await this.queries.count(named) : 0;
    if (named && total > 0) return { resolved: named, total, ...whole };

    const { resolved, among } = await this.containing(listing, text);
    return { resolved, ...upToLimit(await this.queries.count(resolved)), among };
  }

  /** The listing of the orders that the text identifies; undefined when it identifies none. */
  private async named({ text: _text, ...plain }: Listing, text: string): Promise<Listing | undefined> {
    const ids = await this.queries.named(text, plain);
    return ids.length > 0 ? { ...plain, ids } : undefined;
  }

  /** The listing of the orders that contain the text. Without a trigram it is looked for in the newest orders only. */
  private async containing(listing: Listing, text: string): Promise<{ resolved: Listing; among: number | null }> {
    const isScanned = !hasTrigrams(text) || (await this.isTooFrequent(listing));
    if (!isScanned) return { resolved: listing, among: null };

    const { text: _text, ...plain } = listing;
    const among = (await this.candidates(plain)) > searchDepth ? searchDepth : null;
    return { resolved: { ...listing, newest: searchDepth }, among };
  }

  /**
   * The orders that the filters of a list let through: among those that an index has for one of the filters, else among
   * the first `searchDepth` of the list (docs/screens.md#filters).
   */
  private async filtered(listing: Listing): Promise<HowMany & { resolved: Listing; candidates: number }> {
    const resolved = isNarrow(listing) ? listing : { ...listing, newest: searchDepth };
    const [n, candidates] = await Promise.all([this.queries.count(resolved), this.candidates(listing)]);
    return { resolved, candidates, ...upToLimit(n), among: candidates > searchDepth ? searchDepth : null };
  }

  /** How many orders the filters are compared with; without filters, how many the list has. Beyond `searchDepth` any number. */
  private candidates(listing: Listing): Promise<number> {
    return listing.chosen ? this.queries.candidates(listing) : this.queries.count(listing);
  }

  /** Whether a text with filters is in so many orders that they can't all be compared with the filters. */
  private async isTooFrequent({ chosen, ...listing }: Listing): Promise<boolean> {
    return chosen !== undefined && (await this.queries.count(listing)) > exactTotalLimit;
  }

  private async listing(staff: Staff, name: string, { month, userName, searchVal, ...asked }: Asked): Promise<Listing> {
    if (!isQueueName(name)) throw new Refused('There is no such queue.', 404);
    const { filter, see } = queueRows[name];
    if (!can(staff.type, see)) throw Refused.notAllowed();
    refuseFilters(staff.type, asked);
    const memberId = await this.whose(staff, userName);
    const filters = filtersIn(asked);
    const about = { memberId, today: kualaLumpurToday(), brands: this.env.brands };
    return {
      filter,
      memberId,
      months: name === 'futureOrder' && month ? monthsOfTile(month) : undefined,
      chosen: Object.keys(filters).length > 0 ? { filters, about } : undefined,
      text: searchLetters(searchVal ?? '') || undefined,
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

/** All orders were searched, and all that were found are counted. */
const whole = { more: false, among: null };

function upToLimit(n: number): { total: number; more: boolean } {
  const more = n > exactTotalLimit;
  return { total: more ? exactTotalLimit : n, more };
}

/** Of more orders that a filter's index has, a page is looked for in the list's own order instead of sorting them. */
const mostCollected = 2_000;
/** How many rows one query of an export reads. */
const exportBatch = 2_000;

/** Too many matches of a text to sort: the list is scanned newest first instead. */
function planned(listing: Listing, { more }: HowMany, sorting: Sorting = newestFirst): [Listing, Sorting] {
  return more && listing.text !== undefined ? [{ ...listing, plan: 'scan' }, newestFirst] : [listing, sorting];
}

function startOf({ offset, cursor }: Slice, sorting: Sorting): Start {
  const after = cursor === undefined ? undefined : fromCursor(cursor, sorting);
  return after ? { after } : { offset };
}

function batchOf(rows: RowFacts[], start: Start, limit: number, sorting: Sorting): Batch {
  return { data: rows.map(toRow), next: nextAfter(rows, sorting, limit), goesOn: 'after' in start };
}

/** The cursor for the rows after a full page; null when the page was not full. */
function nextAfter(rows: RowFacts[], sorting: Sorting, limit: number): string | null {
  const last = rows[limit - 1];
  return last ? toCursor(last, sorting) : null;
}
