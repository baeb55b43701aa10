import { literal, type Sql, sql } from './sql.js';

/**
 * In which order orders are worked: the nearest arrival first. Orders whose day of arrival has passed come behind all
 * others, the latest first, because less can still be saved there.
 * @param row the alias of a row with `id` and `doa`
 * @param today the day in Kuala Lumpur, YYYY-MM-DD
 * @param rank what comes first of equal arrivals; without one the oldest order
 */
export function inWorkOrder(row: 'o' | 'l', today: string, rank?: 'rank'): Sql {
  const [id, doa] = [literal(`${row}.id`), literal(`${row}.doa`)];
  const day = sql`${today}::date`;
  const ranked = rank ? sql`${literal(rank)}, ` : literal('');
  return sql`${doa} < ${day}, abs(${doa} - ${day}), ${ranked}CASE WHEN ${doa} < ${day} THEN -${id} ELSE ${id} END`;
}

/**
 * A page of a list, as its orders are worked. An index over `doa` and the id gives both halves, and no more rows are read
 * than up to the end of the page.
 * @param list a statement that selects `id` and `doa`
 */
export function pageToWork(list: Sql, today: string, limit: number, offset = 0): Sql {
  const most = offset + limit;
  // the passed ones have a second limit, that the planner knows before
  return sql`SELECT l.id, l.doa FROM (
      WITH coming AS MATERIALIZED (
        SELECT id, doa FROM (${list}) listed WHERE doa >= ${today}::date ORDER BY doa, id LIMIT ${most}
      ), passed AS (
        SELECT id, doa FROM (${list}) listed WHERE doa < ${today}::date ORDER BY doa DESC, id DESC LIMIT ${most}
      )
      SELECT id, doa FROM coming
      UNION ALL (SELECT id, doa FROM passed LIMIT greatest(0, ${most}::int - (SELECT count(*) FROM coming)))
    ) l ORDER BY ${inWorkOrder('l', today)} LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * The orders before and after this one in a list that goes as orders are worked, as `beside` gives them. The list needn't
 * have this one any more.
 * @param list as for `pageToWork`
 */
export function besideToWork(orderId: number, list: Sql, today: string): Sql {
  const day = sql`${today}::date`;
  const here = sql`(h.doa, h.id)`;
  return sql`SELECT coalesce(passed_before.id, coming_before.id) AS "previousOrder", NULL::int AS "previousRow",
      coalesce(coming_after.id, passed_after.id) AS "nextOrder", NULL::int AS "nextRow"
    FROM (SELECT id, doa FROM orders WHERE id = ${orderId}) h
      LEFT JOIN LATERAL (SELECT id FROM (${list}) l WHERE h.doa >= ${day} AND (doa, id) > ${here}
        ORDER BY doa, id LIMIT 1) coming_after ON true
      LEFT JOIN LATERAL (SELECT id FROM (${list}) l WHERE doa < ${day} AND (doa, id) < ${here}
        ORDER BY doa DESC, id DESC LIMIT 1) passed_after ON true
      LEFT JOIN LATERAL (SELECT id FROM (${list}) l WHERE doa < ${day} AND (doa, id) > ${here}
        ORDER BY doa, id LIMIT 1) passed_before ON true
      LEFT JOIN LATERAL (SELECT id FROM (${list}) l WHERE doa >= ${day} AND (h.doa < ${day} OR (doa, id) < ${here})
        ORDER BY doa DESC, id DESC LIMIT 1) coming_before ON true`;
}
