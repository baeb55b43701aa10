import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs `work` when the calling module is the one node was started with, and not when another module imports it.
 * What it throws is printed as one sentence, and the process ends with code 1.
 * @param module the caller's `import.meta.url`
 */
export async function runAsScript(module: string, work: () => Promise<void>): Promise<void> {
  const started = process.argv[1];
  if (!started || realpathSync(started) !== realpathSync(fileURLToPath(module))) return;

  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message || error.name : error);
    process.exitCode = 1;
  }
}
