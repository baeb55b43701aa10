import { Counted, NotKnown, Zero } from '@/components/counted';
import { monthPresets } from '@/components/date-range';
import { ExportLink } from '@/components/export-link';
import { type Figure, Figures } from '@/components/figures';
import { ReportHead } from '@/components/report-head';
import { Section } from '@/components/section';
import { Tabs } from '@/components/tabs';
import { EndsPicture, RatioPicture } from '@/pages/disputes/report/pictures';
import { type Days, Lines, rowsOf } from '@/pages/disputes/report/tables';
import { router } from '@inertiajs/react';
import { formatShortDay, monthAndYear } from '@shared/dates';
import type { DisputeReport } from '@shared/dispute-report';
import { allReportTables, type ReportTable, reportTables, visaLimitPercent } from '@shared/dispute-report-tables';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/** How disputes ended, and how many there are for each paid order (docs/disputes.md#dispute-report). */
export default function Report({ report, asked }: Pages['disputes/report']) {
  const { fromDate, toDate, by, ratio } = report;
  const days = { fromDate, toDate };
  return (
    <>
      <ReportHead
        title="Dispute Report"
        hint={`Disputes that were opened from ${formatShortDay(fromDate)} to ${formatShortDay(toDate)}, days of UTC. Each number opens its disputes.`}
        fromDate={asked.fromDate || fromDate}
        toDate={asked.toDate || toDate}
        zone="UTC"
        presets={monthPresets}
        onSubmit={(range) =>
          router.get(routes.disputeReport, { ...range, by: asked.by }, { preserveState: true, replace: true })
        }
      >
        <ExportLink href={`${routes.disputeReportCsv}?${new URLSearchParams(days)}`}>CSV</ExportLink>
      </ReportHead>
      <div className="px-6 pb-8 max-md:px-4">
        <Figures of={figuresOf(report)} />
        <div className="grid gap-x-8 xl:grid-cols-2">
          <Section title="How they ended, by month">
            <EndsPicture lines={by.month} months={ratio.map(({ month }) => month)} />
          </Section>
          <Section title="Disputes for each hundred paid orders">
            <RatioPicture months={ratio} />
          </Section>
        </div>
        <Counts report={report} by={asked.by} />
      </div>
    </>
  );
}

function figuresOf({ fromDate, toDate, total, ratio }: DisputeReport): Figure[] {
  const days = { fromDate, toDate };
  const { waiting, won, lost, money_lost: gone } = total;
  const decided = won + lost;
  const last = ratio.at(-1);
  return [
    {
      label: 'Waiting for an answer',
      value: waiting === 0 ? <Zero /> : <Counted href={rowsOf({ column: 'waiting', days })}>{waiting}</Counted>,
      note: `of ${total.disputes.toLocaleString('en')}`,
    },
    {
      label: 'Won of decided',
      value:
        decided === 0 ? (
          <NotKnown />
        ) : (
          <Counted href={rowsOf({ column: 'decided', days })}>{Math.round((won / decided) * 100)} %</Counted>
        ),
      note: `${won} of ${decided}`,
    },
    {
      label: 'Money lost',
      value:
        gone.length === 0 ? <Zero /> : <Counted href={rowsOf({ column: 'gone', days })}>{gone.join(', ')}</Counted>,
    },
    ...(last ? [{ label: `Of the orders paid in ${monthAndYear(last.month)}`, ...ratioFigure(last, days) }] : []),
  ];
}

function ratioFigure({ month, percent, disputes }: DisputeReport['ratio'][number], days: Days) {
  if (percent === null) return { value: <NotKnown />, note: 'no order was paid' };
  const isOver = percent >= visaLimitPercent;
  const href = rowsOf({ column: 'disputes', by: 'month', value: month, days });
  return {
    value: disputes === 0 ? '0 %' : <Counted href={href}>{percent} %</Counted>,
    note: isOver ? (
      <span className="font-semibold text-danger">at or over Visa’s {visaLimitPercent} %</span>
    ) : (
      `below Visa’s ${visaLimitPercent} %`
    ),
  };
}

/** One table, by what the tabs above it say. */
function Counts({ report, by }: { report: DisputeReport; by: ReportTable }) {
  const { fromDate, toDate } = report;
  return (
    <Section title="How they ended, in numbers">
      <div className="pb-3">
        <Tabs
          label="Count by"
          tabs={allReportTables.map((name) => ({
            label: reportTables[name],
            href: `${routes.disputeReport}?${new URLSearchParams({ fromDate, toDate, by: name })}`,
            current: name === by,
          }))}
        />
      </div>
      {by === 'exhibit' && (
        <p className="mb-2 text-ink-soft">Whether it is on record today for the order; of the card, the current one.</p>
      )}
      {/* on phones each row is a card */}
      <div className="max-md:max-h-128 max-md:overflow-y-auto">
        <Lines report={report} by={by} />
      </div>
    </Section>
  );
}
