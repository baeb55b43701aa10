import { useCan } from '@/hooks/use-can';
import { Logout } from '@/layouts/admin/logout';
import { MenuEntries } from '@/layouts/admin/menu-entries';
import { MenuGroups } from '@/layouts/admin/menu-groups';
import { useUnderHand } from '@/layouts/admin/use-held';
import { usePage } from '@inertiajs/react';
import { dailyMenu, fixedMenu } from '@shared/menu';
import { X } from 'lucide-react';
import { type RefObject, useEffect } from 'react';

type SidebarProps = { open: boolean; onClose: () => void; menu: RefObject<HTMLElement | null> };

/** The menu: the daily work, the groups that fold, then the entries that never do (docs/screens.md#menu). */
export function Sidebar({ open, onClose, menu }: SidebarProps) {
  const can = useCan();
  const isUnderHand = useUnderHand(menu);
  const here = usePage().url.split('?')[0]!;
  useEffect(() => {
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [menu, here, open]);
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
        className="sticky top-bar h-[calc(100dvh-var(--spacing-bar))] w-sidebar shrink-0 scroll-pt-3 scroll-pb-12 overflow-y-auto overscroll-contain border-r border-line bg-canvas p-3 [--entry-height:28px] max-lg:invisible max-lg:fixed max-lg:inset-y-0 max-lg:left-0 max-lg:z-50 max-lg:h-auto max-lg:max-w-[85vw] max-lg:-translate-x-full max-lg:[transition:translate_200ms,visibility_0s_200ms] max-lg:data-open:[transition:translate_200ms] max-lg:data-open:visible max-lg:data-open:translate-x-0"
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
        <MenuEntries of={dailyMenu.filter(({ see }) => can(see))} />
        <MenuGroups isHeld={open || isUnderHand} />
        <hr className="mx-2.5 my-2 border-line" />
        <MenuEntries of={fixedMenu.filter(({ see }) => can(see))} />
        <Logout className="menu-foot" />
      </nav>
    </>
  );
}
