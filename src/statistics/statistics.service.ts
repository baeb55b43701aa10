import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Actor } from '../activity/actor.js';
import { Env } from '../platform/env.js';
import { Jobs } from '../platform/job-queues.js';
import { csvRows } from '../platform/csv.js';
import { nationalityName } from '../shared/countries.js';
import { daysBetween, daysFrom, kualaLumpurToday } from '../shared/dates.js';
import { daysOfPage } from '../shared/days-of-page.js';
import { countedPageSize, statisticsDays } from '../shared/limits.js';
import type {
  StatisticLine,
  StatisticRow,
  Statistics,
  StatisticsBefore,
  StatisticsPeriod,
} from '../shared/statistics.js';
import {
  allStatisticMeasures,
  type StatisticCount,
  type StatisticDimension,
  type StatisticMeasure,
  measuresOf,
  titleOf,
} from '../shared/statistics-tables.js';
import { toStatisticRow, toTable } from './statistics.present.js';
import { type CountedLine, type Days, type Part, StatisticsQueries } from './statistics.queries.js';

/** The days that a period without dates has. */
const usualDays = 30;
/** How many days a run of the job counts, and how many months it sums. */
const [daysOfRun, monthsOfRun] = [100, 4];

/** What is asked of one number: of which part, or of all orders. */
type Asked = { measure: StatisticCount; by: StatisticDimension | undefined; value: string };

/** What members and orders did on each day (docs/orders.md#statistics). */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly queries: StatisticsQueries,
    private readonly activity: ActivityService,
    private readonly jobs: Jobs,
    private readonly env: Env,
  ) {}

  /**
   * The numbers of the period by a dimension. A day without anything has a line, too. Days whose counts have changed are
   * not counted here: the job is asked for.
   */
  async statistics(period: StatisticsPeriod, by: StatisticDimension): Promise<Statistics> {
    const days = daysOf(period);
    const uncounted = (await this.queries.uncounted(days)).length;
    if (uncounted > 0) await this.jobs.later('statistics.count', {}, 'asked');
    const counted = await this.queries.lines(days, by, this.env.brands);
    const nameOf = await this.namesOf(by);
    const found = new Map(counted.map((line) => [line.value, line]));
    const values = by === 'day' ? allDays(days) : [...found.keys()].filter((value) => value !== null);
    const lines = values.map((value) => lineOf(value, nameOf(value), found.get(value)));
    return {
      by,
      fromDate: days.from,
      toDate: days.to,
      total: lineOf('', 'All', found.get(null)),
      lines: by === 'day' ? lines : lines.toSorted(busiestFirst),
      uncounted,
    };
  }

  /** The sums of as many days right before the period; null when they are not all counted, or have nothing on record. */
  async before(period: StatisticsPeriod): Promise<StatisticsBefore | null> {
    const { from, to } = daysOf(period);
    const last = daysFrom(from, -1);
    const days = { from: daysFrom(last, daysBetween(to, from)), to: last };
    if ((await this.queries.uncounted(days)).length > 0) return null;
    // by mode, because it has the fewest lines
    const all = (await this.queries.lines(days, 'mode', this.env.brands)).find(({ value }) => value === null);
    const total = lineOf('', 'All', all);
    const isEmpty = allStatisticMeasures.every((name) => total[name] === 0);
    return isEmpty ? null : { fromDate: days.from, toDate: days.to, total };
  }

  /** The statistics as CSV. The export is noted. */
  async csv(actor: Actor, period: StatisticsPeriod, by: StatisticDimension): Promise<string> {
    const statistics = await this.statistics(period, by);
    const note = `${statistics.fromDate} to ${statistics.toDate}, by ${by}`;
    await this.activity.noteAlone(actor, { orderId: null, action: 'list.exported', to: 'statistics', note });
    return `\uFEFF${csvRows(toTable(statistics))}`;
  }

  /** What a number counts, the newest first, and the number. */
  async rows(period: StatisticsPeriod, asked: Asked, page: number): Promise<{ rows: StatisticRow[]; total: number }> {
    const { measure, by, value } = asked;
    const part: Part | undefined = by && { by, value };
    const whole = daysOf(period);
    const days = by === 'day' ? { from: value, to: value } : whole;
    if (days.from < whole.from || days.to > whole.to) return { rows: [], total: 0 };

    // of the days that have changed the newest one; the job counts the others
    const fresh = (await this.queries.uncounted(days)).slice(0, 1).map(({ day }) => day);
    const found = await this.queries.daysOf(days, measuresOf(measure), part, this.env.brands, fresh);
    const on = daysOfPage(found, page, countedPageSize);
    const rows = await this.queries.rows(on.days, measuresOf(measure), part, this.env.brands, on);
    return { rows: rows.map(toStatisticRow), total: found.reduce((sum, { n }) => sum + n, 0) };
  }

  /** What a number is about, in words: `Completed: France`. */
  async nameOf({ measure, by, value }: Asked): Promise<string> {
    const title = titleOf(measure);
    return by ? `${title}: ${(await this.namesOf(by))(value)}` : title;
  }

  /** Counts the days whose counts have changed, and sums the months whose days are counted. */
  async countDays(): Promise<void> {
    await this.queries.countDays(daysOfRun);
    await this.queries.sumMonths(monthsOfRun);
  }

  private async namesOf(by: StatisticDimension): Promise<(value: string) => string> {
    const names = new Map<string, string>();
    if (by === 'gateway') for (const { id, name } of await this.queries.gateways()) names.set(String(id), name);
    if (by === 'brand') for (const { key, name } of this.env.brands) names.set(key, name);
    const none = by === 'member' ? 'No member' : 'None on record';
    return (value) => (value === '' ? none : by === 'country' ? nationalityName(value) : (names.get(value) ?? value));
  }
}

/** The period, at most `statisticsDays` long and not in the future; without dates the last thirty days. */
function daysOf({ fromDate, toDate }: StatisticsPeriod): Days {
  const today = kualaLumpurToday();
  const to = toDate && toDate < today ? toDate : today;
  const from = fromDate ?? daysFrom(to, 1 - usualDays);
  return { from: from > to ? to : [from, daysFrom(to, 1 - statisticsDays)].toSorted()[1]!, to };
}

function allDays({ from, to }: Days): string[] {
  const days = [];
  for (let day = from; day <= to; day = daysFrom(day, 1)) days.push(day);
  return days;
}

function lineOf(value: string, label: string, counted: CountedLine | undefined): StatisticLine {
  const counts = Object.fromEntries(allStatisticMeasures.map((name) => [name, counted?.[name] ?? 0]));
  return {
    ...(counts as Record<StatisticMeasure, number>),
    value,
    label,
    submit_median: counted?.submit_median ?? null,
    card_median: counted?.card_median ?? null,
  };
}

/** What no value is on record of comes last. */
function busiestFirst(one: StatisticLine, other: StatisticLine): number {
  if (one.value === '' || other.value === '') return one.value === '' ? 1 : -1;
  const size = (line: StatisticLine) => line.received + line.completed + line.taken + line.cards;
  return size(other) - size(one) || one.label.localeCompare(other.label);
}
