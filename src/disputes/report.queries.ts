import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { passedThreeDs } from '../shared/card-checks.js';
import { allReportExhibits, type ReportExhibit } from '../shared/dispute-report-tables.js';
import { Replica } from '../database/replica.js';
import type { DisputeNetwork } from '../shared/dispute-reasons.js';
import type { DisputeState } from '../shared/dispute-states.js';

/** The first and the last day on which disputes were opened, UTC, `YYYY-MM-DD`. */
export type Days = { from: string; to: string };

/** Disputes that have all of this in common. */
export type ReportGroup = {
  month: string;
  network: DisputeNetwork | null;
  reason: string | null;
  domain: string;
  gateway: string | null;
  state: DisputeState;
  currency: string | null;
  count: number;
  amount: string | null;
} & Record<ReportExhibit, boolean>;

/** Which disputes a number of the report counts; undefined leaves out nothing, null asks for what is not on record. */
export type RowsFilter = {
  states: readonly DisputeState[];
  month?: string;
  network?: string | null;
  reason?: string | null;
  gateway?: string | null;
  /** Of a brand: its own domains, or every domain but these. */
  domains?: { are: boolean; of: string[] };
  exhibit?: { name: ReportExhibit; isThere: boolean };
};

const opened = `d.opened_at >= $1::date AND d.opened_at < $2::date + 1`;
const month = `to_char(d.opened_at AT TIME ZONE 'UTC', 'YYYY-MM')`;
/** A landing domain as `brandOf` compares it. */
const domain = `regexp_replace(regexp_replace(lower(o.landing_domain), '^www\\.', ''), ':\\d+$', '')`;
const joined = `disputes d JOIN orders o ON o.id = d.order_id LEFT JOIN gateways g ON g.id = o.gateway_id
  LEFT JOIN LATERAL (SELECT sha256 FROM documents WHERE order_id = o.id AND id > coalesce(o.outdated_card, 0)
    ORDER BY id DESC LIMIT 1) card ON true`;

/** Whether an exhibit is on record for the order: of the card, the current one. */
const exhibits: Record<ReportExhibit, string> = {
  delivered: `EXISTS (SELECT FROM mails m WHERE m.order_id = o.id AND m.state = 'delivered'
    AND m.attachment_sha256 = card.sha256 AND mailbox_of(m.recipient) = mailbox_of(o.contact_email_address))`,
  downloaded: `EXISTS (SELECT FROM downloads l WHERE l.order_id = o.id AND l.sha256 = card.sha256
    AND l.actor = 'customer' AND l.complete)`,
  'three-ds': `coalesce(upper(trim(o.three_ds)) IN (${passedThreeDs.map((code) => `'${code}'`).join()}), false)`,
  terms: 'o.terms_accepted_at IS NOT NULL',
};

@Injectable()
export class ReportQueries {
  constructor(
    private readonly database: DataSource,
    private readonly replica: Replica,
  ) {}

  /** The disputes that were opened on these days, counted by everything that the report shows. */
  groups({ from, to }: Days): Promise<ReportGroup[]> {
    return this.utc(
      `SELECT ${month} AS month, d.network, d.reason_code AS reason, ${domain} AS domain, g.gateway_name AS gateway,
         d.state, d.currency, count(*)::int AS count, sum(d.amount)::text AS amount,
         ${allReportExhibits.map((name) => `${exhibits[name]} AS "${name}"`).join(', ')}
       FROM ${joined} WHERE ${opened}
       GROUP BY 1, 2, 3, 4, 5, 6, 7, ${allReportExhibits.map((name) => `"${name}"`).join(', ')}`,
      [from, to],
    );
  }

  /** How many orders were paid on these days, by month. */
  paidOrders({ from, to }: Days): Promise<{ month: string; count: number }[]> {
    return this.utc(
      `SELECT to_char(month, 'YYYY-MM') AS month,
         (SELECT count(*)::int FROM orders WHERE paid_at >= greatest(month, $1::date)
             AND paid_at < least(month + interval '1 month', $2::date + 1)) AS count
       FROM generate_series(date_trunc('month', $1::date)::timestamp, $2::date, interval '1 month') AS month`,
      [from, to],
    );
  }

  /** The disputes that a number counts, the newest first, and how many there are. */
  async rows(days: Days, filter: RowsFilter, offset: number, limit: number): Promise<{ ids: number[]; total: number }> {
    const { where, parameters } = conditionOf(days, filter);
    const rows = await this.utc<{ id: number }>(
      `SELECT d.id FROM ${joined} WHERE ${where} ORDER BY d.opened_at DESC, d.id DESC OFFSET ${offset} LIMIT ${limit}`,
      parameters,
    );
    const [counted] = await this.utc<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${joined} WHERE ${where}`,
      parameters,
    );
    return { ids: rows.map(({ id }) => id), total: counted!.count };
  }

  /** Days and months are those of UTC, whatever the zone of the server. */
  private utc<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return this.replica.read([sql, parameters], () =>
      this.database.transaction(async (manager) => {
        await manager.query(`SET LOCAL TIME ZONE 'UTC'`);
        return manager.query<Row[]>(sql, parameters);
      }),
    );
  }
}

function conditionOf({ from, to }: Days, { states, domains, exhibit, ...values }: RowsFilter) {
  const parameters: unknown[] = [from, to, states];
  const conditions = [opened, 'd.state = ANY($3)'];
  const columns = { month, network: 'd.network', reason: 'd.reason_code', gateway: 'g.gateway_name' } as const;
  for (const [name, sql] of Object.entries(columns) as [keyof typeof columns, string][]) {
    const value = values[name];
    if (value === undefined) continue;
    conditions.push(`${sql} IS NOT DISTINCT FROM $${parameters.push(value)}`);
  }
  if (exhibit) conditions.push(`${exhibit.isThere ? '' : 'NOT '}${exhibits[exhibit.name]}`);
  if (domains) conditions.push(`(${domain} = ANY($${parameters.push(domains.of)})) = ${domains.are}`);
  return { where: conditions.join(' AND '), parameters };
}
