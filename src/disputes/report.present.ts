import type { DisputeReport } from '../shared/dispute-report.js';
import {
  allReportColumns,
  allReportDimensions,
  reportColumns,
  reportDimensions,
} from '../shared/dispute-report-tables.js';

/** The report as rows of a CSV file: a line for each line of its tables, then the months against the paid orders. */
export function reportTable({ total, by, exhibits, ratio }: DisputeReport): string[][] {
  const lines = [
    ['All', total] as const,
    ...allReportDimensions.flatMap((dimension) =>
      by[dimension].map((line) => [reportDimensions[dimension], line] as const),
    ),
    ...exhibits.map((line) => ['Exhibit', line] as const),
  ];
  return [
    ['By', 'Value', ...allReportColumns.map((column) => reportColumns[column].title), 'Money won', 'Money lost'],
    ...lines.map(([name, line]) => [
      name,
      line.label,
      ...allReportColumns.map((column) => String(line[column])),
      line.money_won.join('; '),
      line.money_lost.join('; '),
    ]),
    [],
    ['Month', 'Disputes', 'Orders paid', 'Percent'],
    ...ratio.map(({ month, disputes, paid_orders: paid, percent }) => [
      month,
      String(disputes),
      String(paid),
      percent === null ? '' : String(percent),
    ]),
  ];
}
