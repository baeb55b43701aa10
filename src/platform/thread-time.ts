import { readFileSync, readlinkSync } from 'node:fs';

/** Where the system keeps what it knows of a thread; null where it keeps nothing there, as any but Linux. */
export type ThreadPath = string | null;

/** The path of the thread that calls this. */
export function ownPath(): ThreadPath {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`;
  } catch {
    return null;
  }
}

/** Linux counts processor time in hundredths of a second, whatever its own clock. */
const tick = 10;

/**
 * How long a thread has had a processor so far, in milliseconds; 0 where nobody counts it. Node's own count needs the
 * thread's answer, and a thread that is stuck gives none.
 */
export function processorTime(path: ThreadPath): number {
  if (path === null) return 0;
  try {
    const stat = readFileSync(`${path}/stat`, 'latin1');
    // behind the name of the program, which may have blanks and brackets in it (proc_pid_stat(5): utime, stime)
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * tick;
  } catch {
    return 0;
  }
}
