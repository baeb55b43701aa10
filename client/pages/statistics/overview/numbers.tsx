import { Barred, Counted, NotKnown, Zero } from '@/components/counted';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { formatShortDay } from '@shared/dates';
import { routes } from '@shared/routes';
import type { StatisticLine, Statistics } from '@shared/statistics';
import {
  inWords,
  shareInTime,
  type StatisticColumn,
  statisticColumns,
  type StatisticDimension,
  statisticDimensions,
} from '@shared/statistics-tables';

type Props = {
  statistics: Statistics;
  columns: readonly StatisticColumn[];
  /** The columns with bars, where there is no chart. */
  barred: readonly StatisticColumn[];
  title: string;
};

/** Numbers as a table; each leads to its rows. Of days the newest is first. */
export function Numbers({ statistics, columns, barred, title }: Props) {
  const { by, lines, total } = statistics;
  const shown = by === 'day' ? lines.toReversed() : lines;
  const most = mostOf(lines, barred);
  return (
    <DataTable
      caption={`${title}, by ${statisticDimensions[by].toLowerCase()}`}
      columns={[
        labelOf(by),
        ...columns.map((column) => columnOf(column, statistics, barred.includes(column) ? most : undefined)),
      ]}
      rows={shown}
      rowKey={({ value }) => value}
      empty={<EmptyState text="No records found" />}
      footer={
        <tr>
          <td data-title={statisticDimensions[by]}>All</td>
          {columns.map((column) => (
            <td key={column} data-title={statisticColumns[column].title} className="number">
              <Value of={total} column={column} asked={daysOf(statistics)} />
            </td>
          ))}
        </tr>
      }
    />
  );
}

/** The number of the longest bar. What no value is on record of has no bar: it would make all others short. */
function mostOf(lines: StatisticLine[], barred: readonly StatisticColumn[]): number {
  if (barred.some((column) => statisticColumns[column].unit === 'percent')) return 100;
  const named = lines.filter(({ value }) => value !== '');
  return Math.max(0, ...named.flatMap((line) => barred.map((column) => numberOf(line, column) ?? 0)));
}

function labelOf(by: StatisticDimension): Column<StatisticLine> {
  return {
    key: 'label',
    title: statisticDimensions[by],
    width: by === 'day' ? 'w-26' : 'w-48 @max-[1100px]:w-36',
    cell: ({ label, value }) => {
      const name = by === 'day' ? formatShortDay(value) : label;
      return (
        <bdi title={name} className={value === '' ? 'text-ink-faint' : undefined}>
          {name}
        </bdi>
      );
    },
  };
}

/** @param most the number of the longest bar of the column; undefined for a column without bars */
function columnOf(column: StatisticColumn, statistics: Statistics, most: number | undefined): Column<StatisticLine> {
  const { title, unit } = statisticColumns[column];
  const asked = { ...daysOf(statistics), by: statistics.by };
  return {
    key: column,
    title,
    width: most === undefined ? (unit === 'minutes' ? 'w-25' : 'w-20') : 'w-56',
    kind: 'number',
    cell: (line) => {
      const value = <Value of={line} column={column} asked={{ ...asked, value: line.value }} />;
      const n = numberOf(line, column);
      if (most === undefined || line.value === '' || n === null) return value;
      return (
        <Barred n={n} most={most}>
          {value}
        </Barred>
      );
    },
  };
}

/** A number that leads to its rows; a dash where nothing is known, and no link where there are no rows. */
export function Value({ of: line, column, asked }: { of: StatisticLine; column: StatisticColumn; asked: object }) {
  const { unit, rows } = statisticColumns[column];
  const n = numberOf(line, column);
  if (n === null) return <NotKnown />;
  if (n === 0 && unit === undefined) return <Zero />;
  const query = new URLSearchParams({ ...asked, measure: rows });
  return <Counted href={`${routes.statisticRows}?${query}`}>{inWords(n, column)}</Counted>;
}

/** What a line says in a column; null where nothing is known. */
export function numberOf(line: StatisticLine, column: StatisticColumn): number | null {
  return column === 'share' ? shareInTime(line) : line[column];
}

export function daysOf({ fromDate, toDate }: Statistics) {
  return { fromDate, toDate };
}
