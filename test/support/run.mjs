// Runs the tests and ends with `N passed, N failed` alone on a line. Arguments go to jest: `npm run test:all -- test/orders`.
// Files that fail in a whole run, or with `--again`, are run again alone.
import { spawn } from 'node:child_process';
import { access, chmod, constants as files, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { constants, freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findRedis } from './redis.mjs';
import { countRetried } from './retried.mjs';

/** A whole run that takes longer, in minutes, has stopped somewhere: it ends and counts as failed. */
const longestRun = 75;
/** How often a file that failed is run again: only what fails each time is red. */
const timesAgain = 2;
/** Where more files fail, it was no chance: none is run again. */
const mostAgain = 30;
/** Files are kept in memory where so many bytes of it are free: for the files, four processes of Jest, browsers, PostgreSQL. */
const enoughMemory = 12 * 2 ** 30;

const root = join(import.meta.dirname, '../..');
const given = process.argv.slice(2);
const asked = given.filter((one) => one !== '--again');
const isWhole = asked.length === 0;
const ends = isWhole ? performance.now() + longestRun * 60_000 : Infinity;
// The temporary folder of everything the run starts; by it the guard finds the processes left behind.
const folder = (await folderInMemory()) ?? (await mkdtemp(join(tmpdir(), 'desk-run-')));
// PostgreSQL runs as another user when root tests.
await chmod(folder, 0o711);
const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.mjs'), folder], {
  detached: true,
  stdio: ['pipe', 'ignore', 'ignore'],
});
let running;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    running?.kill('SIGKILL');
    await sweep();
    process.exit(128 + constants.signals[signal]);
  });
}

const redis = process.env.TEST_REDIS_SERVER ? {} : await findRedis();
if (!redis) process.stdout.write('No redis-server and no way to get one: the tests on Redis are skipped.\n');

let { passed, failed, skipped, failedFiles, browser, patience } = await jest('report', asked);

// In the whole run dozens of processes, browsers and databases share the machine, which may be busy with other things, too.
const passedAgain = [];
const isRepeated = (isWhole || given.includes('--again')) && failedFiles.length <= mostAgain;
const rounds = isRepeated ? timesAgain : 0;
for (let round = 1; round <= rounds && failedFiles.length > 0; round++) {
  const names = failedFiles.map(({ name }) => name);
  process.stdout.write(`\nRun again, alone: ${names.map((name) => relative(root, name)).join(', ')}\n`);
  const again = await jest(`again-${round}`, [...configOf(asked), '--runInBand', '--runTestsByPath', ...names]);
  if (!again.isReported) break;
  for (const file of failedFiles) {
    passed -= file.passed;
    skipped -= file.skipped;
  }
  passed += again.passed;
  skipped += again.skipped;
  failed = again.failed;
  const stillFailed = again.failedFiles.map(({ name }) => name);
  passedAgain.push(...failedFiles.filter(({ name }) => !stillFailed.includes(name)).flatMap(testsOf));
  failedFiles = again.failedFiles;
}

await sweep();
if (passedAgain.length > 0)
  process.stdout.write(`\n${passedAgain.length} passed when run again:\n${listed(passedAgain)}\n`);
if (isWhole) {
  const lines = await countRetried(join(root, '.data/retried-tests.json'), passedAgain);
  if (lines.length > 0) process.stdout.write(`\nPassed when run again, in the last ten runs:\n${lines.join('\n')}\n`);
}
if (browser) process.stdout.write(`\nIn ${browser}, with limits ${patience} times as long as on a quiet machine\n`);
if (skipped > 0) process.stdout.write(`\n${skipped} skipped\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/** The failed tests of a file; the file, where none of its tests ran. */
function testsOf({ name, failedTests }) {
  const file = relative(join(root, 'test'), name);
  return failedTests.length > 0 ? failedTests.map((test) => `${file} › ${test}`) : [file];
}

function listed(names) {
  return names.map((name) => `  ${name}`).join('\n');
}

function configOf(args) {
  const place = args.indexOf('--config');
  return place < 0 ? [] : args.slice(place, place + 2);
}

/** Runs jest. A file that couldn't start counts as a failure, and so does a jest that ended without a report. */
async function jest(name, args) {
  const report = join(folder, `${name}.json`);
  running = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      // A failed test may leave a process or a timer behind, and Jest would wait for it forever.
      '--forceExit',
      ...args,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...redis, TMPDIR: folder, TEST_REPORT: report },
    },
  );
  const stop = () => {
    process.stdout.write(`\nStopped after ${longestRun} minutes.\n`);
    running.kill('SIGKILL');
  };
  // Chosen tests, as the long ones are, take the time they need.
  const late = isWhole ? setTimeout(stop, Math.max(0, ends - performance.now())) : undefined;
  const code = await new Promise((resolve) => running.once('exit', resolve));
  clearTimeout(late);
  const nothing = { passed: 0, failed: 0, skipped: 0, failedFiles: [] };
  const read = await readFile(report, 'utf8').then(JSON.parse, () => undefined);
  const result = read ?? nothing;
  return { ...result, isReported: read !== undefined, failed: result.failed === 0 && code !== 0 ? 1 : result.failed };
}

/**
 * A folder in Linux's memory. A database has nine hundred files: to make and remove them takes 0.3 s of processor time on a
 * disk, 0.03 s in memory. Undefined where memory is short, where programs may not run there, for the long tests, and when
 * TMPDIR names a folder.
 */
async function folderInMemory() {
  if (process.platform !== 'linux' || process.env.TMPDIR || asked.includes('--config')) return undefined;
  try {
    const { bavail, bsize } = await statfs('/dev/shm');
    if (Math.min(bavail * bsize, freemem(), process.constrainedMemory() || Infinity) < enoughMemory) return undefined;
    const made = await mkdtemp('/dev/shm/desk-run-');
    const program = join(made, 'program');
    await writeFile(program, '', { mode: 0o700 });
    const runs = await access(program, files.X_OK).then(
      () => true,
      () => false,
    );
    await rm(runs ? program : made, { recursive: true });
    return runs ? made : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the processes left from the run and removes its folder. */
async function sweep() {
  const ended = new Promise((resolve) => guard.once('exit', resolve));
  guard.stdin.end();
  await ended;
}
