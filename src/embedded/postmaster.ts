import { readFile, readlink, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';

export type Postmaster = { pid: number; port: number };

/** The postmaster that serves `data`, by its pid file. The file of a killed one may by now name another process. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  const isOurs = pid > 0 && port > 0 && (await serves(pid, data)) && (hasProc || (await isOfThisBoot(file)));
  return isOurs ? { pid, port } : undefined;
}

/**
 * Whether a process is the postmaster of `data`. On Linux its working folder tells, because PostgreSQL's is its data folder
 * and a zombie process has none. macOS tells this to no program of ours: there every process that lives counts.
 */
export async function serves(pid: number, data: string): Promise<boolean> {
  if (hasProc) return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data;

  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const hasProc = process.platform === 'linux';

/** Whether the file was written since the machine started, which gives process ids anew. */
async function isOfThisBoot(file: string): Promise<boolean> {
  const written = await stat(file).catch(() => undefined);
  return written !== undefined && written.mtimeMs > Date.now() - uptime() * 1000;
}
