import { keptMarkup } from '@/components/kept-markup';
import { Link } from '@/components/link';
import { useCan } from '@/hooks/use-can';
import { useMenuNumber } from '@/hooks/use-menu-number';
import { Logout } from '@/layouts/admin/logout';
import { ViewEntries } from '@/layouts/admin/view-entries';
import { menuIcons } from '@/layouts/admin/menu-icons';
import { usePage } from '@inertiajs/react';
import { type MenuEntry, sideMenu, workMenu } from '@shared/menu';
import { routes } from '@shared/routes';
import { X } from 'lucide-react';
import type { RefObject } from 'react';

type SidebarProps = { open: boolean; onClose: () => void; menu: RefObject<HTMLElement | null> };

/** The menu: the daily work, then the other entries with their counts (docs/product.md#screens). */
export function Sidebar({ open, onClose, menu }: SidebarProps) {
  return (
    <>
      {open && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Close menu"
          onClick={onClose}
          className="fixed inset-0 z-40 bg-veil lg:hidden"
        />
      )}
      <nav
        ref={menu}
        id="menu"
        aria-label="Main"
        tabIndex={-1}
        data-open={open || undefined}
        data-print="never"
        className="sticky top-bar h-[calc(100dvh-var(--spacing-bar))] w-sidebar shrink-0 overflow-y-auto overscroll-contain border-r border-line bg-canvas p-3 max-lg:invisible max-lg:fixed max-lg:inset-y-0 max-lg:left-0 max-lg:z-50 max-lg:h-auto max-lg:max-w-[85vw] max-lg:-translate-x-full max-lg:[transition:translate_200ms,visibility_0s_200ms] max-lg:data-open:[transition:translate_200ms] max-lg:data-open:visible max-lg:data-open:translate-x-0"
      >
        <div className="mb-2 flex items-center justify-between pl-2.5 lg:hidden">
          <span className="font-semibold">Menu</span>
          <button
            type="button"
            aria-label="Close menu"
            onClick={onClose}
            className="grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        <Entries of={workMenu} />
        <ViewEntries />
        <hr className="mx-2.5 my-3 border-line" />
        <Entries of={sideMenu} />
        <Logout />
      </nav>
    </>
  );
}

function Entries({ of }: { of: readonly MenuEntry[] }) {
  const numberOf = useMenuNumber();
  const here = usePage().url.split('?')[0]!;
  const can = useCan();
  return (
    <ul>
      {of
        .filter(({ see }) => can(see))
        .map((entry) => {
          const { path } = entry;
          const current = isIn(here, path);
          const number = numberOf(entry);
          const link = () => <EntryLink {...{ entry, current, number }} />;
          const kept = keptMarkup('menu', `${path} ${current} ${number}`, link);
          return kept === undefined ? (
            <li key={path}>{link()}</li>
          ) : (
            <li key={path} dangerouslySetInnerHTML={{ __html: kept }} />
          );
        })}
    </ul>
  );
}

function EntryLink({ entry, current, number }: { entry: MenuEntry; current: boolean; number: number | undefined }) {
  const { label, path, icon } = entry;
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
        <span className="ml-auto text-sm font-normal text-ink-faint tabular-nums">{number.toLocaleString('en')}</span>
      )}
    </Link>
  );
}

/** Whether the shown path is the entry's or below it. The dashboard's path is above every other, so it must match exactly. */
function isIn(here: string, path: string): boolean {
  return here === path || (path !== routes.dashboard && here.startsWith(`${path}/`));
}
