// What the statistics count. Plain tables without schemas, because the browser loads them too.

/** What is counted by. A day is that of Kuala Lumpur. */
export const statisticDimensions = {
  day: 'Day',
  member: 'Member',
  country: 'Country',
  brand: 'Brand',
  gateway: 'Gateway',
  mode: 'Mode',
} as const;
export type StatisticDimension = keyof typeof statisticDimensions;
export const allStatisticDimensions = Object.keys(statisticDimensions) as StatisticDimension[];

/**
 * The numbers that are counted (docs/orders.md#statistics): each with its heading, and what a row of its list says of the
 * order. `minutes`: measures with a duration. `isDay`: measures known only by day.
 */
export const statisticMeasures = {
  received: { title: 'Received', event: 'Received' },
  taken: { title: 'Taken', event: 'Taken' },
  submitted: { title: 'Submitted', event: 'Submitted', minutes: 'Time to submit' },
  cards: { title: 'Cards sent', event: 'Card sent', minutes: 'Time to card' },
  completed: { title: 'Completed', event: 'Completed' },
  in_time: { title: 'In time', event: 'Arrives', isDay: true },
  late: { title: 'Late', event: 'Arrives', isDay: true },
  unknown: { title: 'Not known', event: 'Arrives', isDay: true },
  refunds: { title: 'Refunds', event: 'Refunded' },
  bounces: { title: 'Bounces', event: 'Bounced' },
} as const satisfies Record<string, { title: string; event: string; minutes?: string; isDay?: true }>;
export type StatisticMeasure = keyof typeof statisticMeasures;
export const allStatisticMeasures = Object.keys(statisticMeasures) as StatisticMeasure[];

/** The measures whose orders can be listed; a share lists its denominator. */
export type StatisticCount = StatisticMeasure | 'arrived';
export const allStatisticCounts: StatisticCount[] = [...allStatisticMeasures, 'arrived'];

/** The numbers that are added up in a count. */
export function measuresOf(count: StatisticCount): StatisticMeasure[] {
  return count === 'arrived' ? ['in_time', 'late'] : [count];
}

/** The name of a count. */
export function titleOf(count: StatisticCount): string {
  return count === 'arrived' ? 'In time or late' : statisticMeasures[count].title;
}

/** The share of the known arrivals whose card went out in time, in percent with one decimal; null when none is known. */
export function shareInTime({ in_time: inTime, late }: { in_time: number; late: number }): number | null {
  return inTime + late === 0 ? null : Math.round((inTime / (inTime + late)) * 1000) / 10;
}

/** The screen's charts, each with what it answers and a table: the table's columns, and the numbers that are drawn. */
export const statisticCharts = [
  {
    title: 'Work',
    question: 'How much was done?',
    columns: ['received', 'taken', 'completed'],
    drawn: ['received', 'taken', 'completed'],
  },
  {
    title: 'Median times',
    question: 'How long did it take?',
    columns: ['submitted', 'submit_median', 'cards', 'card_median'],
    drawn: ['submit_median', 'card_median'],
  },
  {
    title: 'Cards in time',
    question: 'Were cards in time?',
    columns: ['in_time', 'late', 'unknown', 'share'],
    drawn: ['share'],
  },
  {
    title: 'Refunds and bounces',
    question: 'What came back?',
    columns: ['refunds', 'bounces'],
    drawn: ['refunds', 'bounces'],
  },
] as const satisfies { title: string; question: string; columns: StatisticColumn[]; drawn: StatisticColumn[] }[];

/** The columns that a dimension counts: an order is received by no member. */
export function columnsBy(by: StatisticDimension, columns: readonly StatisticColumn[]): readonly StatisticColumn[] {
  return by === 'member' ? columns.filter((column) => column !== 'received') : columns;
}

/** A column of the tables: a number, or what follows from the rows of others. */
export type StatisticColumn = StatisticMeasure | 'submit_median' | 'card_median' | 'share';

type ColumnRow = {
  title: string;
  /** In what it is counted; orders when nothing is said. */
  unit?: 'minutes' | 'percent';
  /** Which rows a derived number leads to. */
  rows: StatisticCount;
};

export const statisticColumns: Record<StatisticColumn, ColumnRow> = {
  ...(Object.fromEntries(
    allStatisticMeasures.map((name) => [name, { title: statisticMeasures[name].title, rows: name }]),
  ) as Record<StatisticMeasure, ColumnRow>),
  submit_median: { title: 'To submit', unit: 'minutes', rows: 'submitted' },
  card_median: { title: 'To card', unit: 'minutes', rows: 'cards' },
  share: { title: 'Share', unit: 'percent', rows: 'arrived' },
};

/** A number of a column as people say it: `1,200`, `5 h 12 min`, `71.1 %`. */
export function inWords(n: number, column: StatisticColumn): string {
  const { unit } = statisticColumns[column];
  return unit === 'minutes' ? duration(n) : unit === 'percent' ? `${n} %` : n.toLocaleString('en');
}

/** Whole minutes as people say them: `42 min`, `5 h 12 min`, `3 d 4 h`. */
export function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
