import { Copyable } from '@/components/copyable';
import { Fragment, type ReactNode } from 'react';

/**
 * Names and values in two columns. In a narrower container the name goes above its value, then the columns become one.
 * A text copies with a click. An unknown value shows a dash.
 */
export function Facts({ of }: { of: Record<string, ReactNode> }) {
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 content-start gap-x-6 @max-[26rem]:grid-cols-1">
        {Object.entries(of).map(([name, value]) => (
          <div
            key={name}
            className="grid content-start grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 border-t border-line py-2 @min-[26rem]:@max-[43.5rem]:grid-cols-1"
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
