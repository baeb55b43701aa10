import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { daysFrom, kualaLumpurToday } from '@shared/dates';
import { type ChangeEvent, type FormEvent, useState } from 'react';

type Range = { fromDate: string; toDate: string };

export type DateRangeProps = Range & {
  /** Whose days they are: the range of the shown report is YYYY-MM-DD, or empty. */
  zone: 'UTC' | 'Kuala Lumpur';
  presets: Presets;
  onSubmit: (range: Range) => void;
  error?: string | undefined;
};

/** Usual ranges that end today: their names, and the first day of each. */
type Presets = readonly { label: string; first: (today: string) => string }[];

const monthsAgo = (today: string, months: number) => {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
};

const thisMonth = { label: 'This month', first: (today: string) => monthsAgo(today, 0) };

/** For a report of days. */
export const dayPresets: Presets = [
  { label: 'Today', first: (today) => today },
  { label: '7 days', first: (today) => daysFrom(today, -6) },
  { label: '30 days', first: (today) => daysFrom(today, -29) },
  thisMonth,
];

/** For a report of months. */
export const monthPresets: Presets = [
  thisMonth,
  { label: '3 months', first: (today) => monthsAgo(today, 2) },
  { label: '12 months', first: (today) => monthsAgo(today, 11) },
];

function todayIn(zone: DateRangeProps['zone']): string {
  return zone === 'UTC' ? new Date().toISOString().slice(0, 10) : kualaLumpurToday();
}

/** From and To of a report, both days included; either may stay empty. The usual ranges are one click. */
export function DateRange({ fromDate, toDate, zone, presets, onSubmit, error }: DateRangeProps) {
  const [range, setRange] = useState({ fromDate, toDate });

  function dateField(name: 'fromDate' | 'toDate') {
    return {
      name,
      type: 'date',
      value: range[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setRange({ ...range, [name]: event.target.value }),
    };
  }

  function onShow(event: FormEvent) {
    event.preventDefault();
    onSubmit(range);
  }

  function show(first: (today: string) => string) {
    const today = todayIn(zone);
    const chosen = { fromDate: first(today), toDate: today };
    setRange(chosen);
    onSubmit(chosen);
  }

  return (
    <form onSubmit={onShow} className="flex flex-wrap items-end gap-2 px-6 pb-4 max-md:px-4">
      <Field label="From" {...dateField('fromDate')} className="w-40 max-sm:flex-1" />
      <Field label="To" {...dateField('toDate')} error={error} className="w-40 max-sm:flex-1" />
      <Button type="submit" tone="primary">
        Submit
      </Button>
      <span className="flex flex-wrap gap-1">
        {presets.map(({ label, first }) => (
          <Button key={label} tone="quiet" onClick={() => show(first)}>
            {label}
          </Button>
        ))}
      </span>
    </form>
  );
}
