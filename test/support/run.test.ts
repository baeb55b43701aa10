import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectFolder } from '../../src/platform/paths.js';
import { eventually } from './eventually.js';
import { processes } from './process-list.js';
import { countRetried } from './retried.mjs';
import { sampleOf } from './sample.js';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'desk-trial-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

function runTrial(config: string, args: string[], settings: Record<string, string> = {}) {
  return spawn(process.execPath, ['test/support/run.mjs', '--config', `test/support/trial/${config}`, ...args], {
    cwd: projectFolder,
    // Not within this run's folder, because the trial's processes would then count as this run's.
    env: { ...process.env, TMPDIR: '/tmp', ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

describe('a test run', () => {
  test('runs what failed twice more, and says what passed then: red is what fails each time, whatever its error', async () => {
    const trial = runTrial('bare.config.mjs', ['--again', 'circular|flaky'], { TRIAL_TRIES: join(folder, 'tries') });
    const [out] = await Promise.all([text(trial.stdout), once(trial, 'exit')]);
    expect(out.match(/^Run again, alone: .*/gm)).toHaveLength(2);
    expect(out).toContain(
      '1 passed when run again:\n  support/trial/flaky.trial.ts › passes when it runs for the third time\n',
    );
    expect(out.trimEnd().split('\n').at(-1)).toBe('9 passed, 1 failed');
    expect(trial.exitCode).toBe(1);
  });

  const onLinux = process.platform === 'linux' ? test : test.skip;

  onLinux.each(sampleOf(['SIGTERM', 'SIGKILL'] as const, [1]))('that ends by %s leaves no process', async (signal) => {
    const ready = join(folder, signal);
    const trial = runTrial('jest.config.mjs', ['endless'], { TRIAL_READY: ready });
    const read = async () => JSON.parse(await readFile(ready, 'utf8')) as { folder: string; started: number[] };
    const run = await eventually(() => read().catch(() => undefined));
    const left = () =>
      processes().filter(({ pid, command }) => run.started.includes(pid) || command.includes(run.folder));
    expect(left().map(({ pid }) => pid)).toEqual(expect.arrayContaining(run.started));

    trial.kill(signal);
    await eventually(() => Promise.resolve(left().length === 0));
    await eventually(() => Promise.resolve(!existsSync(run.folder)));
  });

  test('counts what it ran again over ten runs; twice is broken', async () => {
    const file = join(folder, 'retried.json');
    expect(await countRetried(file, [])).toEqual([]);
    expect(await countRetried(file, ['a', 'a', 'b'])).toEqual(['  1 × a', '  1 × b']);
    expect(await countRetried(file, ['b'])).toEqual(['  1 × a', '  2 × b (broken: mend it)']);
    for (let run = 0; run < 8; run++) await countRetried(file, []);
    expect(await countRetried(file, [])).toEqual(['  1 × b']);
  });
});
