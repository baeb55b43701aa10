import { Fragment, type ReactNode } from 'react';

/** Names and values in two quiet columns; what is not known shows a dash. */
export function Facts({ of }: { of: Record<string, ReactNode> }) {
  return (
    <dl className="grid content-start grid-cols-2 gap-x-8 max-sm:grid-cols-1">
      {Object.entries(of).map(([name, value]) => (
        <div
          key={name}
          className="grid content-start grid-cols-[9rem_minmax(0,1fr)] gap-x-3 border-t border-line py-2 max-xl:grid-cols-1 max-sm:grid-cols-[8.5rem_minmax(0,1fr)]"
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
          <dd className="wrap-anywhere tabular-nums [&_.copyable]:whitespace-normal">
            {value || <span className="text-ink-faint">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
