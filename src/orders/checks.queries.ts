import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../database/order.entity.js';
import { literal, sql } from '../database/sql.js';
import { type CheckId, checkIds } from '../shared/order-checks.js';
import { allStatuses, settledStatuses } from '../shared/order-statuses.js';
import { isOpen, queued } from './listing.queries.js';

type Required =
  | 'fullName'
  | 'passportNo'
  | 'passportExpiry'
  | 'dob'
  | 'sex'
  | 'nationality'
  | 'doa'
  | 'contactEmailAddress';
type Optional =
  | 'id'
  | 'mrz'
  | 'dod'
  | 'modeOfTravel'
  | 'postCode'
  | 'phoneCode'
  | 'phoneNumber'
  | 'placeOfBirth'
  | 'flightDetail'
  | 'lastPortEmbarkation'
  | 'embarkationCountry'
  | 'accommodationType'
  | 'accommodationOfStay'
  | 'address'
  | 'address2'
  | 'state'
  | 'city'
  | 'formChoices';

/** A day of arrival as `orders_same_journey` has it. */
const dayOf = (column: 'doa' | 'arrival') => literal(`${column} - DATE '2000-01-01'`);

const openStatuses = allStatuses.filter((status) => !settledStatuses.includes(status));

/** What the checks need of an order. */
export type CheckedOrder = Pick<Order, Required> & { [Field in Optional]?: Order[Field] | null | undefined };

/** An order of a batch, with the checks that it failed last. */
type OpenOrder = CheckedOrder & Pick<Order, 'id' | 'version' | 'checks'>;

@Injectable()
export class ChecksQueries {
  constructor(private readonly database: DataSource) {}

  /** The indexes of those orders whose passport and arrival an open order has too. */
  async doubled(orders: CheckedOrder[], manager: EntityManager = this.database.manager): Promise<Set<number>> {
    if (orders.length === 0) return new Set();
    const { text, values } = sql`
      SELECT ordinal::int - 1 AS index
      FROM unnest(${orders.map(({ passportNo }) => passportNo)}::text[], ${orders.map(({ doa }) => doa)}::date[],
        ${orders.map(({ id }) => id ?? 0)}::int[]) WITH ORDINALITY AS asked (passport, arrival, own, ordinal)
      WHERE EXISTS (
        SELECT FROM orders WHERE passport_no = passport AND ${dayOf('doa')} = ${dayOf('arrival')} AND id <> own AND ${isOpen}
      )`;
    const rows = await manager.query<{ index: number }[]>(text, values);
    return new Set(rows.map(({ index }) => index));
  }

  /**
   * Marks the open orders of these journeys as ordered twice, or takes the mark from those that are alone. An order that
   * somebody changes at this moment is left to the job.
   */
  async markDoubled(journeys: Pick<Order, 'passportNo' | 'doa'>[], manager: EntityManager): Promise<void> {
    const doubled: CheckId = 'doubled';
    const { text, values } = sql`
      WITH alike AS (
        SELECT id, checks, count(*) OVER (PARTITION BY passport_no, doa) > 1 AS is_doubled
        FROM orders JOIN (
          SELECT DISTINCT passport, arrival
          FROM unnest(${journeys.map(({ passportNo }) => passportNo)}::text[], ${journeys.map(({ doa }) => doa)}::date[])
            AS asked (passport, arrival)
        ) asked ON passport_no = passport AND ${dayOf('doa')} = ${dayOf('arrival')}
        WHERE ${isOpen}
      ), free AS (
        SELECT o.id, a.is_doubled FROM orders o JOIN alike a ON a.id = o.id
        WHERE a.is_doubled <> (${doubled} = ANY(a.checks)) ORDER BY o.id FOR UPDATE OF o SKIP LOCKED
      )
      UPDATE orders o SET checks = CASE WHEN f.is_doubled THEN (
          SELECT array_agg(one ORDER BY array_position(${checkIds}::text[], one))
          FROM unnest(array_remove(o.checks, ${doubled}) || ${doubled}::text) one
        ) ELSE array_remove(o.checks, ${doubled}) END
      FROM free f WHERE o.id = f.id`;
    await manager.query(text, values);
  }

  /** The next orders after this id that are not settled, by id. */
  open(after: number, most: number): Promise<OpenOrder[]> {
    const { text, values } = sql`
      SELECT id, version, checks, full_name AS "fullName", passport_no AS "passportNo",
        passport_expiry::text AS "passportExpiry", nationality, dob::text, sex, doa::text, dod::text, mrz, mode_of_travel AS "modeOfTravel",
        post_code AS "postCode", place_of_birth AS "placeOfBirth", flight_detail AS "flightDetail",
        last_port_embarkation AS "lastPortEmbarkation", embarkation_country AS "embarkationCountry",
        accommodation_type AS "accommodationType", accommodation_of_stay AS "accommodationOfStay", address, address2, state, city,
        form_choices AS "formChoices",
        phone_code AS "phoneCode", phone_number AS "phoneNumber", contact_email_address AS "contactEmailAddress"
      FROM unnest(${openStatuses}::text[]) status CROSS JOIN LATERAL (
        SELECT o.* FROM ${queued} q JOIN orders o ON o.id = q.id AND o.erased_at IS NULL
        WHERE q.process_status = status AND q.id > ${after} ORDER BY q.id LIMIT ${most}
      ) next ORDER BY id LIMIT ${most}`;
    return this.database.query(text, values);
  }

  /** Writes what orders fail, unless they were changed since they were read. Returns how many were written. */
  async save(found: { id: number; version: number; checks: CheckId[] }[]): Promise<number> {
    const [, written] = await this.database.query<[unknown[], number]>(
      `UPDATE orders o SET checks = f.checks
       FROM json_to_recordset($1) AS f (id int, version int, checks text[])
       WHERE o.id = f.id AND o.version = f.version`,
      [JSON.stringify(found)],
    );
    return written;
  }

  /** Clears what settled orders failed, so that no list shows it. Returns how many were written, in batches. */
  async clearSettled(most: number): Promise<number> {
    let all = 0;
    for (;;) {
      const { text, values } = sql`
        UPDATE orders SET checks = '{}' WHERE id IN (
          SELECT id FROM ${queued} WHERE checks <> '{}' AND NOT (${isOpen}) LIMIT ${most}
        )`;
      const [, written] = await this.database.query<[unknown[], number]>(text, values);
      all += written;
      if (written < most) return all;
    }
  }
}
