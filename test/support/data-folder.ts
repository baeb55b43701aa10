import { existsSync } from 'node:fs';
import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the run keeps the browser that npm brought along. */
export const browserFolder = process.env.TEST_DATA_DIR ?? tmpdir();

/** A data folder for one product. It has the run's unpacked browser, because unpacking 206 MB takes seconds. */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const unpacked = join(browserFolder, 'browser');
  if (existsSync(unpacked)) await symlink(unpacked, join(folder, 'browser'));
  return folder;
}
