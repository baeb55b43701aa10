import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { routes } from '@shared/routes';
import type { StatisticLine, Statistics } from '@shared/statistics';
import {
  duration,
  shareInTime,
  type StatisticColumn,
  statisticColumns,
  type StatisticDimension,
  statisticDimensions,
} from '@shared/statistics-tables';

type Props = { statistics: Statistics; columns: readonly StatisticColumn[]; title: string };

/** The numbers of a chart as a table; each leads to its rows. Of days the newest is first. */
export function Numbers({ statistics, columns, title }: Props) {
  const { by, lines, total } = statistics;
  const shown = by === 'day' ? lines.toReversed() : lines;
  return (
    <DataTable
      caption={`${title}, by ${statisticDimensions[by].toLowerCase()}`}
      columns={[labelOf(by), ...columns.map((column) => columnOf(column, statistics))]}
      rows={shown}
      rowKey={({ value }) => value}
      empty={<EmptyState text="No records found" />}
      footer={
        <tr>
          <td data-title={statisticDimensions[by]}>All</td>
          {columns.map((column) => (
            <td key={column} data-title={statisticColumns[column].title} className="number">
              <Value of={total} column={column} asked={{ ...daysOf(statistics) }} />
            </td>
          ))}
        </tr>
      }
    />
  );
}

function labelOf(by: StatisticDimension): Column<StatisticLine> {
  return {
    key: 'label',
    title: statisticDimensions[by],
    width: 'w-28 @max-[1100px]:w-24',
    cell: ({ label }) => <bdi title={label}>{label}</bdi>,
  };
}

function columnOf(column: StatisticColumn, statistics: Statistics): Column<StatisticLine> {
  return {
    key: column,
    title: statisticColumns[column].title,
    width: statisticColumns[column].unit === 'minutes' ? 'w-28 @max-[1100px]:w-23' : 'w-20',
    kind: 'number',
    cell: (line) => (
      <Value of={line} column={column} asked={{ ...daysOf(statistics), by: statistics.by, value: line.value }} />
    ),
  };
}

/** A number that leads to its rows; a dash where nothing is known, and no link where there are no rows. */
function Value({ of: line, column, asked }: { of: StatisticLine; column: StatisticColumn; asked: object }) {
  const { unit, rows } = statisticColumns[column];
  const n = numberOf(line, column);
  if (n === null) return '–';
  if (n === 0 && unit === undefined) return '0';
  const query = new URLSearchParams({ ...asked, measure: rows });
  return (
    <Link href={`${routes.statisticRows}?${query}`} className="underline underline-offset-2 hover:text-accent">
      {unit === 'minutes' ? duration(n) : unit === 'percent' ? `${n} %` : n.toLocaleString('en')}
    </Link>
  );
}

/** What a line says in a column; null where nothing is known. */
export function numberOf(line: StatisticLine, column: StatisticColumn): number | null {
  return column === 'share' ? shareInTime(line) : line[column];
}

function daysOf({ fromDate, toDate }: Statistics) {
  return { fromDate, toDate };
}
