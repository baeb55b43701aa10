import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutput } from '../../src/embedded/output.js';

let dataDir: string;
let written: string;
const wasTerminal = process.stdout.isTTY;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'desk-output-'));
  written = '';
  const write = (text: string | Uint8Array) => ((written += String(text)), true);
  jest.spyOn(process.stdout, 'write').mockImplementation(write);
  jest.spyOn(process.stderr, 'write').mockImplementation(write);
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.stdout.isTTY = wasTerminal;
  await rm(dataDir, { recursive: true, force: true });
});

/** What is on the screen: a line that was cleared is gone. */
const shown = () =>
  written
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\x1b[2K') + 1).replace(/^\[2K/, ''))
    .join('\n');

describe('on a terminal', () => {
  beforeEach(() => {
    process.stdout.isTTY = true;
    process.env.TERM = 'xterm';
  });

  test('each step is a line with its seconds, and the last line says where it serves', async () => {
    const output = openOutput('', dataDir);
    await output.step('PostgreSQL', () => Promise.resolve());
    output.ready('http://127.0.0.1:3000', { email: 'admin@demo.test', password: 'demo-password' });
    expect(shown()).toMatch(/^✓ PostgreSQL +0\.0 s$/m);
    expect(shown()).toContain('Sign in as admin@demo.test with demo-password.');
    expect(shown().trimEnd().split('\n').at(-1)).toBe('ready http://127.0.0.1:3000');
  });

  test('a step that fails is marked, and its error is the caller’s', async () => {
    const output = openOutput('', dataDir);
    await expect(output.step('tables', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(shown()).toContain('✗ tables');
  });

  test('what is said during a step stands above its line', async () => {
    const output = openOutput('', dataDir);
    await output.step('web and worker', async () => {
      output.say('PostgreSQL ended: starting it again');
      await Promise.resolve();
    });
    expect(shown()).toMatch(/^PostgreSQL ended: starting it again\n✓ web and worker/);
  });

  test('the log goes to a file, the one of the start before is kept, and only errors are said, in words', async () => {
    openOutput('', dataDir).log!('{"level":30,"process":"web","msg":"first start"}');
    const output = openOutput('', dataDir);
    output.log!('{"level":30,"process":"web","msg":"request"}');
    output.log!('{"level":50,"process":"worker","msg":"not erased"}');
    output.log!('no JSON at all');
    const log = (name: string) => readFile(join(dataDir, 'log', name), 'utf8');
    expect(await log('desk.before.log')).toContain('first start');
    expect((await log('desk.log')).trim().split('\n')).toHaveLength(3);
    expect(shown()).toMatch(/^worker: not erased \(more in .*desk\.log\)\n$/);
  });

  test('LOG_FORMAT=json keeps JSON, the ready line too', () => {
    const output = openOutput('json', dataDir);
    expect(output.log).toBeUndefined();
    output.ready('http://127.0.0.1:3000');
    expect(JSON.parse(written)).toMatchObject({ level: 30, msg: 'ready http://127.0.0.1:3000' });
  });
});

test('elsewhere there is one line, and the processes write their logs themselves', async () => {
  process.stdout.isTTY = false;
  const output = openOutput('', dataDir);
  expect(output.log).toBeUndefined();
  await output.step('PostgreSQL', () => Promise.resolve());
  output.ready('http://127.0.0.1:3000');
  expect(written).toBe('ready http://127.0.0.1:3000\n');
});
