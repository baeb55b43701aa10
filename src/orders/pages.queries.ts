import { joined, literal, type Sql, sql } from '../database/sql.js';
import { type Cursor, type Listing, ordering, type Page, sortColumns, type Sorting } from './listing.queries.js';
import { foundOf, heldNewest, scannedOf } from './matches.queries.js';

/**
 * One page of a list: its ids, or other columns of its orders. After a row whose column may be NULL it consists of two index
 * ranges and returns up to `limit` rows of each.
 */
export function pageOf(listing: Listing, sorting: Sorting, page: Page, selected?: Sql): Sql {
  const isCollected =
    listing.ids !== undefined ||
    (listing.text !== undefined && (listing.plan !== 'scan' || listing.newest !== undefined));
  const isPlain = selected === undefined && sorting.sort === 'create_ts';
  const source = (isPlain && heldNewest(listing)) || scannedOf(listing);
  if (!isCollected) return pageFrom(source, sorting, page, selected);
  // OFFSET 0 keeps the planner from reading the list in its order, which for a rare text would read all of it.
  return pageOfFound(sql`(${foundOf(listing)} OFFSET 0)`, sorting, page, selected);
}

/** One page of the orders that were found. @param found a table of their `id` and `create_ts` */
export function pageOfFound(found: Sql, sorting: Sorting, page: Page, selected?: Sql): Sql {
  const isInOrder = selected === undefined && (sorting.sort === 'create_ts' || sorting.sort === 'order_id');
  const source = isInOrder
    ? sql`${found} o WHERE true`
    : sql`(SELECT o.* FROM orders o WHERE o.id = ANY(ARRAY(SELECT found.id FROM ${found} found)) OFFSET 0) o WHERE true`;
  return pageFrom(source, sorting, page, selected);
}

function pageFrom(source: Sql, sorting: Sorting, { start, limit }: Page, selected: Sql = sql`o.id`): Sql {
  // Literals, because PostgreSQL plans for a tenth of the list when it doesn't know how many rows are wanted.
  const skipped = 'offset' in start && start.offset > 0 ? literal(` OFFSET ${start.offset}`) : sql``;
  const ranges = 'after' in start ? rangesAfter(start.after, sorting) : [sql`true`];
  const pages = ranges.map(
    (range) =>
      sql`(SELECT ${selected} FROM ${source} AND ${range} ORDER BY ${ordering(sorting)} LIMIT ${literal(String(limit))}${skipped})`,
  );
  return joined(pages, ' UNION ALL ');
}

/**
 * The conditions for the rows after a row: one index range, or two for a column with NULLs, which PostgreSQL sorts as the
 * highest.
 */
function rangesAfter({ sorted, id }: Cursor, { sort, dir }: Sorting): Sql[] {
  const { column, type, nullable } = sortColumns[sort];
  const isRising = dir === 'asc';
  const further = isRising ? sql`>` : sql`<`;
  const idFurther = sql`o.id ${further} ${id}::int`;
  if (sort === 'order_id') return [idFurther];
  if (sorted === null) {
    const empty = sql`${column} IS NULL AND ${idFurther}`;
    return isRising ? [empty] : [empty, sql`${column} IS NOT NULL`];
  }
  const filled = sql`(${column}, o.id) ${further} (${sorted}::${type}, ${id}::int)`;
  return nullable && isRising ? [filled, sql`${column} IS NULL`] : [filled];
}
