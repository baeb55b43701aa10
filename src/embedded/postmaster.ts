import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Postmaster = { pid: number; port: number };

/** The pid of the postmaster that serves `data`. The pid file of a killed one may by now name another process. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && (await serves(pid, data)) ? { pid, port } : undefined;
}

/** Compares working folders, because PostgreSQL's is its data folder. A zombie process has none. */
export async function serves(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data;

  const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return ps.stdout.includes(` ${data} `);
}
