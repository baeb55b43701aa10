import { Link } from '@/components/link';
import { useMenuNumber } from '@/hooks/use-menu-number';
import { menuIcons } from '@/layouts/admin/menu-icons';
import { usePage } from '@inertiajs/react';
import type { MenuEntry } from '@shared/menu';
import { routes } from '@shared/routes';

/** Entries of the menu, with what waits on their screens. */
export function MenuEntries({ of, ...list }: { of: readonly MenuEntry[]; id?: string; 'aria-labelledby'?: string }) {
  const numberOf = useMenuNumber();
  const here = usePage().url.split('?')[0]!;
  return (
    <ul {...list}>
      {of.map((entry) => (
        <li key={entry.path}>
          <EntryLink {...{ entry, current: isIn(here, entry.path), number: numberOf(entry) }} />
        </li>
      ))}
    </ul>
  );
}

function EntryLink({ entry, current, number }: { entry: MenuEntry; current: boolean; number: number | undefined }) {
  const { label, path, icon, urgent } = entry;
  const Icon = menuIcons[icon];
  return (
    <Link
      href={path}
      // a hover loads the screen; after two seconds its data counts as out of date
      prefetch
      cacheFor={2_000}
      aria-current={current ? 'page' : undefined}
      className="menu-entry"
    >
      {Icon && <Icon aria-hidden />}
      <span className="truncate">{label}</span>
      {number !== undefined && (
        <span
          className={`ml-auto text-sm tabular-nums ${urgent && number > 0 ? 'font-semibold text-danger' : 'font-normal text-ink-faint'}`}
        >
          {number.toLocaleString('en')}
        </span>
      )}
    </Link>
  );
}

/** Whether the shown path is the entry's or below it. The dashboard's path is above every other, so it must match exactly. */
export function isIn(here: string, path: string): boolean {
  return here === path || (path !== routes.dashboard && here.startsWith(`${path}/`));
}
