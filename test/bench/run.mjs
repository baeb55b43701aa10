// npm run bench [name …]: measures each test/bench/*.bench.mjs against its bare limit, on a database of BENCH_ORDERS orders.
// One that exports `onlyNamed` runs only when it is named.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { measure } from './measure.mjs';

process.env.NODE_ENV = 'production';
const orders = Number(process.env.BENCH_ORDERS ?? 100_000);
const wanted = process.argv.slice(2);
const built = (path) => import(`../../dist/src/${path}`);

const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'));
const [{ startPostgres }, { migrate }, { fillDemoData }, { readEnv }] = await Promise.all(
  ['embedded/postgres.js', 'database/migrate.js', 'seed/demo-data.js', 'platform/env.js'].map(built),
);
const postgres = await startPostgres({ dataDir: folder, durable: false });
const settings = {
  NODE_ENV: 'production',
  EMBEDDED: '1',
  PORT: '0',
  DATA_DIR: folder,
  APP_SECRET: 'a secret that only measurements have',
  DATABASE_URL: postgres.url,
  DATABASE_OWNER_URL: postgres.ownerUrl,
  LOG_LEVEL: 'error',
  REQUESTS_PER_MINUTE: '10000000',
};
const children = [];

try {
  process.stdout.write(`${orders.toLocaleString('en')} orders …\n`);
  await migrate(postgres.ownerUrl, postgres.url);
  await fillDemoData(postgres.ownerUrl, orders, readEnv(settings));

  /** Starts a server in its own process, as `child_process.fork` does; resolves with its id and the address that it sends. */
  const start = async (file, { options = {}, env = {}, ...how } = {}) => {
    const child = fork(resolve(import.meta.dirname, file), {
      ...how,
      env: { PATH: process.env.PATH, ...settings, ...env },
    });
    children.push(child);
    child.send(options);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it listened`)));
    const [url] = await Promise.race([once(child, 'message'), ended]);
    return { pid: child.pid, url };
  };
  const bench = {
    built,
    settings,
    postgres,
    start,
    serve: async (file, options, env) => (await start(file, { options, env })).url,
    measure,
  };
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.bench.mjs')).sort();
  for (const file of files) {
    if (wanted.length > 0 && !wanted.includes(file.replace('.bench.mjs', ''))) continue;
    const { default: run, onlyNamed = false } = await import(`./${file}`);
    if (onlyNamed && wanted.length === 0) continue;
    for await (const { name, ours, bare, unit, least, other = 'bare' } of run(bench)) {
      process.stdout.write(`${name.padEnd(44)} ${round(ours).padStart(9)} ${unit}`);
      // a benchmark without a bare limit prints its figure alone
      if (bare !== undefined) {
        const ratio = ours / bare;
        process.stdout.write(`   ${other} ${round(bare).padStart(9)} ${unit}   ratio ${ratio.toFixed(2)}`);
        if (least !== undefined) process.stdout.write(`  at least ${least}: ${ratio >= least ? 'yes' : 'NO'}`);
      }
      process.stdout.write('\n');
    }
  }
} finally {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }),
  );
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

function round(value) {
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  return value.toFixed(value < 10 ? 2 : 1);
}
