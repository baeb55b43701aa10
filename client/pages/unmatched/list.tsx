import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { PageFooter } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { Entry } from '@/pages/unmatched/parts/entry';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/** Disputes, early warnings and mails that fit no single order (docs/mail.md#without-an-order). */
export default function List({ entries, aside, page, limit, total }: Pages['unmatched/list']) {
  return (
    <>
      <PageTitle
        title="Without an Order"
        count={total}
        hint="What came in and fits no single order: disputes and early warnings by their due date, then mails, the newest first."
      >
        <RefreshButton />
      </PageTitle>
      <nav aria-label="Which entries" className="flex flex-wrap gap-1 px-6 pb-3 max-md:px-4">
        <Choice href={routes.unmatchedPage(false)} isChosen={!aside} label="Waiting" />
        <Choice href={routes.unmatchedPage(true)} isChosen={aside} label="Set aside" />
      </nav>
      {entries.length === 0 ? (
        <EmptyState text="No data available in table">
          {aside ? 'Nothing is set aside.' : 'Everything that came in has its order.'}
        </EmptyState>
      ) : (
        <ul className="grid gap-4 px-6 pb-6 max-md:px-4">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {total > limit && (
        <PageFooter
          {...{ page, limit, total }}
          shown={entries.length}
          href={(number) => routes.unmatchedPage(aside, number)}
        />
      )}
    </>
  );
}

function Choice({ href, isChosen, label }: { href: string; isChosen: boolean; label: string }) {
  return (
    <Link
      href={href}
      aria-current={isChosen ? 'page' : undefined}
      className="inline-flex min-h-control items-center rounded-md px-2.5 text-ink-soft hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
    >
      {label}
    </Link>
  );
}
