import { useStaff } from '@/hooks/use-can';
import { changeSettings, useSettings } from '@/hooks/use-settings';
import type { MenuGroupName } from '@shared/menu';
import { useState } from 'react';

/** An entry of a group that is the current page. */
type Place = { name: MenuGroupName; path: string };

/**
 * Which groups of the menu are open: the groups that the member left open, and each group whose page was opened since the
 * document was loaded. A group that opened by itself stays open, so that nothing moves when its page is left; the member may fold it.
 * @param place the current page's entry; undefined when no group has it
 */
export function useOpenGroups(place: Place | undefined) {
  const { id } = useStaff();
  const { openGroups } = useSettings();
  const [opened, setOpened] = useState<MenuGroupName[]>(place ? [place.name] : []);
  const [at, setAt] = useState(place?.path);
  if (at !== place?.path) {
    setAt(place?.path);
    if (place) setOpened([...opened, place.name]);
  }

  const isOpen = (name: MenuGroupName) => openGroups.includes(name) || opened.includes(name);

  function toggle(name: MenuGroupName) {
    const others = openGroups.filter((other) => other !== name);
    setOpened(opened.filter((other) => other !== name));
    if (!isOpen(name)) void changeSettings(id, { openGroups: [...others, name] });
    else if (openGroups.includes(name)) void changeSettings(id, { openGroups: others });
  }

  return { isOpen, toggle };
}
