import { writeFile } from 'node:fs/promises';
import { Logger } from '@nestjs/common';

const every = 10_000;

/**
 * Touches `file` now and every ten seconds, while `reach` succeeds. A health check reads the file's age, which also grows
 * when the process hangs.
 */
export function showAlive(file: string | undefined, reach: () => Promise<unknown>, milliseconds = every): void {
  if (!file) return;

  const log = new Logger('worker');
  const touch = async () => {
    try {
      await reach();
      await writeFile(file, '');
    } catch (error) {
      log.warn({ file, error: String(error) }, 'not shown as alive');
    }
  };
  void touch();
  setInterval(() => void touch(), milliseconds).unref();
}
