import { setTimeout as sleep } from 'node:timers/promises';

/** What must be written down although its database is away: that is asked again, every second for half a minute. */
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
