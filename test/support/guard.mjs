// Ends the processes that a test run leaves behind, however the run ends: the guard's standard input closes when the run
// ends or is killed. Everything a run starts has the run's folder in its command line, environment or working folder.
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [folder] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.stdin.resume();
await new Promise((closed) => process.stdin.once('close', closed));

if (process.platform === 'linux') {
  // SIGTERM first, so that a process that restarts others can stop them; then SIGKILL for those that remain.
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL']) {
    for (const pid of leftBehind()) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended by itself.
      }
    }
    for (let waits = 0; waits < 20 && leftBehind().length > 0; waits++) await sleep(100);
  }
}
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

function leftBehind() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (id) =>
        belongs(() => readFileSync(`/proc/${id}/cmdline`)) ||
        belongs(() => readFileSync(`/proc/${id}/environ`)) ||
        belongs(() => readlinkSync(`/proc/${id}/cwd`)),
    )
    .map(Number);
}

/** Whether a file of /proc names the run's folder; false for processes of other users, whose files can't be read. */
function belongs(read) {
  try {
    return read().includes(folder);
  } catch {
    return false;
  }
}
