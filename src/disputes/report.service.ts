import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Env } from '../platform/env.js';
import { type Brand, brandOf } from '../shared/brands.js';
import type { DisputeRow } from '../shared/answers/disputes.js';
import type { DisputeReport, DisputeReportQuery, ReportLine, ReportRowsQuery } from '../shared/dispute-report.js';
import {
  allReportColumns,
  allReportDimensions,
  allReportExhibits,
  reportColumns,
  reportCounts,
  type ReportDimension,
  type ReportExhibit,
  reportExhibits,
} from '../shared/dispute-report-tables.js';
import { disputeNetworks, disputeReason } from '../shared/dispute-reasons.js';
import { money } from '../shared/money.js';
import { toDisputeRow } from './disputes.present.js';
import { DisputesQueries } from './disputes.queries.js';
import { type Days, type ReportGroup, ReportQueries, type RowsFilter } from './report.queries.js';

/** How the value of a dimension is called in an address when it is not on record. */
const none = 'none';
/** How many disputes a page of a number's rows has. */
export const reportPageSize = 50;
/** The months that a report without dates has: this one and eleven before it. */
const months = 12;

/** How disputes ended, and how many there are for each paid order (docs/disputes.md#dispute-report). */
@Injectable()
export class ReportService {
  constructor(
    private readonly queries: ReportQueries,
    private readonly disputes: DisputesQueries,
    private readonly env: Env,
    private readonly activity: ActivityService,
  ) {}

  async report(query: DisputeReportQuery): Promise<DisputeReport> {
    const days = daysOf(query);
    const [groups, paid] = await Promise.all([this.queries.groups(days), this.queries.paidOrders(days)]);
    const total = lineOf('', 'All', groups);
    const by = Object.fromEntries(
      allReportDimensions.map((dimension) => [dimension, this.linesBy(dimension, groups)]),
    ) as DisputeReport['by'];
    const opened = new Map(by.month.map(({ value, disputes }) => [value, disputes]));
    return {
      fromDate: days.from,
      toDate: days.to,
      total,
      by,
      exhibits: allReportExhibits.flatMap((name) =>
        ([true, false] as const).map((isThere) => {
          const value = exhibitValue(name, isThere);
          return lineOf(
            value,
            exhibitLabel(value),
            groups.filter((group) => group[name] === isThere),
          );
        }),
      ),
      ratio: paid.map(({ month, count }) => {
        const disputes = opened.get(month) ?? 0;
        const percent = count === 0 ? null : Math.round((disputes / count) * 100_000) / 1000;
        return { month, disputes, paid_orders: count, percent };
      }),
    };
  }

  /** The report for a file, which is noted. */
  async exported(staff: Staff, query: DisputeReportQuery): Promise<DisputeReport> {
    const report = await this.report(query);
    const note = `${report.fromDate} to ${report.toDate}`;
    await this.activity.noteAlone(staff, { orderId: null, action: 'list.exported', to: 'dispute report', note });
    return report;
  }

  /** The disputes that a number of the report counts, the newest first. */
  async rows({
    column,
    by,
    value,
    page,
    fromDate,
    toDate,
  }: ReportRowsQuery): Promise<{ rows: DisputeRow[]; total: number }> {
    const filter: RowsFilter = { states: reportCounts[column].states, ...(by && this.filterOf(by, value)) };
    const { ids, total } = await this.queries.rows(
      daysOf({ fromDate, toDate }),
      filter,
      (page - 1) * reportPageSize,
      reportPageSize,
    );
    const found = await this.disputes.listed(ids);
    return { rows: found.map((dispute) => toDisputeRow(dispute, [])), total };
  }

  /** What a number of the report is about, in words: `Won, Visa`. */
  nameOf({ column, by, value }: Pick<ReportRowsQuery, 'column' | 'by' | 'value'>): string {
    const { title } = reportCounts[column];
    if (by === 'exhibit') return `${title}: ${exhibitLabel(value)}`;
    return by ? `${title}: ${this.labelOf(by, value)}` : title;
  }

  private linesBy(by: ReportDimension, groups: ReportGroup[]): ReportLine[] {
    const parts = new Map<string, ReportGroup[]>();
    for (const group of groups) {
      const value = this.valueOf(by, group);
      parts.set(value, [...(parts.get(value) ?? []), group]);
    }
    const lines = [...parts].map(([value, part]) => lineOf(value, this.labelOf(by, value), part));
    return by === 'month'
      ? lines.toSorted((one, other) => one.value.localeCompare(other.value))
      : lines.toSorted((one, other) => other.disputes - one.disputes || one.label.localeCompare(other.label));
  }

  private valueOf(by: ReportDimension, group: ReportGroup): string {
    if (by === 'month') return group.month;
    if (by === 'brand') return brandOf(this.env.brands, group.domain).key;
    if (by === 'gateway') return group.gateway ?? none;
    if (by === 'network') return group.network ?? none;
    return `${group.network ?? none} ${group.reason ?? none}`;
  }

  private labelOf(by: ReportDimension, value: string): string {
    if (by === 'brand') return this.env.brands.find(({ key }) => key === value)?.name ?? value;
    if (by === 'month') return value;
    if (value === none) return 'None on record';
    if (by === 'network') return networkLabel(value);
    if (by === 'gateway') return value;

    const { network, reason } = reasonOf(value);
    const title = disputeReason(network as never, reason)?.title;
    const words = [network === null ? '' : networkLabel(network), reason ?? 'no code on record'].filter(Boolean);
    return title ? `${words.join(' ')} · ${title}` : words.join(' ');
  }

  private filterOf(by: ReportDimension | 'exhibit', value: string): Partial<RowsFilter> {
    if (by === 'exhibit') return { exhibit: exhibitOf(value) };
    if (by === 'brand') return { domains: domainsOf(this.env.brands, value) };
    if (by === 'reason') return reasonOf(value);
    return { [by]: value === none ? null : value };
  }
}

/** How an exhibit's line is asked for: `delivered`, `no delivered`. */
function exhibitValue(name: ReportExhibit, isThere: boolean): string {
  return isThere ? name : `no ${name}`;
}

/** An unknown name is that of the first exhibit. */
function exhibitOf(value: string): { name: ReportExhibit; isThere: boolean } {
  const name = allReportExhibits.find((one) => value === one || value === exhibitValue(one, false));
  return { name: name ?? allReportExhibits[0]!, isThere: !value.startsWith('no ') };
}

function exhibitLabel(value: string): string {
  const { name, isThere } = exhibitOf(value);
  return `${reportExhibits[name]}: ${isThere ? 'yes' : 'no'}`;
}

function networkLabel(network: string): string {
  return Object.hasOwn(disputeNetworks, network)
    ? disputeNetworks[network as keyof typeof disputeNetworks].label
    : network;
}

function reasonOf(value: string): { network: string | null; reason: string | null } {
  const [network = none, ...code] = value.split(' ');
  const reason = code.join(' ');
  return { network: network === none ? null : network, reason: reason === none ? null : reason };
}

/** The first brand also has every domain that no brand lists, as `brandOf` decides. */
function domainsOf(brands: Brand[], key: string): { are: boolean; of: string[] } {
  const index = brands.findIndex((brand) => brand.key === key);
  if (index !== 0) return { are: true, of: brands[index]?.domains ?? [] };
  return { are: false, of: brands.slice(1).flatMap(({ domains }) => domains) };
}

function lineOf(value: string, label: string, groups: ReportGroup[]): ReportLine {
  const counts = Object.fromEntries(
    allReportColumns.map((column) => {
      const states: readonly string[] = reportColumns[column].states;
      return [column, sum(groups.filter(({ state }) => states.includes(state)).map(({ count }) => count))];
    }),
  ) as Pick<ReportLine, (typeof allReportColumns)[number]>;
  return {
    value,
    label,
    ...counts,
    money_won: moneyOf(groups.filter(({ state }) => state === 'won')),
    money_lost: moneyOf(groups.filter(({ state }) => state === 'lost' || state === 'accepted')),
  };
}

/** The sum in each currency, as printed. Amounts of several currencies are never added up. */
function moneyOf(groups: ReportGroup[]): string[] {
  const thousandths = new Map<string, number>();
  for (const { currency, amount } of groups) {
    if (currency === null || amount === null) continue;
    thousandths.set(currency, (thousandths.get(currency) ?? 0) + Math.round(Number(amount) * 1000));
  }
  return [...thousandths]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, total]) => money((total / 1000).toFixed(3), currency)!);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The days of a report; without dates the last twelve months, by UTC. */
function daysOf({ fromDate, toDate }: DisputeReportQuery): Days {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1));
  const to = toDate ?? now.toISOString().slice(0, 10);
  const from = fromDate ?? [first.toISOString().slice(0, 10), to].toSorted()[0]!;
  return { from: from < earliest ? earliest : from, to };
}

/** Before it there is no dispute; a range from further back would count empty months. */
const earliest = '2015-01-01';
