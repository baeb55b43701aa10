import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Tries a write again every second for half a minute, because the database may be unavailable for a moment.
 * @throws what the last try threw
 */
export async function retryUntilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === 30) throw error;
      await sleep(1000);
    }
  }
}
