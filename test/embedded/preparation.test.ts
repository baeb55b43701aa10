import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '../../src/embedded/postgres.js';
import { prepareDatabase } from '../../src/embedded/preparation.js';
import { openFolder } from './launcher.js';

let folder: string;
let sources: string;
let postgres: EmbeddedPostgres;
let done: string[];

beforeAll(async () => {
  folder = await openFolder();
  sources = await mkdtemp(join(tmpdir(), 'sources-'));
  postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false });
});
afterAll(async () => {
  await postgres.stop();
  for (const used of [folder, sources]) await rm(used, { recursive: true, force: true });
});
beforeEach(() => {
  done = [];
});

const step = (name: string) => async () => void done.push(name);
const steps = { migrate: step('migrate'), fillDemoData: step('demo data') };
const prepare = () => prepareDatabase(postgres.ownerUrl, [sources], steps);

test('the first start migrates and fills, the next one finds nothing to do', async () => {
  await prepare();
  expect(done).toEqual(['migrate', 'demo data']);
  await prepare();
  expect(done).toEqual(['migrate', 'demo data']);
});

test('a new migration runs, and the demo data stays as it is', async () => {
  await writeFile(join(sources, '1-add-column.js'), '');
  await prepare();

  expect(done).toEqual(['migrate']);
});

test('a migration that failed is tried again at the next start', async () => {
  await writeFile(join(sources, '2-add-column.js'), '');
  const failing = { ...steps, migrate: () => Promise.reject(new Error('no')) };
  await expect(prepareDatabase(postgres.ownerUrl, [sources], failing)).rejects.toThrow('no');

  await prepare();
  expect(done).toEqual(['migrate']);
});
