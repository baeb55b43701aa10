import { EnvError } from './env.js';
import { readEnvFile } from './env-file.js';

/**
 * The signals that ask a process to end. Nest by itself also takes SIGSEGV and its like, by which WebAssembly reports a trap to
 * V8: a file that traps its reader would then end the process instead of being an error.
 */
export const endSignals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** How long a process may take to end after a signal, in milliseconds. */
const patience = 15_000;

/**
 * Starts an application whose shutdown hooks are on. After a signal the process ends in any case, even if something
 * hangs, for example because Redis is away. Wrong settings are printed, and the process exits with code 78 (EX_CONFIG).
 */
export async function runUntilTold(start: () => Promise<unknown>): Promise<void> {
  for (const signal of endSignals) {
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
