import type { News } from '@/components/toaster';
import { router, usePage } from '@inertiajs/react';
import type { Flash } from '@shared/pages';
import { useEffect } from 'react';

const unreachable: News = {
  type: 'error',
  message: 'The server could not be reached. Nothing was changed; please try again.',
};

/** Shows what the server flashed, and that it could not be reached. */
export function useToasts() {
  const { toast, failed, undo } = usePage().flash as Flash;

  useEffect(() => {
    if (toast) void say({ ...toast, failed, undo: undo && [undo] });
  }, [toast, failed, undo]);

  useEffect(() => {
    const stops = [router.on('networkError', onTrouble), router.on('httpException', onTrouble)];
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** Shows a toast from anywhere on a screen. The toasts themselves load with the first one; without them the sentence is not lost. */
export async function say(news: News) {
  const toaster = await import('@/components/toaster').catch(() => undefined);
  if (toaster) toaster.show(news);
  else window.alert(news.message);
}

function onTrouble(event: Event) {
  event.preventDefault();
  void say(unreachable);
}
