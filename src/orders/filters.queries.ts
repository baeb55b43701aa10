import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { cardVerdict } from '../database/card-verdict.js';
import { joined, literal, type Sql, sql } from '../database/sql.js';
import type { Brand } from '../shared/brands.js';
import { cardDoubts } from '../shared/card-verdicts.js';
import { searchDepth } from '../shared/limits.js';
import { mailKindsWhere, type MailState } from '../shared/mail-kinds.js';
import { sameNationality } from '../platform/nationality-codes.js';
import { disputeStatesOf, type FilterName, filterNames, type Filters } from '../shared/order-filters.js';
import type { Standing } from '../shared/standing.js';

/** What the filters of a list need: the member that `me` stands for, today in Kuala Lumpur, and the brands. */
type About = { memberId: number; today: string; brands: readonly Brand[] };
export type Chosen = { filters: Filters; about: About };

type FilterSql = {
  /** The condition on the order `o`. */
  is: (value: string, about: About) => Sql;
  /** The ids of the orders that can fulfil it, where an index has them and they are few. */
  ids?: (value: string, about: About) => Sql | undefined;
  /** Whether each of these ids fulfils it, so that the condition need not be asked of them. */
  exact?: true;
  /** Whether an index of orders serves the condition itself. */
  indexed?: true;
};

const cardKinds = mailKindsWhere(({ card }) => card);
/** Few mails stay in these states. */
const fewMails: readonly string[] = ['queued', 'deferred', 'bounced', 'complained', 'failed'] satisfies MailState[];

const isDoubt = (verdict: string) => cardDoubts.some((doubt) => doubt === verdict);

/** Whether the order `o` has this mark (src/shared/inbox-marks.ts, card-verdicts.ts), and the orders that have it. */
const hasMark = (mark: string) => sql`EXISTS (SELECT FROM inbox_marks i WHERE i.order_id = o.id AND i.mark = ${mark})`;
const marked = (mark: string) => sql`SELECT i.order_id FROM inbox_marks i WHERE i.mark = ${mark}`;

/** The days of a due card `c` with each standing, from today (src/shared/standing.ts). */
const dueDays: Record<Exclude<Standing, 'safe'>, (today: string) => Sql> = {
  late: (today) => sql`c.doa <= ${today}::date`,
  'at risk': (today) => sql`c.doa = ${today}::date + 1`,
  today: (today) => sql`c.doa = ${today}::date + 2 AND c.listed_from <= ${today}::date`,
  open: (today) => sql`c.doa > ${today}::date + 2 AND c.listed_from <= ${today}::date`,
  waits: (today) => sql`c.doa > ${today}::date + 1 AND c.listed_from > ${today}::date`,
};

/** The orders whose due card has a standing other than `safe`. */
const due = (standing: string, today: string) =>
  sql`SELECT c.order_id FROM cards_due c WHERE ${dueDays[standing as keyof typeof dueDays](today)}`;

/** The SQL of each filter (docs/screens.md#filters). */
const filterSql: Record<FilterName, FilterSql> = {
  mode: { is: (mode) => sql`o.processing_mode = ${`${mode} ${mode === 'Future' ? 'Order ' : ''}Processing`}` },
  arrivalFrom: { is: (day) => sql`o.doa >= ${day}::date`, indexed: true },
  arrivalTo: { is: (day) => sql`o.doa <= ${day}::date`, indexed: true },
  nationality: { is: (code) => sql`o.nationality = ANY(${sameNationality(code)}::text[])` },
  holder: {
    // OFFSET 0: the holds are read once, and not looked up for each of up to 50,000 orders
    is: (holder, about) =>
      holder === 'nobody'
        ? sql`NOT EXISTS (SELECT FROM (SELECT order_id FROM holds OFFSET 0) h WHERE h.order_id = o.id)`
        : sql`EXISTS (SELECT FROM (${held(holder, about)} OFFSET 0) h WHERE h.order_id = o.id)`,
    ids: (holder, about) => (holder === 'nobody' ? undefined : held(holder, about)),
  },
  gateway: { is: (id) => sql`o.gateway_id = ${Number(id)}` },
  brand: { is: (key, { brands }) => ofBrand(key, brands) },
  checks: {
    // A literal, so that the partial index of these orders can be used.
    is: (check) => sql`${literal(`o.checks <> '{}'`)} AND (${check} = 'any' OR ${check} = ANY(o.checks))`,
    indexed: true,
  },
  marked: {
    is: (value) => {
      if (value === 'submit again') return sql`o.submit_again`;
      if (value === 'request')
        return sql`EXISTS (SELECT FROM order_requests r WHERE r.order_id = o.id AND r.handled_at IS NULL)`;
      return hasMark(value);
    },
    ids: (value) => {
      if (value === 'submit again') return undefined;
      if (value === 'request') return sql`SELECT DISTINCT r.order_id FROM order_requests r WHERE r.handled_at IS NULL`;
      return marked(value);
    },
  },
  dispute: {
    is: (value) => {
      const disputed = sql`EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.state = ANY(${disputeStatesOf(value === 'none' ? 'any' : value)}))`;
      return value === 'none' ? sql`NOT ${disputed}` : disputed;
    },
    ids: (value) =>
      value === 'none'
        ? undefined
        : sql`SELECT d.order_id FROM disputes d WHERE d.state = ANY(${disputeStatesOf(value)})`,
  },
  mail: {
    is: (state) => {
      const newest = sql`SELECT m.state FROM mails m WHERE m.order_id = o.id AND m.kind = ANY(${cardKinds}) ORDER BY m.id DESC LIMIT 1`;
      return state === 'none' ? sql`NOT EXISTS (${newest})` : sql`(${newest}) = ${state}`;
    },
    ids: (state) =>
      fewMails.includes(state)
        ? sql`SELECT m.order_id FROM mails m WHERE m.state = ${literal(`'${state}'`)} AND m.order_id IS NOT NULL`
        : undefined,
  },
  card: {
    is: (verdict) => {
      if (verdict === 'none') return sql`${literal(cardVerdict)} IS NULL`;
      return isDoubt(verdict) ? hasMark(verdict) : sql`${literal(cardVerdict)} = ${verdict}`;
    },
    ids: (verdict) => (isDoubt(verdict) ? marked(verdict) : undefined),
  },
  standing: {
    // OFFSET 0: the due cards are read once, and not looked up for each of up to 50,000 orders
    is: (standing, { today }) =>
      standing === 'safe'
        ? sql`NOT EXISTS (SELECT FROM (SELECT order_id FROM cards_due OFFSET 0) c WHERE c.order_id = o.id)`
        : sql`EXISTS (SELECT FROM (${due(standing, today)} OFFSET 0) c WHERE c.order_id = o.id)`,
    // Most due cards wait, so their ids would not be few.
    ids: (standing, { today }) => (standing === 'safe' || standing === 'waits' ? undefined : due(standing, today)),
    exact: true,
  },
};

/** The orders that a member, or anybody, holds. */
function held(holder: string, { memberId }: About): Sql {
  const member = holder === 'me' ? memberId : Number(holder);
  return sql`SELECT h.order_id FROM holds h WHERE ${holder === 'anybody' ? sql`true` : sql`h.member_id = ${member}`}`;
}

/** The orders of a brand's domains; of the first brand, those of every domain that no other brand lists (brands.ts). */
function ofBrand(key: string, brands: readonly Brand[]): Sql {
  const domain = sql`regexp_replace(regexp_replace(lower(o.landing_domain), '^www\\.', ''), ':[0-9]+$', '')`;
  const [first, ...others] = brands;
  if (key === first?.key) return sql`NOT ${domain} = ANY(${others.flatMap(({ domains }) => domains)}::text[])`;
  return sql`${domain} = ANY(${brands.find((brand) => brand.key === key)?.domains ?? []}::text[])`;
}

const set = ({ filters }: Chosen) => filterNames.filter((name) => filters[name] !== undefined);

/** The conditions of the chosen filters on the orders `o` that an index of orders serves. */
export function indexedConditions(chosen: Chosen): Sql[] {
  return set(chosen)
    .filter((name) => filterSql[name].indexed)
    .map((name) => condition(chosen, name));
}

/** The conditions of the chosen filters on the orders `o`, or on those of `idsOf`. */
export function conditionsOf(chosen: Chosen, on: 'orders' | 'ids'): Sql[] {
  return set(chosen)
    .filter((name) => on === 'orders' || !(filterSql[name].exact && name === filterOfIds(chosen)))
    .map((name) => condition(chosen, name));
}

function condition({ filters, about }: Chosen, name: FilterName): Sql {
  return filterSql[name].is(filters[name]!, about);
}

/** Whether the days of arrival are filtered: then the list is looked through by arrival. */
export function isByArrival({ filters }: Chosen): boolean {
  return filters.arrivalFrom !== undefined || filters.arrivalTo !== undefined;
}

/** The ids among which the orders of the chosen filters are, from one of the filters; undefined when none has them. */
export function idsOf(chosen: Chosen, most: number = searchDepth): Sql | undefined {
  const name = filterOfIds(chosen);
  return name && sql`${filterSql[name].ids!(chosen.filters[name]!, chosen.about)!} LIMIT ${literal(String(most))}`;
}

/** Whether the ids of `idsOf` are the orders that all chosen filters let through. */
export function isOfIdsAlone(chosen: Chosen): boolean {
  return idsOf(chosen) !== undefined && conditionsOf(chosen, 'ids').length === 0;
}

function filterOfIds(chosen: Chosen): FilterName | undefined {
  return set(chosen).find((name) => filterSql[name].ids?.(chosen.filters[name]!, chosen.about));
}

export function allOf(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : joined(conditions, ' AND ');
}

/** The names of what filters are about. */
@Injectable()
export class FiltersQueries {
  constructor(private readonly database: DataSource) {}

  gateways(): Promise<{ id: number; name: string }[]> {
    return this.database.query('SELECT id, gateway_name AS name FROM gateways ORDER BY id');
  }

  /** The members, in the order they joined. */
  members(): Promise<{ id: number; name: string }[]> {
    return this.database.query(
      'SELECT id, name FROM members WHERE deleted_at IS NULL AND deactivated_at IS NULL ORDER BY id',
    );
  }
}
