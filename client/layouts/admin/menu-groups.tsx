import { useCan } from '@/hooks/use-can';
import { useMenuNumber } from '@/hooks/use-menu-number';
import { isIn, MenuEntries } from '@/layouts/admin/menu-entries';
import { useHeld } from '@/layouts/admin/use-held';
import { useOpenGroups } from '@/layouts/admin/use-open-groups';
import { CountViews, isSameList, useViewsSum, ViewEntries } from '@/layouts/admin/view-entries';
import { usePage } from '@inertiajs/react';
import { type MenuEntry, type MenuGroupName, menuGroupNames, menuGroups } from '@shared/menu';
import type { SharedProps } from '@shared/pages';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * The groups of the menu that fold; an empty one is not shown (docs/screens.md#menu).
 * @param isHeld while true no entry comes or goes
 */
export function MenuGroups({ isHeld }: { isHeld: boolean }) {
  const { props, url } = usePage<SharedProps>();
  const views = useHeld(props.views, isHeld) ?? [];
  const entriesOf = useEntries(isHeld);
  const here = url.split('?')[0]!;
  const places = menuGroupNames.flatMap((name) => {
    const view = views.find(({ path }) => name === 'views' && isSameList(url, path));
    const entry = entriesOf(name).find(({ path }) => isIn(here, path));
    return view || entry ? [{ name, path: (view ?? entry)!.path }] : [];
  });
  const { isOpen, toggle } = useOpenGroups(places[0]);
  const numberOf = useMenuNumber();
  const viewsSum = useViewsSum(views);

  return (
    <>
      {views.length > 0 && <CountViews views={views} />}
      {menuGroupNames.map((name) => {
        const entries = entriesOf(name);
        if (name === 'views' ? views.length === 0 : entries.length === 0) return null;
        const list = { id: `menu-${name}-entries`, 'aria-labelledby': `menu-${name}` };
        const numbers = entries.map((entry) => numberOf(entry) ?? 0);
        const sum = name === 'views' ? viewsSum : numbers.reduce((total, one) => total + one, 0).toLocaleString('en');
        return (
          <Group key={name} name={name} isOpen={isOpen(name)} sum={sum} onToggle={() => toggle(name)}>
            {name === 'views' ? <ViewEntries views={views} {...list} /> : <MenuEntries of={entries} {...list} />}
          </Group>
        );
      })}
    </>
  );
}

type GroupProps = { name: MenuGroupName; isOpen: boolean; sum: string; onToggle: () => void; children: ReactNode };

function Group({ name, isOpen, sum, onToggle, children }: GroupProps) {
  const hasSum = !isOpen && sum !== '0';
  return (
    <div className="mt-1">
      <button
        type="button"
        id={`menu-${name}`}
        aria-expanded={isOpen}
        aria-controls={`menu-${name}-entries`}
        onClick={onToggle}
        className="menu-head"
      >
        <ChevronDown aria-hidden />
        {menuGroups[name].label}
        {hasSum && <span className="ml-auto text-sm font-normal tabular-nums">{sum}</span>}
      </button>
      {isOpen && children}
    </div>
  );
}

/** The entries of each group that the member may see: of *Waiting* those where something waits, and the current page. */
function useEntries(isHeld: boolean): (name: MenuGroupName) => readonly MenuEntry[] {
  const can = useCan();
  const numberOf = useMenuNumber();
  const here = usePage().url.split('?')[0]!;
  const seen = (name: MenuGroupName) =>
    (menuGroups[name].entries as readonly MenuEntry[]).filter(({ see }) => can(see));
  const waits = seen('waiting').filter((entry) => numberOf(entry) || isIn(here, entry.path));
  const shown = useHeld(waits.map(({ path }) => path).join(' '), isHeld).split(' ');
  return (name) =>
    name === 'waiting' ? seen(name).filter(({ path }) => shown.includes(path) || isIn(here, path)) : seen(name);
}
