import { router, usePage } from '@inertiajs/react';
import type { Flash, Toast } from '@shared/pages';
import { useEffect } from 'react';

const unreachable: Toast = {
  type: 'error',
  message: 'The server could not be reached. Nothing was changed; please try again.',
};

/** Shows what the server flashed, and that it could not be reached. The toasts themselves load with the first one. */
export function useToasts() {
  const { toast, failed } = usePage().flash as Flash;

  useEffect(() => {
    void say(newsOf({ toast, failed }));
  }, [toast, failed]);

  useEffect(() => {
    const stops = [router.on('networkError', onTrouble), router.on('httpException', onTrouble)];
    return () => stops.forEach((stop) => stop());
  }, []);
}

function onTrouble(event: Event) {
  event.preventDefault();
  void say([unreachable]);
}

async function say(news: Toast[]) {
  if (news.length === 0) return;
  const { show } = await import('@/components/toaster');
  news.forEach(show);
}

/** When a bulk action failed altogether, its list of reasons says all that the toast would. */
function newsOf({ toast, failed = [] }: { toast: Flash['toast']; failed: Flash['failed'] }): Toast[] {
  if (failed.length === 0 || (toast?.type === 'error' && failed.length === 1)) return toast ? [toast] : [];
  return toast && toast.type !== 'error' ? [toast, leftAlone(failed)] : [leftAlone(failed)];
}

/** The orders a bulk action left as they were, by reason: `Order is already held by Ann: 100001, 100002`. */
function leftAlone(failed: NonNullable<Flash['failed']>): Toast {
  const reasons = new Map<string, number[]>();
  for (const { order_id, message } of failed) reasons.set(message, [...(reasons.get(message) ?? []), order_id]);

  const lines = [...reasons].map(([message, ids]) => `${message}: ${ids.join(', ')}`);
  return { type: 'error', message: lines.join('\n') };
}
