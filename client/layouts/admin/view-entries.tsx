import { Link } from '@/components/link';
import { callApi } from '@/hooks/call-api';
import { useLive } from '@/hooks/use-live';
import { useThrottled } from '@/hooks/use-throttled';
import { Store, useStore } from '@/writes/store';
import { usePage } from '@inertiajs/react';
import type { SavedView, ViewCount } from '@shared/answers/saved-views';
import { routes } from '@shared/routes';
import { Bookmark, Users } from 'lucide-react';
import { useEffect } from 'react';

/** Milliseconds until changes of orders show in the counts. */
const countDelay = 1_500;
const counts = new Store<ReadonlyMap<number, ViewCount>>(new Map());

type ViewsProps = { views: readonly SavedView[] };

/** The saved views in the menu, each with its number of orders (docs/screens.md#saved-views). */
export function ViewEntries({ views, ...list }: ViewsProps & { id: string; 'aria-labelledby': string }) {
  const { url } = usePage();
  return (
    <ul {...list}>
      {views.map((view) => (
        <li key={view.id}>
          <Link href={view.path} aria-current={isSameList(url, view.path) ? 'page' : undefined} className="menu-entry">
            {view.shared ? <Users aria-hidden /> : <Bookmark aria-hidden />}
            <bdi className="truncate" title={view.shared ? `${view.name}, by ${view.owner}` : view.name}>
              {view.name}
            </bdi>
            <Count id={view.id} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How many orders the views have together, as text; an order counts in each view that has it. */
export function useViewsSum(views: readonly SavedView[]): string {
  const known = useStore(counts);
  const all = views.flatMap(({ id }) => known.get(id) ?? []);
  return shownCount({ count: all.reduce((sum, { count }) => sum + count, 0), more: all.some(({ more }) => more) });
}

/** Reads the counts when the views are shown or change, and after changes of orders. */
export function CountViews({ views }: ViewsProps) {
  const asked = views.map(({ id, path }) => `${id} ${path}`).join();
  const later = useThrottled(() => void readCounts(), countDelay);
  useLive({
    onChanges: later,
    onCards: later,
    onMissed: () => {
      later();
      return [];
    },
  });
  useEffect(() => void readCounts(), [asked]);
  return null;
}

async function readCounts(): Promise<void> {
  const answer = await callApi<ViewCount[]>('get', routes.api.viewCounts).catch(() => undefined);
  if (answer?.status === 1) counts.set(new Map(answer.data.map((one) => [one.id, one])));
}

function Count({ id }: { id: number }) {
  const known = useStore(counts).get(id);
  if (!known) return null;
  return <span className="ml-auto text-sm font-normal text-ink-faint tabular-nums">{shownCount(known)}</span>;
}

function shownCount({ count, more }: Pick<ViewCount, 'count' | 'more'>): string {
  return count.toLocaleString('en') + (more ? '+' : '');
}

/** Whether two addresses are of the same list, whatever its page. */
export function isSameList(one: string, other: string): boolean {
  return partsOf(one) === partsOf(other);
}

function partsOf(address: string): string {
  const [path, query] = address.split('?', 2);
  const asked = [...new URLSearchParams(query)].filter(([name]) => !['page', 'limit', 'rows', 'after'].includes(name));
  return `${path} ${JSON.stringify(asked.toSorted())}`;
}
