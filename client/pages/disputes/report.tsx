import { DateRange } from '@/components/date-range';
import { ExportLink } from '@/components/export-link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Section } from '@/components/section';
import { EndsPicture, RatioPicture } from '@/pages/disputes/report/pictures';
import { Lines, Ratio } from '@/pages/disputes/report/tables';
import { router, usePage } from '@inertiajs/react';
import { allReportDimensions, reportDimensions } from '@shared/dispute-report-tables';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** How disputes ended, and how many there are for each paid order (docs/disputes.md#dispute-report). */
export default function Report({ report, asked }: Pages['disputes/report']) {
  const { errors } = usePage<SharedProps>().props;
  const { fromDate, toDate, total, by, exhibits, ratio } = report;
  const days = { fromDate, toDate };
  return (
    <>
      <PageTitle
        title="Dispute Report"
        hint={`Disputes that were opened from ${fromDate} to ${toDate}, in UTC. Each number opens its disputes.`}
      >
        <ExportLink href={`${routes.disputeReportCsv}?${new URLSearchParams(days)}`}>CSV</ExportLink>
        <RefreshButton />
      </PageTitle>
      <DateRange
        fromDate={asked.fromDate || fromDate}
        toDate={asked.toDate || toDate}
        onSubmit={(range) => router.get(routes.disputeReport, range, { preserveState: true, replace: true })}
        error={errors['toDate'] ?? errors['fromDate']}
      />
      <div className="px-6 pb-8 max-md:px-4">
        <Section title="All disputes">
          <Lines caption="All disputes" name="Total" lines={[total]} days={days} />
        </Section>
        <Section title="How they ended, by month">
          <EndsPicture lines={by.month} months={ratio.map(({ month }) => month)} />
        </Section>
        {allReportDimensions.map((dimension) => (
          <Section
            key={dimension}
            title={`By ${reportDimensions[dimension].toLowerCase()}`}
            count={by[dimension].length}
          >
            <Lines
              caption={`By ${reportDimensions[dimension].toLowerCase()}`}
              name={reportDimensions[dimension]}
              lines={by[dimension]}
              by={dimension}
              days={days}
            />
          </Section>
        ))}
        <Section title="By exhibit">
          <p className="mb-2 text-ink-soft">
            Whether it is on record today for the order; of the card, the current one.
          </p>
          <Lines caption="By exhibit" name="Exhibit" lines={exhibits} by="exhibit" days={days} />
        </Section>
        <Section title="Disputes for each hundred paid orders">
          <RatioPicture months={ratio} />
          <Ratio months={ratio} days={days} />
        </Section>
      </div>
    </>
  );
}
