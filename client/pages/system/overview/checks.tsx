import { Link } from '@/components/link';
import { Time } from '@/components/time';
import { Mark } from '@/pages/system/overview/mark';
import type { DataCheckLine } from '@shared/answers/system';
import { formatMoment } from '@shared/dates';

/** What the last check of the data found, with a way to each row. */
export function Checks({ checks }: { checks: DataCheckLine[] }) {
  const ran = checks.map(({ ran_at }) => ran_at ?? '').sort();
  const last = ran.at(-1);
  return (
    <>
      <p className="mb-2 text-ink-soft">
        {last ? (
          <>
            Every day, last <Time at={last} format={formatMoment} />.
          </>
        ) : (
          'No worker has looked yet.'
        )}
      </p>
      <ul className="rounded-md border border-line">
        {checks.map((check) => (
          <li key={check.name} className="not-first:border-t not-first:border-line">
            <Check {...check} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Check({ sentence, found, error, ran_at, faults }: DataCheckLine) {
  const head = (
    <>
      <span className="min-w-0 flex-1">{sentence}</span>
      <Mark
        ok={found === 0 && error === null && ran_at !== null}
        good="none"
        bad={error !== null ? 'could not run' : ran_at === null ? 'not run yet' : found.toLocaleString('en')}
      />
    </>
  );
  if (faults.length === 0) {
    return (
      <div className="px-3 py-2">
        <div className="flex items-baseline gap-3">{head}</div>
        {error && <p className="text-sm wrap-anywhere text-ink-soft">{error}</p>}
      </div>
    );
  }
  return (
    <details className="group">
      <summary className="px-3 py-2 hover:bg-sunken">
        <span className="ml-1 inline-flex w-[calc(100%-1.5rem)] items-baseline gap-3 align-top">{head}</span>
      </summary>
      <ul className="border-t border-line px-3 py-2 text-sm">
        {faults.map(({ what, href }) => (
          <li key={what} className="py-0.5 wrap-anywhere">
            {href === null ? <span>{what}</span> : <FaultLink href={href} what={what} />}
          </li>
        ))}
        {found > faults.length && (
          <li className="py-0.5 text-ink-faint">{`and ${(found - faults.length).toLocaleString('en')} more`}</li>
        )}
      </ul>
    </details>
  );
}

function FaultLink({ href, what }: { href: string; what: string }) {
  const className = 'text-accent hover:underline';
  return href.startsWith('#') ? (
    <a href={href} className={className}>
      {what}
    </a>
  ) : (
    <Link href={href} className={className}>
      {what}
    </Link>
  );
}
