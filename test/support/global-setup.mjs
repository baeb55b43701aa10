import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const root = join(import.meta.dirname, '../..');

/** How long the preparation takes on a quiet machine of two cores, in seconds. */
const quietSeconds = 3;

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file copies; and a data folder with a migrated
 * database that each started product copies (test/support/data-folder.ts). How long it takes scales the limits of the tests
 * (test/support/patience.ts).
 */
export default async function setUp() {
  const began = performance.now();
  const { startPostgres } = await import('../../dist/src/embedded/postgres.js');
  const { prepareDatabase } = await import('../../dist/src/embedded/preparation.js');
  const { migrate } = await import('../../dist/src/database/migrate.js');
  const { findBrowser } = await import('../../dist/src/platform/pdf/browser.js');

  const dataDir = await mkdtemp(join(tmpdir(), 'desk-tests-'));
  // unpacked once; the data folders of the tests link to it
  const browser = findBrowser({ executablePath: process.env.PUPPETEER_EXECUTABLE_PATH, dataDir });
  const first = await startPostgres({ dataDir, durable: false });
  await prepareDatabase(first.ownerUrl, [join(root, 'dist/src/database'), join(root, 'package.json')], {
    migrate: () => migrate(first.ownerUrl, first.url),
  });
  await first.stop();
  await mkdir(join(dataDir, 'prepared'));
  copyAll(dataDir, ['postgres', 'postgres.json'], join(dataDir, 'prepared'));

  const postgres = await startPostgres({ dataDir, durable: false });
  const owner = new pg.Client({ connectionString: named(postgres.ownerUrl, 'postgres') });
  await owner.connect();
  await owner.query(`CREATE DATABASE template_desk TEMPLATE ${new URL(postgres.url).pathname.slice(1)}`);
  await owner.end();
  process.env.TEST_BROWSER = await nameOf(await browser);
  process.env.TEST_BROWSER_OPTIONS = JSON.stringify(await browser);
  const took = (performance.now() - began) / 1000;
  process.env.TEST_PATIENCE ??= Math.min(4, Math.max(1, took / quietSeconds)).toFixed(2);

  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_OWNER_URL = postgres.ownerUrl;
  process.env.TEST_DATA_DIR = dataDir;
  globalThis.postgres = postgres;
}

/** What a browser calls itself, with its version. */
async function nameOf({ executablePath, env }) {
  const { stdout } = await promisify(execFile)(executablePath, ['--version'], { env });
  return stdout.trim();
}

/** With their owners: for root, another user runs PostgreSQL. */
function copyAll(folder, names, target) {
  const { status, stderr } = spawnSync('cp', ['-a', ...names, target], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function named(url, database) {
  return Object.assign(new URL(url), { pathname: database }).href;
}
