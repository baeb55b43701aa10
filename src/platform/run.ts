import { EnvError } from './env.js';
import { readEnvFile } from './env-file.js';

/** How long a process may take to finish what it does once it was told to stop, in milliseconds. */
const patience = 15_000;

/**
 * Starts an application whose shutdown hooks are on. When it was told to stop and something hangs (Redis away, say), the
 * process ends all the same. Settings that are wrong are printed for a person and end it with code 78 (EX_CONFIG).
 */
export async function runUntilTold(start: () => Promise<unknown>): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => setTimeout(() => process.exit(1), patience).unref());
  }
  try {
    readEnvFile();
    await start();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}
