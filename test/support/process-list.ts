import { readdirSync, readFileSync } from 'node:fs';

export type ListedProcess = { pid: number; parent: number; command: string };

/** All processes of this machine with their command lines, from /proc: Linux only. */
export function processes(): ListedProcess[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // After the name, which may contain blanks, come the state and the parent's id.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return command === '' ? [] : [{ pid: Number(id), parent, command }];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}
