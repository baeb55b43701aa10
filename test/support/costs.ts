import type { HTTPRequest } from 'puppeteer';
import { settled, type Watched } from './browser.js';

/**
 * What a job costs a member: clicks and drops, keys that are pressed, texts that are typed (whatever their length), values
 * that are chosen from a list, how often the member waits for the page, and what the page asks of the server.
 */
export type Cost = {
  clicks: number;
  drops: number;
  presses: number;
  texts: number;
  choices: number;
  waits: number;
  requests: number;
};
/** A cost, and the requests one by one. */
export type Told = { cost: Cost; asked: string[] };

/** Requests that no press causes; a read that the clock or a live event causes says so itself, by the header `X-Unasked`. */
const unasked = /\/(?:look|live|drafts|holds-told|saved-views\/counts)$/;

/** Waits until a text is shown, on the page or within the elements of a selector. */
type Wait = (text: string, within?: string) => Promise<void>;

/** Counts what a job costs on the page that is shown, until all its requests are answered. `wait` waits before the next press. */
export async function costOf(page: Watched, job: (wait: Wait) => Promise<void>): Promise<Told> {
  const asked: string[] = [];
  /** Reads of the screen that no press caused, whose deferred props are still to be read: Inertia reads those by itself. */
  let reads = 0;
  const onRequest = (request: HTTPRequest) => {
    const isOfScript = ['fetch', 'xhr'].includes(request.resourceType());
    const only = request.headers()['x-inertia-partial-data'] ?? '';
    const isUnasked = 'x-unasked' in request.headers();
    if (isUnasked && !only) reads += 1;
    if (!isOfScript || isUnasked || unasked.test(new URL(request.url()).pathname)) return;
    if (only === 'readiness' && reads > 0) {
      reads -= 1;
      return;
    }
    asked.push(`${request.method()} ${new URL(request.url()).pathname} ${only}`.trimEnd());
  };
  let waits = 0;
  await page.evaluate(countHands);
  page.on('request', onRequest);
  await job(async (text, within = 'body') => {
    waits += 1;
    await page.waitForFunction(
      (wanted, place) => document.querySelector(place)?.textContent?.includes(wanted),
      {},
      text,
      within,
    );
  });
  await settled(page);
  page.off('request', onRequest);
  const hands = await page.evaluate(() => (globalThis as unknown as { hands: Omit<Cost, 'waits' | 'requests'> }).hands);
  return { cost: { ...hands, waits, requests: asked.length }, asked };
}

/** Runs in the page: counts from now on what a person does there. */
function countHands(): void {
  const counted = { clicks: 0, drops: 0, presses: 0, texts: 0, choices: 0 };
  const isNew = !('hands' in globalThis);
  Object.assign(globalThis, { hands: counted });
  if (!isNew) return;

  const add = (name: keyof typeof counted) => void (globalThis as unknown as { hands: typeof counted }).hands[name]++;
  let typedIn: EventTarget | null = null;
  document.addEventListener('drop', () => add('drops'), true);
  // a click of the keyboard has no place
  document.addEventListener('click', (event) => event.isTrusted && event.detail > 0 && add('clicks'), true);
  document.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && add('choices'), true);
  document.addEventListener(
    'keydown',
    ({ key, target, ctrlKey }) => {
      if (['Control', 'Shift', 'Alt', 'Meta'].includes(key)) return;
      const isText = key.length === 1 && !ctrlKey && target instanceof Element && target.matches('input, textarea');
      if (isText && typedIn !== target) add('texts');
      if (!isText) add('presses');
      typedIn = isText ? target : null;
    },
    true,
  );
}

/** The jobs and their costs as lines of a table, with what a person does in all of it. */
export function tableOf(costs: Record<string, Cost>): string {
  return Object.entries(costs)
    .map(([job, cost]) => {
      const parts = Object.entries(cost).filter(([, n]) => n > 0);
      return `${job.padEnd(44)} ${actionsOf(cost)} actions: ${parts.map(([name, n]) => `${name} ${n}`).join(', ')}`;
    })
    .join('\n');
}

/** What a person does: all but waiting. */
function actionsOf({ waits: _waits, requests: _requests, ...done }: Cost): number {
  return Object.values(done).reduce((sum, n) => sum + n, 0);
}
