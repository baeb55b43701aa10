import { Copyable } from '@/components/copyable';
import { Fragment, type ReactNode } from 'react';

type FactsProps = {
  of: Record<string, ReactNode>;
  /** Those of `of` that are too long for a column: they have both. */
  wide?: readonly string[] | undefined;
  /** What can be done with these facts, at the right end of the first row. */
  action?: ReactNode;
};

/**
 * Names and values in two columns, under one line; `--names` is the width of the names. In a narrower container the name goes
 * above its value, then the columns become one. A text copies with a click. An unknown value shows a dash.
 */
export function Facts({ of, wide = [], action }: FactsProps) {
  return (
    <div className="@container relative border-t border-line py-1.5">
      {action && <div className="absolute top-1 right-0">{action}</div>}
      <dl className={`grid grid-cols-2 content-start gap-x-6 @max-[26rem]:grid-cols-1 ${action ? 'pr-8' : ''}`}>
        {Object.entries(of).map(([name, value]) => (
          <div
            key={name}
            className={`grid content-start grid-cols-[var(--names,8.5rem)_minmax(0,1fr)] gap-x-3 py-1 @min-[26rem]:@max-[43.5rem]:grid-cols-1 ${wide.includes(name) ? 'col-span-full' : ''}`}
          >
            <dt className="text-ink-faint">
              {name.split('/').map((part, index) => (
                <Fragment key={part}>
                  {index > 0 && (
                    <>
                      /<wbr />
                    </>
                  )}
                  {part}
                </Fragment>
              ))}
            </dt>
            <dd className="wrap-anywhere tabular-nums [&_.copyable]:whitespace-normal [&_time]:whitespace-normal">
              {typeof value === 'string' && value !== '' ? (
                <Copyable text={value} className="text-left" />
              ) : (
                value || <span className="text-ink-faint">–</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
