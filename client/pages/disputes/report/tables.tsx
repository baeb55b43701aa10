import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import type { ReportLine, ReportRatio } from '@shared/dispute-report';
import {
  allReportColumns,
  reportColumns,
  type ReportCount,
  type ReportDimension,
  visaLimitPercent,
} from '@shared/dispute-report-tables';
import { routes } from '@shared/routes';
import { Fragment, type ReactNode } from 'react';

type Days = { fromDate: string; toDate: string };
type Counted = { column: ReportCount; by?: ReportDimension | 'exhibit' | undefined; value: string; days: Days };

/** Rows of counts; each number leads to the disputes that it counts. */
export function Lines({
  caption,
  name,
  lines,
  by,
  days,
}: {
  caption: string;
  name: string;
  lines: ReportLine[];
  by?: ReportDimension | 'exhibit';
  days: Days;
}) {
  return (
    <div className="list overflow-x-auto border-y border-line">
      <table className="data-table md:min-w-228">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-52 @max-[960px]:w-36">
              {name}
            </th>
            {allReportColumns.map((column) => (
              <th key={column} scope="col" className="number w-20 @max-[960px]:w-19">
                {reportColumns[column].title}
              </th>
            ))}
            <th scope="col" className="number w-34">
              Won of decided
            </th>
            <th scope="col" className="md:pl-3">
              Money won
            </th>
            <th scope="col">Money lost</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.value}>
              <td data-title={name} className="whitespace-normal">
                <bdi>{line.label}</bdi>
              </td>
              {allReportColumns.map((column) => (
                <td key={column} data-title={reportColumns[column].title} className="number">
                  <Count n={line[column]} of={{ column, by, value: line.value, days }} />
                </td>
              ))}
              <td data-title="Won of decided" className="number">
                <WonShare won={line.won} lost={line.lost} of={{ column: 'decided', by, value: line.value, days }} />
              </td>
              <td data-title="Money won" className="whitespace-normal md:pl-3">
                <Money sums={line.money_won} of={{ column: 'won', by, value: line.value, days }} />
              </td>
              <td data-title="Money lost" className="whitespace-normal">
                <Money sums={line.money_lost} of={{ column: 'gone', by, value: line.value, days }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 && <EmptyState text="No records found" />}
    </div>
  );
}

/** Disputes of each month against the orders paid in it. */
export function Ratio({ months, days }: { months: ReportRatio[]; days: Days }) {
  return (
    <div className="list mt-3 overflow-x-auto border-y border-line">
      <table className="data-table">
        <caption className="sr-only">Disputes for each hundred paid orders</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" className="number">
              Disputes
            </th>
            <th scope="col" className="number">
              Orders paid
            </th>
            <th scope="col" className="number">
              Percent
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, disputes, paid_orders: paid, percent }) => (
            <tr key={month}>
              <td data-title="Month">{month}</td>
              <td data-title="Disputes" className="number">
                <Count n={disputes} of={{ column: 'disputes', by: 'month', value: month, days }} />
              </td>
              <td data-title="Orders paid" className="number">
                {paid.toLocaleString('en')}
              </td>
              <td data-title="Percent" className="number">
                {percent === null ? '–' : `${percent && percent.toFixed(3)} %`}
                {percent !== null && percent >= visaLimitPercent && (
                  <span className="ml-2 font-semibold text-danger">at or over {visaLimitPercent} %</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
    <Rows of={of}>
      {sums.map((sum, index) => (
        <Fragment key={sum}>
          {index > 0 && ', '}
          <span className="whitespace-nowrap">{sum}</span>
        </Fragment>
      ))}
    </Rows>
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
