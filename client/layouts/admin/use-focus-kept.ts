import { usePage } from '@inertiajs/react';
import { useEffect } from 'react';

/**
 * When the element that had the focus is gone with an update of the screen, the screen's content gets it. So the next Tab
 * and the next key start there and not at the top of the document.
 */
export function useFocusKept(): void {
  const page = usePage();
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  }, [page]);
}
