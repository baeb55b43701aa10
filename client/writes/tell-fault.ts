import { fetchJson } from '@/writes/fetch-json';
import type { Envelope } from '@/writes/send';
import { routes } from '@shared/routes';
import type { ScreenFault } from '@shared/screen-faults';

/** What this document has told, with the refs: a part that fails again with each read is told once. */
const told = new Map<string, string>();

/**
 * Reports to the server that a part of a screen could not be shown: which, the kind of error, and where in the built code. The
 * error's own text stays here, because it may name a customer.
 * @returns the ref under which the log has it; undefined when the server didn't hear of it
 */
export async function tellFault(screen: string, part: string, error: unknown): Promise<string | undefined> {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const [, at = ''] = /([\w.-]{1,80}:\d{1,7}:\d{1,7})/.exec(stack.slice(stack.indexOf('/assets/'))) ?? [];
  const fault: ScreenFault = { screen, part, error: /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error', at };
  const key = JSON.stringify(fault);
  if (told.has(key)) return told.get(key);
  try {
    const answer = await fetchJson('post', routes.api.screenFaults, fault);
    const { ref } = (await answer.json()) as Envelope<unknown>;
    if (answer.ok && ref) told.set(key, ref);
  } catch {
    // not heard: it is told when the part fails the next time
  }
  return told.get(key);
}
