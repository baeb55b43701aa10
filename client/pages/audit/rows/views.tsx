import { buttonClass } from '@/components/button';
import { Link } from '@/components/link';
import { pathOf } from '@/pages/audit/rows/filter';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/** The two views of the audit: every row, and the alarms. */
export function Views({ alarms }: { alarms: boolean }) {
  const views = [
    { label: 'Rows', href: routes.audit, isShown: !alarms },
    { label: 'Alarms', href: routes.alarms, isShown: alarms },
  ];
  return (
    <nav aria-label="Views" className="flex flex-wrap gap-1 px-6 pb-3 max-md:px-4">
      {views.map(({ label, href, isShown }) => (
        <Link
          key={label}
          href={href}
          aria-current={isShown ? 'page' : undefined}
          className="inline-flex min-h-control items-center rounded-md px-2.5 text-ink-soft hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The ways to the newest rows and to older ones. */
export function Steps({ next, query }: Pick<Pages['audit/rows'], 'next' | 'query'>) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-3 px-6 pt-3 max-md:px-4">
      {query.before && (
        <Link href={pathOf(routes.audit, { ...query, before: undefined })} className={buttonClass()}>
          Newest
        </Link>
      )}
      {next && (
        <Link href={pathOf(routes.audit, { ...query, before: next })} className={buttonClass()}>
          Older
        </Link>
      )}
    </nav>
  );
}
