// Runs the tests and ends with `N passed, N failed` alone on a line. Arguments go to jest: `npm run test:all -- test/orders`.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findRedis } from './redis.mjs';

/** So many files that fail among all may have met a busy machine; more are broken. */
const mostOnceMore = 3;

const folder = await mkdtemp(join(tmpdir(), 'desk-report-'));
const redis = await findRedis();
if (!redis) process.stdout.write('No redis-server and no way to get one: the tests on Redis are skipped.\n');

const asked = process.argv.slice(2);
let { passed, failed, skipped, failedFiles } = await jest('report', asked);

// In the whole run processes, browsers and databases by the dozen share the machine: what fails twice is broken.
if (asked.length === 0 && failedFiles.length > 0 && failedFiles.length <= mostOnceMore) {
  const names = failedFiles.map(({ name }) => relative(process.cwd(), name));
  process.stdout.write(`\nOnce more, alone: ${names.join(', ')}\n`);
  const again = await jest('again', ['--runInBand', '--runTestsByPath', ...names]);
  for (const file of failedFiles) {
    passed -= file.passed;
    skipped -= file.skipped;
  }
  passed += again.passed;
  skipped += again.skipped;
  failed = again.failed;
}

await rm(folder, { recursive: true, force: true });
if (skipped > 0) process.stdout.write(`\n${skipped} skipped\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/** Runs jest; a file that couldn't even start is a failure too, and so is a jest that ended without a word. */
async function jest(name, args) {
  const report = join(folder, `${name}.json`);
  const run = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${report}`,
      ...args,
    ],
    // The JSON goes to the file; people read the reporter's lines.
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...redis } },
  );
  const code = await new Promise((resolve) => run.once('exit', resolve));
  const result = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numRuntimeErrorTestSuites = 0 } = result;
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return {
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: numPendingTests,
    failedFiles: (result.testResults ?? [])
      .filter(({ status }) => status === 'failed')
      .map(({ name: file, assertionResults }) => ({
        name: file,
        passed: assertionResults.filter(({ status }) => status === 'passed').length,
        skipped: assertionResults.filter(({ status }) => status === 'pending').length,
      })),
  };
}
