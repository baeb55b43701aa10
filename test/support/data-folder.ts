import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where the run keeps the browser that npm brought along. */
export const browserFolder = process.env.TEST_DATA_DIR ?? tmpdir();

/** A data folder for one product. It has the run's unpacked browser, because unpacking 206 MB takes seconds. */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const unpacked = join(browserFolder, 'browser');
  if (existsSync(unpacked)) await symlink(unpacked, join(folder, 'browser'));
  return folder;
}

/** The same with a migrated database without demo data, which saves each product initdb and the migrations. */
export async function makePreparedFolder(prefix: string): Promise<string> {
  const folder = await makeDataFolder(prefix);
  // with the owners of the files: for root, another user runs PostgreSQL
  await promisify(execFile)('cp', ['-a', `${browserFolder}/prepared/.`, folder]);
  return folder;
}
