import type { News } from '@/components/toaster';
import { saysWhich } from '@/writes/about-orders';
import { comingTo } from '@/writes/read-again';
import { messageOf, noteSessionOver } from '@/writes/session';
import type { GlobalEvent } from '@inertiajs/core';
import { router, usePage } from '@inertiajs/react';
import type { Flash } from '@shared/pages';
import { useEffect } from 'react';

const unreachable: News = { type: 'error', message: 'The server could not be reached. Please try again.' };

/** Shows the server's flash messages, and an error when the server can't be reached. */
export function useToasts() {
  const { toast, failed, undo } = usePage().flash as Flash;

  useEffect(() => {
    if (toast) void say({ ...toast, failed, undo: undo && [undo] });
  }, [toast, failed, undo]);

  useEffect(() => {
    const stops = [router.on('networkError', onUnreachable), router.on('httpException', onRefusedRead)];
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** Shows a toast from anywhere on a screen. Their code loads with the first; when that fails, `window.alert` shows the message. */
export async function say(news: News) {
  const toaster = await import('@/components/toaster').catch(() => undefined);
  if (toaster) toaster.show(news);
  else window.alert(saysWhich(news.message, news.orders) + news.message);
}

/** Removes every toast at once, for instance when another member may use the browser next. */
export async function clearToasts() {
  const toaster = await import('@/components/toaster').catch(() => undefined);
  toaster?.remove();
}

function onUnreachable(event: Event) {
  event.preventDefault();
  void say(unreachable);
}

/** On 401 a visit leads to the login; a reload of the shown page leaves the page as it is. */
function onRefusedRead(event: GlobalEvent<'httpException'>) {
  event.preventDefault();
  const to = comingTo();
  const { status, data } = event.detail.response;
  if (status !== 401) void say(unreachable);
  else if (to) window.location.href = to.href;
  else noteSessionOver(messageOf(data));
}
