// Runs the tests and ends with `N passed, N failed` alone on a line. Arguments go to jest: `npm run test:all -- test/orders`.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis } from './redis.mjs';

const folder = await mkdtemp(join(tmpdir(), 'desk-report-'));
const report = join(folder, 'report.json');
const redis = await findRedis();
if (!redis) process.stdout.write('No redis-server and no way to get one: the tests on Redis are skipped.\n');

const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${report}`,
    ...process.argv.slice(2),
  ],
  // The JSON goes to the file; people read the reporter's lines.
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...redis },
  },
);
const code = await new Promise((resolve) => jest.once('exit', resolve));

const result = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numRuntimeErrorTestSuites = 0 } = result;
// A file that couldn't even start is a failure too.
const failed = numFailedTests + numRuntimeErrorTestSuites + (result.success === undefined ? 1 : 0);
await rm(folder, { recursive: true, force: true });
if (numPendingTests > 0) process.stdout.write(`\n${numPendingTests} skipped\n`);
process.stdout.write(`\n${numPassedTests} passed, ${failed} failed\n`);
process.exit(code === 0 && failed === 0 ? 0 : 1);
