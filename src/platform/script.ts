import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs `work` when the calling module is the one node was started with, and not when another module imports it; before
 * that it reads `.env` as `npm start` does. What `work` throws is printed as a sentence, and the process ends with code 1.
 * @param module the caller's `import.meta.url`
 */
export async function runAsScript(module: string, work: () => Promise<void>): Promise<void> {
  const started = process.argv[1];
  if (!started || realpathSync(started) !== realpathSync(fileURLToPath(module))) return;

  try {
    readEnvFile();
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message || error.name : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Adds what stands in `.env` to the environment; what is set there already stays. */
function readEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
