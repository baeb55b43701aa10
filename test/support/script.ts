import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Runs one of the product's scripts as `npm run` does, with none of this process's settings except PATH.
 * @param folder the folder of the built product; this project's by default
 */
export async function runScript(
  path: string,
  args: string[],
  {
    input = '',
    settings = {},
    folder = '.',
  }: { input?: string; settings?: Record<string, string>; folder?: string } = {},
): Promise<{ code: number; out: string; err: string }> {
  const script = spawn(process.execPath, [join(folder, 'dist/src', path), ...args], {
    env: { PATH: process.env.PATH, ...settings },
  });
  script.stdin.end(input);
  const [out, err] = await Promise.all([text(script.stdout), text(script.stderr), once(script, 'close')]);
  return { code: script.exitCode!, out, err };
}
