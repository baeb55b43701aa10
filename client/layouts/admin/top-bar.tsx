import { Avatar } from '@/components/avatar';
import { Link } from '@/components/link';
import { Logo } from '@/components/logo';
import { useStaff } from '@/hooks/use-can';
import { Logout } from '@/layouts/admin/logout';
import { Notices } from '@/layouts/admin/notices';
import { PacksUnderWay } from '@/layouts/admin/packs-under-way';
import { FindButton, NextButton } from '@/layouts/admin/top-buttons';
import { SettingsMenu } from '@/layouts/admin/settings-menu';
import { Uploads } from '@/layouts/admin/uploads';
import { routes } from '@shared/routes';
import { ChevronDown, Menu, ShieldCheck } from 'lucide-react';
import type { RefObject } from 'react';

type TopBarProps = {
  inert: boolean;
  menuOpen: boolean;
  onMenu: () => void;
  toggle: RefObject<HTMLButtonElement | null>;
};

/** Logo, welcome and the signed-in member's menu (docs/screens.md#screens). */
export function TopBar({ inert, menuOpen, onMenu, toggle }: TopBarProps) {
  const staff = useStaff();
  return (
    <header inert={inert} data-print="never" className="sticky top-0 z-30 h-bar border-b border-line bg-surface">
      <div className="flex h-(--bar-row) items-center gap-3 px-6 max-md:gap-2 max-md:px-4">
        <button
          ref={toggle}
          type="button"
          aria-label="Menu"
          aria-expanded={menuOpen}
          aria-controls="menu"
          onClick={onMenu}
          className="-ml-2 grid size-9 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken lg:hidden"
        >
          <Menu aria-hidden className="size-5" />
        </button>
        <Link
          href={routes.dashboard}
          className="flex min-w-0 items-center gap-2.5 rounded-sm font-semibold max-md:shrink-0"
        >
          <Logo className="size-7" />
          <span className="truncate max-md:sr-only">Malaysia Arrival Card</span>
        </Link>

        <Uploads />
        <PacksUnderWay />
        <div className="ml-auto flex shrink-0 items-center gap-2">
          <FindButton />
          <NextButton />
        </div>
        {/* in two small lines on phones; uploads need its room on all but wide screens */}
        <p className="min-w-0 shrink truncate text-ink-soft max-xl:[ul~&]:hidden max-sm:text-xs">
          Welcome, <span className="font-medium text-ink max-sm:block max-sm:truncate">{staff.name}</span>
        </p>
        <MemberMenu />
      </div>
      <output className="block">
        <Notices />
      </output>
    </header>
  );
}

/** The button that opens the signed-in member's menu, and the menu. */
function MemberMenu() {
  const staff = useStaff();
  return (
    <>
      <button
        type="button"
        popoverTarget="member-menu"
        className="flex shrink-0 items-center gap-1 rounded-full p-0.5 hover:bg-sunken"
      >
        <span className="sr-only">Account of </span>
        <Avatar name={staff.name} className="size-7 text-xs" />
        <ChevronDown aria-hidden className="size-4 text-ink-faint" />
      </button>
      <div
        id="member-menu"
        popover="auto"
        className="fixed inset-auto top-[calc(var(--spacing-bar)-2px)] right-4 m-0 w-64 rounded-lg bg-surface p-1.5 shadow-float"
      >
        <div className="border-b border-line px-2.5 pt-1.5 pb-2.5">
          <p className="truncate font-medium">{staff.name}</p>
          <p className="truncate text-ink-faint">{staff.email}</p>
          <p className="text-ink-faint">{staff.type}</p>
        </div>
        <SettingsMenu />
        <Link href={routes.account} className="menu-entry mt-1.5">
          <ShieldCheck aria-hidden />
          Your account
        </Link>
        <Logout />
      </div>
    </>
  );
}
