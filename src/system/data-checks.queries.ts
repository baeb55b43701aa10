import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isSettled } from '../database/settled.js';
import { literal, type Sql, sql } from '../database/sql.js';
import { belongsToNoRow, ownFileKinds } from '../database/stored-files.js';
import { silentJobs } from '../database/silent-jobs.js';
import type { Kept } from '../platform/storage.js';
import { type DataCheckName, dataCheckNames } from '../shared/data-checks.js';

/** A fault: the order it is about, or null, and what is wrong. */
export type Fault = { orderId: number | null; what: string };
export type Found = { found: number; faults: Fault[] };
export type LastRun = { name: DataCheckName; found: number; error: string | null; ranAt: Date };

/** How many faults of a check are kept. */
const kept = 50;
/** How many stored files are written down at once. */
const filesAtOnce = 1_000;
/** A mail, a card or a file that is younger may be on its way. */
const onItsWay = "interval '10 minutes'";
const today = "(now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date";

/** What `queued_orders` has of an order. */
function queuedAs(row: string): string {
  const columns = `process_status create_ts process_month doa processing_date refund_date full_name contact_email_address
    processing_mode nationality gateway_id landing_domain checks submit_again outdated_card`;
  return `(${columns
    .split(/\s+/)
    .map((column) => `${row}.${column}`)
    .join(', ')})`;
}

/** The status of a settled order: of an open one the search only has that it is open. */
function settledAs(row: string): string {
  return `CASE WHEN ${isSettled(`${row}.process_status`)} THEN ${row}.process_status END`;
}

/** A tally against the rows that it counts: the sums of each key, where they differ. */
function difference(tally: string, keys: string, counted: string): Sql {
  return literal(`
    SELECT NULL::integer AS "orderId",
      format('%s: the tally says %s, there are %s', concat_ws(', ', ${keys}), sum(told), sum(there)) AS what
    FROM (SELECT ${keys}, n AS told, 0 AS there FROM ${tally} UNION ALL ${counted}) sides
    GROUP BY ${keys} HAVING sum(told) <> sum(there)`);
}

/**
 * The SQL of each check (docs/operations.md#the-integrity-check): a row for each fault, with `orderId` and `what`. To
 * add one, add a row here and its sentence in shared/data-checks.ts. `stored` has the key and the time of every stored
 * file.
 */
const checks: Record<DataCheckName, Sql> = {
  'completed-without-card': literal(`
    SELECT o.id AS "orderId", 'Completed' || coalesce(' by ' || o.processed_by, '') AS what FROM queued_orders q JOIN orders o ON o.id = q.id
    WHERE q.process_status = 'Completed' AND NOT EXISTS (SELECT FROM documents d WHERE d.order_id = o.id)
      AND NOT EXISTS (SELECT FROM card_outcomes c WHERE c.order_id = o.id)
    ORDER BY o.id DESC`),
  'card-without-mail': literal(`
    SELECT d.order_id AS "orderId", d.file1 AS what FROM documents d
    WHERE d.create_ts < now() - ${onItsWay} AND NOT EXISTS (SELECT FROM mails m WHERE m.document_id = d.id)
    ORDER BY d.id DESC`),
  'paid-but-pending': literal(`
    SELECT id AS "orderId", 'paid on ' || to_char(paid_at AT TIME ZONE 'UTC', 'FMDD Mon YYYY, HH24:MI "UTC"') AS what
    FROM queued_orders q JOIN orders o USING (id) WHERE q.process_status = 'Pending' AND paid_at IS NOT NULL ORDER BY id DESC`),
  // of orders with further charges the database's own function counts
  'refund-sum': literal(`
    SELECT coalesce(o.id, given.order_id) AS "orderId", coalesce(o.refund_amount::text, 'nothing') || ' on the order, ' || coalesce(given.amount::text, 'nothing')
      || ' in its refunds' AS what
    FROM (SELECT f.order_id, CASE WHEN bool_or(f.amount IS NULL) THEN max(p.amount) ELSE sum(f.amount) END AS amount,
          CASE WHEN bool_or(f.is_whole OR f.amount IS NULL) THEN max(f.at) END AS closed_at, max(f.at) AS at
        FROM refunds f JOIN orders p ON p.id = f.order_id WHERE f.state = 'done' GROUP BY f.order_id) given
      FULL JOIN (SELECT * FROM orders WHERE refund_date IS NOT NULL OR refund_amount IS NOT NULL) o ON o.id = given.order_id
    WHERE NOT EXISTS (SELECT FROM order_charges c WHERE c.order_id = coalesce(o.id, given.order_id)) AND (o.refund_amount, o.refund_date) IS DISTINCT FROM
      (given.amount, CASE WHEN given.amount >= o.amount THEN given.at ELSE given.closed_at END)
    UNION ALL
    SELECT o.id, coalesce(o.refund_amount::text, 'nothing') || ' on the order, ' || coalesce(s.amount::text, 'nothing')
      || ' in the refunds of its charges'
    FROM (SELECT DISTINCT order_id FROM order_charges) c JOIN orders o ON o.id = c.order_id, sum_of_refunds(o.id) s
    WHERE (o.refund_amount, o.refund_date) IS DISTINCT FROM (s.amount, s.at)
    ORDER BY "orderId" DESC`),
  'refunded-too-much': literal(`
    SELECT o.id AS "orderId", given.sum || ' of ' || coalesce(c.amount, o.amount) || coalesce(', charge ' || c.transaction_id, '') AS what
    FROM (SELECT order_id, charge_id, sum(amount) AS sum FROM refunds WHERE state = 'done' GROUP BY order_id, charge_id) given
      JOIN orders o ON o.id = given.order_id LEFT JOIN order_charges c ON c.id = given.charge_id
    WHERE given.sum > CASE WHEN given.charge_id IS NULL THEN o.amount ELSE c.amount END ORDER BY o.id DESC`),
  'refunded-outside-refunds': literal(`
    SELECT id AS "orderId", 'in ' || process_status AS what FROM orders
    WHERE refund_date IS NOT NULL AND process_status <> 'Refunds'
      AND NOT (process_status = 'Deleted' AND status_before_delete IS NOT DISTINCT FROM 'Refunds')
    ORDER BY id DESC`),
  'refund-failed': literal(`
    SELECT order_id AS "orderId", 'since ' || to_char(create_ts AT TIME ZONE 'UTC', 'FMDD Mon YYYY, HH24:MI "UTC"') AS what
    FROM inbox_marks WHERE mark = 'returned' AND create_ts < now() - interval '24 hours' ORDER BY order_id DESC`),
  'paid-but-deleted': literal(`
    SELECT o.id AS "orderId", 'paid on ' || to_char(o.paid_at AT TIME ZONE 'UTC', 'FMDD Mon YYYY, HH24:MI "UTC"') AS what
    FROM queued_orders q JOIN orders o USING (id)
    WHERE q.process_status = 'Deleted' AND o.paid_at IS NOT NULL AND o.refund_date IS NULL ORDER BY o.id DESC`),
  'held-long': literal(`
    SELECT h.order_id AS "orderId", m.name || ' since ' || to_char(h.held_since AT TIME ZONE 'UTC', 'FMDD Mon YYYY, HH24:MI "UTC"') AS what
    FROM holds h JOIN members m ON m.id = h.member_id
    WHERE h.is_open AND h.held_since < now() - interval '24 hours' ORDER BY h.held_since`),
  'future-past-its-day': literal(`
    SELECT id AS "orderId", 'its day was ' || processing_date AS what FROM queued_orders
    WHERE process_status = 'Future' AND processing_date < ${today} ORDER BY processing_date`),
  'queue-tally': difference(
    'queue_counts',
    'process_status, process_month',
    `SELECT process_status, CASE WHEN process_status = 'Future' THEN process_month END, 0, 1 FROM orders`,
  ),
  'country-tally': difference(
    'country_tally',
    'day, nationality, processing_mode',
    `SELECT (create_ts AT TIME ZONE 'UTC')::date, nationality, processing_mode, 0, 1 FROM orders WHERE process_status <> 'Deleted'`,
  ),
  'processed-tally': difference(
    'processed_tally',
    'day, processed_by',
    `SELECT (processed_at AT TIME ZONE 'UTC')::date, processed_by, 0, 1 FROM orders
     WHERE processed_by IS NOT NULL AND processed_at IS NOT NULL`,
  ),
  'board-tally': difference('board_tally', 'listed_from', 'SELECT listed_from, 0, 1 FROM cards_due'),
  // the days of the last month, of which one that is marked is still to be counted; and the sums of the months
  statistics: literal(`
    SELECT NULL::integer AS "orderId", to_char(d.day, 'YYYY-MM-DD') AS what FROM statistic_days d
    WHERE d.day BETWEEN ${today} - 31 AND ${today} AND NOT EXISTS (SELECT FROM statistic_marks m WHERE m.day = d.day)
      AND (SELECT to_jsonb(s) FROM daily_statistics s WHERE s.dimension = 'all' AND s.day = d.day) IS DISTINCT FROM
        (SELECT to_jsonb(c) FROM count_statistics(d.day, d.day) c WHERE c.dimension = 'all')
    UNION ALL
    SELECT NULL, to_char(m.month, 'YYYY-MM') FROM statistic_months m
    WHERE (SELECT to_jsonb(s) FROM monthly_statistics s WHERE s.dimension = 'all' AND s.month = m.month) IS DISTINCT FROM
      (SELECT to_jsonb(c) FROM month_statistics(m.month) c WHERE c.dimension = 'all')
    ORDER BY what DESC`),
  // the narrow tables that triggers keep
  'search-row': literal(`
    SELECT o.id AS "orderId", CASE WHEN s.id IS NULL THEN 'it is not found' WHEN o.id IS NULL THEN s.id || ' is no order'
      ELSE 'it is found as it was' END AS what
    FROM orders o FULL JOIN order_search s ON s.id = o.id
    WHERE (s.create_ts, ${settledAs('s')}, s.process_month, s.full_name, s.passport_no, s.search_text) IS DISTINCT FROM
      (o.create_ts, ${settledAs('o')}, o.process_month, o.full_name, o.passport_no, search_text_of(o.id, o.full_name,
        o.contact_email_address, o.phone_code || o.phone_number, o.passport_no, o.transaction_id))`),
  'queue-row': literal(`
    SELECT o.id AS "orderId", CASE WHEN q.id IS NULL THEN 'it is in no list' WHEN o.id IS NULL THEN q.id || ' is no order'
      ELSE 'the list has it as it was' END AS what
    FROM orders o FULL JOIN queued_orders q ON q.id = o.id
    WHERE ${queuedAs('q')} IS DISTINCT FROM ${queuedAs('o')}`),
  'hold-row': literal(`
    SELECT o.id AS "orderId", CASE WHEN h.order_id IS NULL THEN 'it is held, and in nobody’s list'
      WHEN o.id IS NULL THEN h.order_id || ' is held by nobody' ELSE 'the list has another holder, time or state' END AS what
    FROM (SELECT * FROM orders WHERE held_by IS NOT NULL) o FULL JOIN holds h ON h.order_id = o.id
    WHERE (h.member_id, h.held_since, h.create_ts, h.is_open) IS DISTINCT FROM
      (o.held_by, o.held_since, o.create_ts, NOT ${isSettled('o.process_status')})`),
  'row-without-file': literal(`
    SELECT "orderId", what FROM (
      SELECT order_id AS "orderId", 'card ' || file1 AS what, storage_key AS key, create_ts FROM documents
        WHERE erased_at IS NULL
      UNION ALL SELECT order_id, 'received mail ' || id, storage_key, create_ts FROM inbound_mails WHERE erased_at IS NULL
      UNION ALL SELECT order_id, 'received file ' || name, storage_key, create_ts FROM inbound_files WHERE erased_at IS NULL
      UNION ALL SELECT order_id, 'pack ' || id, storage_key, create_ts FROM packs WHERE state = 'ready' AND storage_key IS NOT NULL
      UNION ALL SELECT order_id, 'attachment of mail ' || id, attachment_key, create_ts FROM mails
        WHERE attachment_key IS NOT NULL AND kind IN (${ownFileKinds})) rows
    WHERE create_ts < now() - ${onItsWay} AND NOT EXISTS (SELECT FROM stored s WHERE s.key = rows.key)`),
  'file-without-row': literal(`
    SELECT NULL::integer AS "orderId", key AS what FROM stored
    WHERE since < now() - interval '1 day' AND ${belongsToNoRow}`),
  'held-by-nobody': literal(`
    SELECT h.order_id AS "orderId", m.name || CASE WHEN m.deleted_at IS NULL THEN ' is deactivated' ELSE ' is deleted' END AS what
    FROM holds h JOIN members m ON m.id = h.member_id
    WHERE m.deleted_at IS NOT NULL OR m.deactivated_at IS NOT NULL`),
  definition: literal(`
    SELECT NULL::integer AS "orderId", format('%s %s %s', kind, name,
      CASE WHEN k.md5 IS NULL THEN 'was added' WHEN l.md5 IS NULL THEN 'is missing' ELSE 'was changed' END) AS what
    FROM living_definitions l FULL JOIN known_definitions k USING (kind, name)
    WHERE l.md5 IS DISTINCT FROM k.md5 ORDER BY what`),
  'silent-job': sql`SELECT NULL::integer AS "orderId", what FROM (${silentJobs()}) silent`,
};

/** The checks that ask which files are stored. */
export const fileChecks: readonly DataCheckName[] = ['row-without-file', 'file-without-row'];

@Injectable()
export class DataChecksQueries {
  constructor(private readonly database: DataSource) {}

  /** Runs `work` in a transaction whose statements may take this many seconds each. */
  within<Result>(seconds: number, work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = '${seconds}s'`);
      return work(manager);
    });
  }

  /** What a check finds: how many faults, and the first of them. */
  async find(name: DataCheckName, manager: EntityManager): Promise<Found> {
    const { text, values } = sql`SELECT *, count(*) OVER ()::int AS found FROM (${checks[name]}) faults LIMIT ${kept}`;
    const rows = await manager.query<(Fault & { found: number })[]>(text, values);
    return { found: rows[0]?.found ?? 0, faults: rows.map(({ orderId, what }) => ({ orderId, what })) };
  }

  /** Writes down which files are stored, for the checks of this transaction. */
  async writeDownFiles(files: AsyncIterable<Kept>, manager: EntityManager): Promise<void> {
    await manager.query('CREATE TEMP TABLE stored (key text, since timestamptz) ON COMMIT DROP');
    let some: Kept[] = [];
    const write = () =>
      manager.query('INSERT INTO stored SELECT * FROM unnest($1::text[], $2::timestamptz[])', [
        some.map(({ key }) => key),
        some.map(({ since }) => since),
      ]);
    for await (const file of files) {
      if (some.push(file) < filesAtOnce) continue;
      await write();
      some = [];
    }
    await write();
    await manager.query('ANALYZE stored');
  }

  /** Keeps what a check found in place of what it found before. @param error why it could not run */
  async save(name: DataCheckName, { found, faults }: Found, error: string | null): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO data_checks (name, found, error) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET found = excluded.found, error = excluded.error, ran_at = now()`,
        [name, found, error],
      );
      await manager.query('DELETE FROM data_faults WHERE check_name = $1', [name]);
      await manager.query(
        `INSERT INTO data_faults (check_name, place, order_id, what)
         SELECT $1, n, "orderId", what FROM unnest($2::int[], $3::text[]) WITH ORDINALITY AS fault ("orderId", what, n)`,
        [name, faults.map(({ orderId }) => orderId), faults.map(({ what }) => what)],
      );
    });
  }

  /** The last run of each check that ran. */
  lastRuns(): Promise<LastRun[]> {
    return this.database.query('SELECT name, found, error, ran_at AS "ranAt" FROM data_checks WHERE name = ANY($1)', [
      dataCheckNames,
    ]);
  }

  /** The kept faults of every check, in the order they were found. */
  faults(): Promise<(Fault & { name: DataCheckName })[]> {
    return this.database.query(
      `SELECT check_name AS name, order_id AS "orderId", what FROM data_faults ORDER BY check_name, place`,
    );
  }

  /** Forgets the failures of jobs of a month ago. */
  async forgetFailures(): Promise<void> {
    await this.database.query("DELETE FROM job_failures WHERE failed_at < now() - interval '30 days'");
  }
}
