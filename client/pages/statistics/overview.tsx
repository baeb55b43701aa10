import { dayPresets } from '@/components/date-range';
import { ExportLink } from '@/components/export-link';
import { Figures } from '@/components/figures';
import { ReportHead } from '@/components/report-head';
import { Section } from '@/components/section';
import { Tabs } from '@/components/tabs';
import { Chart } from '@/pages/statistics/overview/chart';
import { daysOf, numberOf, Numbers, Value } from '@/pages/statistics/overview/numbers';
import { readQuietly } from '@/writes/read-again';
import { router } from '@inertiajs/react';
import { formatShortDay } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import {
  allStatisticDimensions,
  columnsBy,
  inWords,
  type StatisticColumn,
  statisticCharts,
  statisticColumns,
  statisticDimensions,
} from '@shared/statistics-tables';
import { useEffect } from 'react';

type Props = Pages['statistics/overview'];

/** Milliseconds that the job usually takes to count the newest days. */
const counting = 3_000;

/** What was done on each day and by whom, as figures, charts and tables (docs/orders.md#statistics). */
export default function Overview({ statistics, before, asked }: Props) {
  const { by, fromDate, toDate, uncounted } = statistics;
  const waits = uncounted > 0;
  // once: where orders change all the time, a day is always to be counted
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => readQuietly(['statistics', 'before']), counting);
    return () => clearTimeout(timer);
  }, [waits, by, fromDate, toDate]);
  return (
    <>
      <ReportHead
        title="Statistics"
        hint={`${formatShortDay(fromDate)} to ${formatShortDay(toDate)}, days of Kuala Lumpur. Each number opens its orders.`}
        fromDate={asked.fromDate || fromDate}
        toDate={asked.toDate || toDate}
        zone="Kuala Lumpur"
        presets={dayPresets}
        onSubmit={(range) => router.get(routes.statistics, { ...range, by }, { preserveState: true, replace: true })}
      >
        <ExportLink href={`${routes.statisticsCsv}?${new URLSearchParams({ fromDate, toDate, by })}`}>CSV</ExportLink>
      </ReportHead>
      <div className="px-6 pb-8 max-md:px-4">
        <div className="pb-4">
          <Tabs
            label="Count by"
            tabs={allStatisticDimensions.map((name) => ({
              label: statisticDimensions[name],
              href: `${routes.statistics}?${new URLSearchParams({ fromDate, toDate, by: name })}`,
              current: name === by,
            }))}
          />
        </div>
        {waits && (
          <output className="block pb-3 text-caution">
            {uncounted === 1 ? 'One day has' : `${uncounted} days have`} changed and {uncounted === 1 ? 'is' : 'are'}{' '}
            being counted again, within a minute. Until then you see the previous numbers.
          </output>
        )}
        {statisticCharts.map((chart) => (
          <Answer key={chart.title} {...{ statistics, before, chart }} />
        ))}
        <Words before={before} />
      </div>
    </>
  );
}

type AnswerProps = Pick<Props, 'statistics' | 'before'> & { chart: (typeof statisticCharts)[number] };

/** A question with its answer for all orders, and its numbers: of days a chart and a table, of everything else bars. */
function Answer({ statistics, before, chart: { title, question, columns, drawn } }: AnswerProps) {
  const { by, total } = statistics;
  const figureOf = (column: StatisticColumn) => ({
    label: column === 'share' ? 'In time' : statisticColumns[column].title,
    value: <Value of={total} column={column} asked={daysOf(statistics)} />,
    note: before && beforeOf(numberOf(before.total, column), column),
  });
  return (
    <Section title={question}>
      <Figures of={drawn.map(figureOf)} />
      {/* of days: a chart and its table, equally high */}
      <div
        className={
          by === 'day' ? 'grid gap-x-8 gap-y-4 [--list-height:304px] min-[1440px]:grid-cols-[11fr_9fr]' : undefined
        }
      >
        {by === 'day' && <Chart lines={statistics.lines} drawn={drawn} title={title} />}
        {/* On phones each row is a card, so that a month of them would part the questions. */}
        <div className="min-w-0 max-md:max-h-96 max-md:overflow-y-auto">
          <Numbers
            {...{ statistics, title }}
            columns={columnsBy(by, columns)}
            barred={by === 'day' ? [] : columnsBy(by, drawn)}
          />
        </div>
      </div>
    </Section>
  );
}

function beforeOf(n: number | null, column: StatisticColumn): string {
  return `${n === null ? '–' : inWords(n, column)} before`;
}

/** What the words of the headings mean. */
function Words({ before }: Pick<Props, 'before'>) {
  return (
    <ul className="list-disc space-y-1 pl-5 text-ink-soft">
      {before && (
        <li>
          Before: {formatShortDay(before.fromDate)} to {formatShortDay(before.toDate)}, as many days right before these.
        </li>
      )}
      <li>Deleted orders are left out.</li>
      <li>Taken: by hand or by Next order. What was undone is left out.</li>
      <li>
        Times run from when the order was paid and its window was open, to its first move to AwaitingGovt and to its
        first mail with the card. Orders that were completed without that move are in no median time to submit.
      </li>
      <li>
        In time: the card was mailed before the day of arrival, which is the day that is counted. Not known: completed,
        but no mail is on record. Orders that were not paid or are in Refunds are left out.
      </li>
      <li>A median of many times is the one in the middle; of two in the middle it is the shorter one.</li>
    </ul>
  );
}
