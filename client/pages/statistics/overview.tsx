import { DateRange } from '@/components/date-range';
import { ExportLink } from '@/components/export-link';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Section } from '@/components/section';
import { Chart } from '@/pages/statistics/overview/chart';
import { Numbers } from '@/pages/statistics/overview/numbers';
import { readQuietly } from '@/writes/read-again';
import { router, usePage } from '@inertiajs/react';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { allStatisticDimensions, statisticCharts, statisticDimensions } from '@shared/statistics-tables';
import { useEffect } from 'react';

/** Milliseconds that the job usually takes to count the newest days. */
const counting = 3_000;

/** What was done on each day and by whom, as charts and tables (docs/orders.md#statistics). */
export default function Overview({ statistics, asked }: Pages['statistics/overview']) {
  const { errors } = usePage<SharedProps>().props;
  const { by, fromDate, toDate, uncounted } = statistics;
  const waits = uncounted > 0;
  // once: where orders change all the time, a day is always to be counted
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => readQuietly(['statistics']), counting);
    return () => clearTimeout(timer);
  }, [waits, by, fromDate, toDate]);
  return (
    <>
      <PageTitle
        title="Statistics"
        hint={`From ${fromDate} to ${toDate}, days of Kuala Lumpur. Each number opens its orders.`}
      >
        <ExportLink href={`${routes.statisticsCsv}?${new URLSearchParams({ fromDate, toDate, by })}`}>CSV</ExportLink>
        <RefreshButton />
      </PageTitle>
      <DateRange
        fromDate={asked.fromDate || fromDate}
        toDate={asked.toDate || toDate}
        onSubmit={(range) => router.get(routes.statistics, { ...range, by }, { preserveState: true, replace: true })}
        error={errors['toDate'] ?? errors['fromDate']}
      />
      <Dimensions {...statistics} />
      {waits && (
        <output className="block px-6 pb-3 text-caution max-md:px-4">
          {uncounted === 1 ? 'One day has' : `${uncounted} days have`} changed and {uncounted === 1 ? 'is' : 'are'}{' '}
          being counted again, within a minute. Until then you see the previous numbers.
        </output>
      )}
      <div className="px-6 pb-8 max-md:px-4">
        {statisticCharts.map((chart) => (
          <Section key={chart.title} title={chart.title}>
            <div className="grid gap-x-8 gap-y-4 xl:grid-cols-2">
              <Chart statistics={statistics} drawn={chart.drawn} title={chart.title} />
              {/* On phones each row is a card, so that a month of them would part the charts. */}
              <div className="min-w-0 max-md:max-h-96 max-md:overflow-y-auto">
                <Numbers statistics={statistics} columns={chart.columns} title={chart.title} />
              </div>
            </div>
          </Section>
        ))}
        <Words />
      </div>
    </>
  );
}

/** What the numbers are counted by. */
function Dimensions({ by, fromDate, toDate }: Pages['statistics/overview']['statistics']) {
  return (
    <nav aria-label="Count by" className="flex flex-wrap gap-1 px-6 pb-3 max-md:px-4">
      {allStatisticDimensions.map((name) => (
        <Link
          key={name}
          href={`${routes.statistics}?${new URLSearchParams({ fromDate, toDate, by: name })}`}
          aria-current={name === by ? 'page' : undefined}
          className="inline-flex min-h-control items-center rounded-md px-2.5 text-ink-soft hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
        >
          {statisticDimensions[name]}
        </Link>
      ))}
    </nav>
  );
}

/** What the words of the headings mean. */
function Words() {
  return (
    <ul className="list-disc space-y-1 pl-5 text-ink-soft">
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
