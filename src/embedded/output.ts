import { mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What `npm start` says while it starts and runs. */
export type Output = {
  /** Does a piece of work; on a terminal a line says that it is done, and in how many seconds. Throws what the work throws. */
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Says something that whoever started it should know. */
  say: (sentence: string) => void;
  /** Says that it serves under `origin`, and with which account one can look around, if any. */
  ready(origin: string, account?: { email: string; password: string }): void;
  /** Takes a line that one of our processes logs. Without it they write on the terminal or the pipe themselves. */
  log?: (line: string) => void;
};

/** pino's level of an error. */
const error = 50;
const nameWidth = 24;

/**
 * On a terminal: a line a step, and the processes' logs go to a file. Elsewhere, or as `LOG_FORMAT` asks: the logs as JSON,
 * and one line `ready http://…`, with the format `json` in a JSON line's `msg`.
 * @param format the setting LOG_FORMAT: `json`, or nothing
 * @param dataDir the folder whose `log/desk.log` takes the logs
 */
export function openOutput(format: string, dataDir: string): Output {
  const isTerminal = process.stdout.isTTY && process.env.TERM !== 'dumb';
  return isTerminal && format !== 'json' ? onTerminal(openLog(dataDir)) : plain(format);
}

function plain(format: string): Output {
  return {
    step: (_name, work) => work(),
    say: (sentence) => void process.stderr.write(`${sentence}\n`),
    ready(origin) {
      const msg = `ready ${origin}`;
      const line = format === 'json' ? JSON.stringify({ level: 30, time: Date.now(), process: 'start', msg }) : msg;
      process.stdout.write(`${line}\n`);
    },
  };
}

function onTerminal({ path, write }: Log): Output {
  // the step that runs; its line is written again below whatever is said in between
  let running = '';
  const clear = () => running && process.stdout.write('\r\x1b[2K');
  const print = (line: string) => {
    clear();
    process.stdout.write(`${line}\n${running}`);
  };
  return {
    async step(name, work) {
      const began = performance.now();
      running = `… ${name}`;
      process.stdout.write(running);
      try {
        const result = await work();
        clear();
        running = '';
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        print(`✓ ${name.padEnd(nameWidth)}${seconds.padStart(5)} s`);
        return result;
      } catch (problem) {
        clear();
        running = '';
        print(`✗ ${name}`);
        throw problem;
      }
    },
    say: print,
    ready(origin, account) {
      const signIn = account ? `\nSign in as ${account.email} with ${account.password}.` : '';
      print(`${signIn}\nCtrl-C stops all of it. The log is ${relative('', path)}.\n\nready ${origin}`);
    },
    log(line) {
      write(line);
      const { level = 0, process: name, msg } = readLine(line);
      if (level >= error) print(`${name}: ${msg} (more in ${relative('', path)})`);
    },
  };
}

type Log = { path: string; write: (line: string) => void };

/** The log of this start. The one of the start before it is kept, under another name. */
function openLog(dataDir: string): Log {
  const folder = join(dataDir, 'log');
  const path = join(folder, 'desk.log');
  mkdirSync(folder, { recursive: true });
  try {
    renameSync(path, join(folder, 'desk.before.log'));
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'ENOENT') throw problem;
  }
  const file = openSync(path, 'a', 0o600);
  return { path, write: (line) => void writeSync(file, `${line}\n`) };
}

function readLine(line: string): { level?: number; process?: string; msg?: string } {
  try {
    return JSON.parse(line) as { level?: number };
  } catch {
    // Not a line of the log.
    return {};
  }
}
