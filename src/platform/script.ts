import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Env, readEnv } from './env.js';
import { readEnvFile } from './env-file.js';

/**
 * Runs `work` when the calling module is the one node was started with, and not when another module imports it. Settings
 * come from the environment and `.env`; settings that only a web or job process needs in production may be missing. What
 * `work` throws is printed as a sentence, and the process ends with code 1.
 * @param module the caller's `import.meta.url`
 */
export async function runAsScript(module: string, work: (env: Env) => Promise<void>): Promise<void> {
  const started = process.argv[1];
  if (!started || realpathSync(started) !== realpathSync(fileURLToPath(module))) return;

  try {
    readEnvFile();
    await work(readEnv({ ...process.env, NODE_ENV: 'development' }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message || error.name : String(error)}\n`);
    process.exitCode = 1;
  }
}
