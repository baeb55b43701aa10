import { encodeOrderId } from '../shared/order-id.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import { type StatisticRow, type Statistics } from '../shared/statistics.js';
import {
  allStatisticMeasures,
  shareInTime,
  statisticDimensions,
  statisticMeasures,
} from '../shared/statistics-tables.js';
import type { FoundRow } from './statistics.queries.js';

export function toStatisticRow(row: FoundRow): StatisticRow {
  return {
    order_id: row.id,
    encoded_id: encodeOrderId(row.id),
    full_name: row.fullName,
    nationality: row.nationality,
    process_status: row.status as OrderStatus,
    at: row.at.toISOString(),
    member: row.member,
    minutes: row.minutes,
  };
}

/** The statistics as rows of a CSV file; the last one has all orders. What is not known stays empty. */
export function toTable({ by, lines, total }: Statistics): string[][] {
  return [
    [
      statisticDimensions[by],
      ...allStatisticMeasures.map((name) => statisticMeasures[name].title),
      'Median minutes to submit',
      'Median minutes to card',
      'In time, percent',
    ],
    ...[...lines, total].map((line) => [
      line.label,
      ...allStatisticMeasures.map((name) => String(line[name])),
      ...[line.submit_median, line.card_median, shareInTime(line)].map((n) => (n === null ? '' : String(n))),
    ]),
  ];
}
