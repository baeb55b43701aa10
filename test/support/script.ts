import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs one of the product's scripts as `npm run` does, with nothing of this process's settings but PATH. */
export async function runScript(
  path: string,
  args: string[],
  { input = '', settings = {} }: { input?: string; settings?: Record<string, string> } = {},
): Promise<{ code: number; out: string; err: string }> {
  const script = spawn(process.execPath, [`dist/src/${path}`, ...args], {
    env: { PATH: process.env.PATH, ...settings },
  });
  script.stdin.end(input);
  const [out, err] = await Promise.all([text(script.stdout), text(script.stderr), once(script, 'close')]);
  return { code: script.exitCode!, out, err };
}
