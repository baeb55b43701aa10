import { Fragment, type ReactNode } from 'react';

export type Figure = {
  label: string;
  /** The number, usually a link to what it counts. */
  value: ReactNode;
  /** What it is of, or what it was before. */
  note?: ReactNode;
};

/** The few numbers that answer what a report is asked, before its charts and tables. */
export function Figures({ of: figures }: { of: Figure[] }) {
  return (
    <dl className="mb-4 flex flex-wrap gap-x-10 gap-y-3">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="min-w-24">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-xl font-semibold tracking-tight tabular-nums">
            {value}
            {note && (
              <Fragment>
                {' '}
                <span className="text-sm font-normal tracking-normal text-ink-faint">{note}</span>
              </Fragment>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
