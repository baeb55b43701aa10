import { useCounts } from '@/hooks/use-live';
import { usePage } from '@inertiajs/react';
import type { MenuEntry } from '@shared/menu';
import type { SharedProps } from '@shared/pages';

/** Returns the number after an entry of the menu: what waits on its screen. Undefined where none is counted. */
export function useMenuNumber(): (entry: MenuEntry) => number | undefined {
  const counts = useCounts();
  const frame = usePage<SharedProps>().props;
  return ({ count, shows }) => (shows ? frame[shows] : count && counts?.[count]) ?? undefined;
}
