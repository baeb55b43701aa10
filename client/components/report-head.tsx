import { DateRange, type DateRangeProps } from '@/components/date-range';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import type { ReactNode } from 'react';

type ReportHeadProps = Omit<DateRangeProps, 'error'> & {
  title: string;
  hint: string;
  /** A search, or the link to the file. */
  children: ReactNode;
};

/** The top of a report: its title, its days with their usual ranges, and what is wrong with them. */
export function ReportHead({ title, hint, children, ...range }: ReportHeadProps) {
  const { errors } = usePage<SharedProps>().props;
  return (
    <>
      <PageTitle {...{ title, hint }}>
        {children}
        <RefreshButton />
      </PageTitle>
      <DateRange {...range} error={errors['toDate'] ?? errors['fromDate']} />
    </>
  );
}
