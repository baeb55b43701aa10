import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import type { ReportLine, ReportRatio } from '@shared/dispute-report';
import {
  allReportColumns,
  reportColumns,
  type ReportColumn,
  type ReportCount,
  type ReportDimension,
  visaLimitPercent,
} from '@shared/dispute-report-tables';
import { routes } from '@shared/routes';
import { Fragment, type ReactNode } from 'react';

type Days = { fromDate: string; toDate: string };
type Counted = { column: ReportCount; by?: ReportDimension | 'exhibit' | undefined; value: string; days: Days };

type LinesProps = {
  caption: string;
  name: string;
  lines: ReportLine[];
  by?: ReportDimension | 'exhibit';
  days: Days;
};

/** Rows of counts; each number leads to the disputes that it counts. */
export function Lines({ caption, name, lines, by, days }: LinesProps) {
  return (
    <DataTable
      caption={caption}
      columns={lineColumns(name, (column, value) => ({ column, by, value, days }))}
      rows={lines}
      rowKey={({ value }) => value}
      empty={<EmptyState text="No records found" />}
    />
  );
}

/** What a narrow table leaves out; the rows of *Disputes* have it. */
const drops: Partial<Record<ReportColumn, 1100 | 960>> = { waiting: 1100, submitted: 960, accepted: 960 };

function lineColumns(name: string, of: (column: ReportCount, value: string) => Counted): Column<ReportLine>[] {
  return [
    {
      key: 'name',
      title: name,
      width: 'w-36',
      cell: ({ label }) => <bdi className="whitespace-normal">{label}</bdi>,
    },
    ...allReportColumns.map((column): Column<ReportLine> => {
      const drop = drops[column];
      return {
        key: column,
        title: reportColumns[column].title,
        width: 'w-19',
        kind: 'number',
        ...(drop && { drop }),
        cell: (line) => <Count n={line[column]} of={of(column, line.value)} />,
      };
    }),
    {
      key: 'share',
      title: 'Won of decided',
      width: 'w-34',
      kind: 'number',
      cell: ({ won, lost, value }) => <WonShare won={won} lost={lost} of={of('decided', value)} />,
    },
    {
      key: 'money_won',
      title: 'Money won',
      width: 'w-28',
      kind: 'number',
      cell: (line) => <Money sums={line.money_won} of={of('won', line.value)} />,
    },
    {
      key: 'money_lost',
      title: 'Money lost',
      width: 'w-28',
      kind: 'number',
      drop: 800,
      cell: (line) => <Money sums={line.money_lost} of={of('gone', line.value)} />,
    },
  ];
}

/** Disputes of each month against the orders paid in it. */
export function Ratio({ months, days }: { months: ReportRatio[]; days: Days }) {
  return (
    <div className="mt-3">
      <DataTable
        caption="Disputes for each hundred paid orders"
        columns={ratioColumns(days)}
        rows={months}
        rowKey={({ month }) => month}
      />
    </div>
  );
}

function ratioColumns(days: Days): Column<ReportRatio>[] {
  return [
    { key: 'month', title: 'Month', width: 'w-28', cell: ({ month }) => month },
    {
      key: 'disputes',
      title: 'Disputes',
      width: 'w-28',
      kind: 'number',
      cell: ({ month, disputes }) => (
        <Count n={disputes} of={{ column: 'disputes', by: 'month', value: month, days }} />
      ),
    },
    {
      key: 'paid',
      title: 'Orders paid',
      width: 'w-28',
      kind: 'number',
      cell: ({ paid_orders: paid }) => paid.toLocaleString('en'),
    },
    {
      key: 'percent',
      title: 'Percent',
      width: 'w-56',
      kind: 'number',
      cell: ({ percent }) => <Percent of={percent} />,
    },
  ];
}

function Percent({ of: percent }: { of: number | null }) {
  if (percent === null) return '–';
  return (
    <>
      {`${percent && percent.toFixed(3)} %`}
      {percent >= visaLimitPercent && (
        <span className="ml-2 font-semibold text-danger">at or over {visaLimitPercent} %</span>
      )}
    </>
  );
}

function Count({ n, of }: { n: number; of: Counted }) {
  return n === 0 ? '0' : <Rows of={of}>{n.toLocaleString('en')}</Rows>;
}

/** The share as a number and as a bar; it opens what was decided. */
function WonShare({ won, lost, of }: { won: number; lost: number; of: Counted }) {
  if (won + lost === 0) return '–';
  const percent = Math.round((won / (won + lost)) * 100);
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden viewBox="0 0 50 6" className="h-1.5 w-12">
        <rect width="50" height="6" className="fill-line" />
        <rect width={percent / 2} height="6" fill="#17643a" />
      </svg>
      <Rows of={of}>{percent} %</Rows>
    </span>
  );
}

function Money({ sums, of }: { sums: string[]; of: Counted }) {
  if (sums.length === 0) return '–';
  return (
    <span className="whitespace-normal">
      <Rows of={of}>
        {sums.map((sum, index) => (
          <Fragment key={sum}>
            {index > 0 && ', '}
            <span className="whitespace-nowrap">{sum}</span>
          </Fragment>
        ))}
      </Rows>
    </span>
  );
}

/** Leads to the disputes that a number counts. */
function Rows({ of: { column, by, value, days }, children }: { of: Counted; children: ReactNode }) {
  const query = new URLSearchParams({ ...days, column, ...(by && { by, value }) });
  return (
    <Link href={`${routes.disputeReportRows}?${query}`} className="underline underline-offset-2 hover:text-accent">
      {children}
    </Link>
  );
}
