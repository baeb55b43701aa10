import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { type ChangeEvent, type FormEvent, useState } from 'react';

type DateRangeProps = {
  /** The range of the shown report, YYYY-MM-DD or empty. */
  fromDate: string;
  toDate: string;
  onSubmit: (range: { fromDate: string; toDate: string }) => void;
  error?: string | undefined;
};

/** From and To of a report, both days included; either may stay empty. */
export function DateRange({ fromDate, toDate, onSubmit, error }: DateRangeProps) {
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

  return (
    <form onSubmit={onShow} className="flex flex-wrap items-end gap-2 px-6 pb-4 max-md:px-4">
      <Field label="From" {...dateField('fromDate')} className="w-40 max-sm:flex-1" />
      <Field label="To" {...dateField('toDate')} error={error} className="w-40 max-sm:flex-1" />
      <Button type="submit" tone="primary">
        Submit
      </Button>
    </form>
  );
}
