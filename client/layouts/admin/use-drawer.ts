import { router } from '@inertiajs/react';
import { useEffect, useRef, useState } from 'react';

/**
 * The menu as a drawer (991px and less). While it is open, everything else is inert, so the focus stays inside. Esc, a click
 * outside it, a visit or a wider window closes it and gives the focus back.
 */
export function useDrawer() {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;

    const opener = toggle.current;
    menu.current?.focus();
    const wide = matchMedia('(width >= 992px)');
    const close = () => setOpen(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    const stopListening = router.on('navigate', close);
    wide.addEventListener('change', close);
    document.addEventListener('keydown', onKey);
    return () => {
      stopListening();
      wide.removeEventListener('change', close);
      document.removeEventListener('keydown', onKey);
      requestAnimationFrame(() => opener?.focus());
    };
  }, [open]);

  return { open, menu, toggle, openDrawer: () => setOpen(true), closeDrawer: () => setOpen(false) };
}
