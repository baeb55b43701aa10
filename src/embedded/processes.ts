import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from './output.js';

/** How long a process may take to end after SIGTERM, in milliseconds. */
const patience = 20_000;
/** Milliseconds before a process that died is restarted; doubled each time that it died within `young` milliseconds. */
const [shortestPause, longestPause] = [100, 5_000];
const young = 10_000;

/**
 * Our own processes, which start and end together. Each leads a session of its own: a Ctrl-C in the terminal reaches only
 * this process, which then ends them.
 */
export class Processes {
  private readonly running = new Set<ChildProcess>();
  private stopping = false;

  /** @param output takes what they log, and is told of those that ended by themselves */
  constructor(private readonly output: Pick<Output, 'say' | 'log'>) {}

  /** Runs a script to its end. Throws when it fails. */
  async finish(script: string): Promise<void> {
    const { code, signal } = await ended(this.start(script));
    if (code !== 0) throw new Error(`${script} ended with ${signal ?? `code ${code}`}`);
  }

  /**
   * Keeps a script running: restarts it whenever it ends. Resolves once it has sent `ready`. Throws when it exits by
   * itself before that, because a restart would not help, for example with a wrong setting.
   */
  async supervise(script: string): Promise<void> {
    let wasReady = false;
    return new Promise((ready, failed) => {
      const run = async () => {
        for (let pause = shortestPause; !this.stopping; pause = Math.min(pause * 2, longestPause)) {
          const begin = Date.now();
          const child = this.start(script);
          child.once('message', () => {
            wasReady = true;
            ready();
          });
          const { code, signal } = await ended(child);
          if (this.stopping) return;
          if (!wasReady && signal === null) throw new Error(`${script} ended with code ${code}`);
          if (Date.now() - begin > young) pause = shortestPause;
          this.output.say(`${script} ended with ${signal ?? `code ${code}`}: starting it again`);
          await sleep(pause);
        }
      };
      run().catch(failed);
    });
  }

  /** Asks all to end and waits for it; ends by force what takes more than 20 s. Nothing starts any more. */
  async stop(): Promise<void> {
    this.stopping = true;
    const all = [...this.running];
    for (const child of all) child.kill('SIGTERM');
    const force = setTimeout(() => this.kill(), patience);
    await Promise.all(all.map(ended));
    clearTimeout(force);
  }

  /** Ends all of them at once, by force. */
  kill(): void {
    this.stopping = true;
    for (const child of this.running) killGroup(child);
  }

  private start(script: string): ChildProcess {
    const { log } = this.output;
    const child = fork(script, { detached: true, stdio: ['ignore', log ? 'pipe' : 'inherit', 'inherit', 'ipc'] });
    if (log) createInterface(child.stdout!).on('line', log);
    this.running.add(child);
    child.once('exit', () => {
      this.running.delete(child);
      // Ends the processes that it started and left behind.
      killGroup(child);
    });
    return child;
  }
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // The group has no process left.
  }
}

async function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((exit) => child.once('exit', exit));
  return { code: child.exitCode, signal: child.signalCode };
}
