import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once `url` answers 200. */
export async function answers(url: string): Promise<void> {
  const status = () =>
    new Promise((answer) => get(url, (response) => answer(response.resume().statusCode)).once('error', answer));
  while ((await status()) !== 200) await sleep(25);
}
