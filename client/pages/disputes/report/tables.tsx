import { Bar, Counted, NotKnown, Zero } from '@/components/counted';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { monthAndYear } from '@shared/dates';
import type { DisputeReport, ReportLine, ReportRatio } from '@shared/dispute-report';
import {
  allReportColumns,
  reportColumns,
  type ReportCount,
  type ReportTable,
  reportTables,
  visaLimitPercent,
} from '@shared/dispute-report-tables';
import { routes } from '@shared/routes';
import { Fragment } from 'react';

export type Days = { fromDate: string; toDate: string };

/** What a number counts; of all disputes without `by`. */
type Asked = { column: ReportCount; days: Days; by?: ReportTable; value?: string };

/** The address of the disputes that a number counts. */
export function rowsOf({ column, days, by, value = '' }: Asked): string {
  return `${routes.disputeReportRows}?${new URLSearchParams({ ...days, column, ...(by && { by, value }) })}`;
}

/** A line of the table; a month also has how many orders were paid in it. */
type Line = ReportLine & { ratio?: ReportRatio };

/** Counts by month, network and so on, and of all disputes; each number leads to the disputes that it counts. */
export function Lines({ report, by }: { report: DisputeReport; by: ReportTable }) {
  const { fromDate, toDate, total } = report;
  const days = { fromDate, toDate };
  const columns = columnsOf(by, days);
  return (
    <DataTable
      caption={`By ${reportTables[by].toLowerCase()}`}
      columns={columns}
      rows={linesOf(report, by)}
      rowKey={({ value }) => value}
      empty={<EmptyState text="No records found" />}
      footer={
        // each exhibit has all disputes, in two lines
        by !== 'exhibit' && <Total columns={columns} of={{ ...total, value: '' }} />
      }
    />
  );
}

function linesOf({ by: counted, exhibits, ratio, total }: DisputeReport, by: ReportTable): Line[] {
  if (by === 'exhibit') return exhibits;
  if (by !== 'month') return counted[by];
  // the newest first; a month without a dispute has a line, too
  const found = new Map(counted.month.map((line) => [line.value, line]));
  return ratio.toReversed().map((of) => ({
    ...(found.get(of.month) ?? { ...noneOf(total), value: of.month }),
    label: monthAndYear(of.month),
    ratio: of,
  }));
}

function noneOf(line: ReportLine): ReportLine {
  return {
    ...line,
    ...Object.fromEntries(allReportColumns.map((column) => [column, 0])),
    money_won: [],
    money_lost: [],
  };
}

function Total({ columns, of: line }: { columns: Column<Line>[]; of: Line }) {
  return (
    <tr>
      {columns.map(({ key, title, kind, drop, cell }) => (
        <td key={key} data-title={title} className={[kind, drop && `drop-${drop}`].filter(Boolean).join(' ')}>
          {key === 'name' ? 'All' : cell(line, 0)}
        </td>
      ))}
    </tr>
  );
}

function columnsOf(by: ReportTable, days: Days): Column<Line>[] {
  // the line of all disputes has no value
  const asked = (column: ReportCount, value: string): Asked => ({ column, days, ...(value && { by, value }) });
  return [
    {
      key: 'name',
      title: reportTables[by],
      width: by === 'reason' ? 'w-52' : 'w-28',
      cell: ({ label }) => <bdi className="whitespace-normal">{label}</bdi>,
    },
    ...allReportColumns.map((column): Column<Line> => ({
      key: column,
      title: reportColumns[column].title,
      width: 'w-19',
      kind: 'number',
      ...(drops[column] && { drop: drops[column] }),
      cell: (line) =>
        line[column] === 0 ? (
          <Zero />
        ) : (
          <Counted href={rowsOf(asked(column, line.value))}>{line[column].toLocaleString('en')}</Counted>
        ),
    })),
    {
      key: 'share',
      title: 'Won of decided',
      width: 'w-30',
      kind: 'number',
      cell: ({ won, lost, value }) => <WonShare won={won} lost={lost} href={rowsOf(asked('decided', value))} />,
    },
    ...(by === 'month' ? [ratioColumn] : []),
    {
      key: 'money_won',
      title: 'Money won',
      width: 'w-26',
      kind: 'number',
      cell: (line) => <Money sums={line.money_won} href={rowsOf(asked('won', line.value))} />,
    },
    {
      key: 'money_lost',
      title: 'Money lost',
      width: 'w-40 @max-[1040px]:w-28',
      kind: 'number',
      drop: 800,
      cell: (line) => <Money sums={line.money_lost} href={rowsOf(asked('gone', line.value))} />,
    },
  ];
}

/** What a narrow table leaves out; the rows of *Disputes* have it. */
const drops: Partial<Record<ReportCount, 1040 | 960 | 880>> = { submitted: 960, accepted: 960, waiting: 1040 };

/** The disputes of a month for each hundred orders paid in it. */
const ratioColumn: Column<Line> = {
  key: 'ratio',
  title: 'Of paid orders',
  width: 'w-31',
  kind: 'number',
  drop: 880,
  cell: ({ ratio }) => {
    if (!ratio) return null;
    const { percent, paid_orders: paid } = ratio;
    const isOver = percent !== null && percent >= visaLimitPercent;
    return (
      <>
        {percent === null ? (
          <NotKnown />
        ) : (
          <span className={isOver ? 'font-semibold text-danger' : undefined}>
            {`${percent && percent.toFixed(3)} %`}
            {isOver && <span className="sr-only">, at or over {visaLimitPercent} %,</span>}
          </span>
        )}{' '}
        <span className="text-sm text-ink-faint">of {paid.toLocaleString('en')}</span>
      </>
    );
  },
};

/** The share as a number and as a bar; it opens what was decided. */
function WonShare({ won, lost, href }: { won: number; lost: number; href: string }) {
  if (won + lost === 0) return <NotKnown />;
  const share = won / (won + lost);
  return (
    <span className="inline-flex items-center gap-2">
      <Bar share={share} className="w-12" />
      <Counted href={href}>{Math.round(share * 100)} %</Counted>
    </span>
  );
}

function Money({ sums, href }: { sums: string[]; href: string }) {
  if (sums.length === 0) return <Zero />;
  return (
    <span className="whitespace-normal">
      <Counted href={href}>
        {sums.map((sum, index) => (
          <Fragment key={sum}>
            {index > 0 && ', '}
            <span className="whitespace-nowrap">{sum}</span>
          </Fragment>
        ))}
      </Counted>
    </span>
  );
}
