import { setTimeout as sleep } from 'node:timers/promises';

/** What has happened must be written down: a database that is away is asked again, every second for half a minute. */
export async function insist<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === 30) throw error;
      await sleep(1000);
    }
  }
}
