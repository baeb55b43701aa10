import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** One PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setUp() {
  const { startPostgres } = await import('../../dist/src/embedded/postgres.js');
  const { migrate } = await import('../../dist/src/database/migrate.js');

  const { findBrowser } = await import('../../dist/src/platform/pdf/browser.js');

  const dataDir = await mkdtemp(join(tmpdir(), 'desk-tests-'));
  // unpacked once; the data folders of the tests link to it (test/support/data-folder.ts)
  const browser = findBrowser({ executablePath: process.env.PUPPETEER_EXECUTABLE_PATH, dataDir });
  const postgres = await startPostgres({ dataDir, durable: false });
  const owner = new pg.Client(postgres.ownerUrl);
  await owner.connect();
  await owner.query('CREATE DATABASE template_desk');
  await owner.end();
  await migrate(named(postgres.ownerUrl, 'template_desk'), named(postgres.url, 'template_desk'));

  await browser;

  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_OWNER_URL = postgres.ownerUrl;
  process.env.TEST_DATA_DIR = dataDir;
  globalThis.postgres = postgres;
}

function named(url, database) {
  return Object.assign(new URL(url), { pathname: database }).href;
}
