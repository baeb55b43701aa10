import { useStaff } from '@/hooks/use-can';
import { fetchJson } from '@/writes/fetch-json';
import { newKey } from '@/writes/send';
import { Store } from '@/writes/store';
import { lookSeconds, type OrderLooks } from '@shared/live';
import { routes } from '@shared/routes';
import { useEffect, useSyncExternalStore } from 'react';

/** Milliseconds after the last letter until a member counts as writing no more. */
const pauseOfWriter = 8_000;

type Who = OrderLooks['who'];
const nobody: Who = [];
const looks = new Store<ReadonlyMap<number, Who>>(new Map());

/** Takes in who looks at these orders now. */
export function noteLooks(changed: OrderLooks[]): void {
  looks.set(new Map([...looks.get(), ...changed.map(({ order_id, who }) => [order_id, who] as const)]));
}

/** Forgets who looks at which order, after a reconnect: the server sends it again. */
export function forgetLooks(): void {
  looks.set(new Map());
}

/** The colleagues who look at an order now, without the member. */
export function useLooks(orderId: number): Who {
  const me = useStaff().name;
  const who = useSyncExternalStore(
    looks.subscribe,
    () => looks.get().get(orderId) ?? nobody,
    () => nobody,
  );
  return who.filter(({ name }) => name !== me);
}

const tab = newKey();
let at: { orderId: string | null; writing: boolean } = { orderId: null, writing: false };
let telling: Promise<unknown> = Promise.resolve();

/** Reports what this tab looks at. One call follows the other, so that the last one counts. */
function tell(now: typeof at): void {
  at = now;
  telling = telling.then(() => (at === now ? post() : undefined));
}

function post(): Promise<unknown> {
  return fetchJson('post', routes.api.look, { tab, ...at }, { keepalive: true }).catch(() => undefined);
}

/** Shows colleagues that this tab looks at an order, and while something is typed there that somebody writes (docs/screens.md#presence). */
export function useLooking(orderId: string): void {
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const look = (writing: boolean) => tell({ orderId: document.hidden ? null : orderId, writing });
    const onInput = () => {
      if (!at.writing) look(true);
      clearTimeout(pause);
      pause = setTimeout(() => look(false), pauseOfWriter);
    };
    const onShown = () => look(false);
    const onLeave = () => {
      at = { orderId: null, writing: false };
      void post();
    };
    look(false);
    const again = setInterval(() => !document.hidden && look(at.writing), lookSeconds * 1_000);
    document.addEventListener('input', onInput);
    document.addEventListener('visibilitychange', onShown);
    window.addEventListener('pagehide', onLeave);
    return () => {
      clearTimeout(pause);
      clearInterval(again);
      document.removeEventListener('input', onInput);
      document.removeEventListener('visibilitychange', onShown);
      window.removeEventListener('pagehide', onLeave);
      tell({ orderId: null, writing: false });
    };
  }, [orderId]);
}
