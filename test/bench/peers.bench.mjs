import { execFileSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client, signIn } from './client.mjs';
import { statementsOf } from './statements.mjs';

/** It installs two frameworks. */
export const onlyNamed = true;

const folder = join(tmpdir(), 'desk-bench-peers');
const packages = join(folder, 'node_modules');
const node = join(packages, 'node/bin/node');
const shared = join(import.meta.dirname, '../../dist/src/shared');

/** Each peer's folder, and the command that builds it for production. */
const peers = [
  { name: 'AdonisJS', at: 'adonis', build: ['vite/bin/vite.js', 'build', '--app'] },
  { name: 'React Router', at: 'react-router', build: ['@react-router/dev/bin.cjs', 'build'] },
];

/**
 * Compares a whole page with a list of 50 with what two frameworks need for the table alone: the same statement and rows, and
 * the same markup of the table, without session, menu and counts. A peer prepares the statement and has no middleware that
 * the page does not need. All three run on the Node of the peers' packages.
 */
export default async function* besidePeers({ built, start, measure, postgres }) {
  await install();
  const product = await startProduct(start);
  const sql = await statementOf(built, product.token);
  const table = tableOf(await product.page());

  for (const { name, at, build } of peers) {
    const how = { cwd: join(folder, at), env: { DATABASE_URL: postgres.url, ORDERS_SQL: sql, DESK_SHARED: shared } };
    buildPeer(build, how);
    const { pid, url } = await start(join(how.cwd, 'server.js'), { ...how, execPath: node });
    const get = client(url, { accept: 'text/html' });
    const page = () => get('GET', '/');
    expectSame(table, tableOf(await page()));

    await measure(product.page, page, { rounds: 1, seconds: 3 });
    const [ours, theirs] = await Promise.all([metered(product.pid, product.page), metered(pid, page)]);
    const rates = await measure(ours.work, theirs.work);
    yield { name: 'a whole page with a list of 50', unit: 'pages/s', other: name, ...rates };
    const [cost, least] = await Promise.all([ours.cost(), theirs.cost()]);
    if (cost) yield { name: '  processor time of the page', unit: 'ms', other: name, ours: cost, bare: least };
  }
}

/** Copies the peers into the temporary folder; installs their packages unless an earlier run did. */
async function install() {
  const manifest = () => readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  const before = await manifest();
  await cp(join(import.meta.dirname, 'peers'), folder, { recursive: true });
  const isInstalled = await readFile(join(packages, '.package-lock.json')).catch(() => false);
  if (isInstalled && before === (await manifest())) return;

  process.stdout.write(`installing the peers in ${folder} …\n`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
}

function buildPeer([script, ...rest], { cwd, env }) {
  execFileSync(node, [join(packages, script), ...rest], {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function startProduct(start) {
  const { pid, url } = await start('product-server.mjs', { execPath: node });
  const token = await signIn(url);
  const get = client(url, { authorization: `Bearer ${token}`, accept: 'text/html' });
  return { pid, token, page: () => get('GET', '/admin/completed-order?limit=50') };
}

/** The statement by which the product reads the rows. */
async function statementOf(built, token) {
  const [takenDown, { newestFirst }] = await Promise.all([statementsOf(built, token), built('shared/order-queues.js')]);
  const listing = { filter: { status: 'Completed' }, memberId: 1 };
  const statements = await takenDown((queries) => queries.page(listing, newestFirst, { offset: 0 }, 50));
  const [sql, parameters] = statements.at(-1);
  if (parameters.length > 0) throw new Error('The peers run the statement without parameters');

  return sql;
}

/** React's comments between adjacent texts are left out: what counts is the markup that a browser sees. */
function tableOf(html) {
  return html.slice(html.indexOf('<table'), html.indexOf('</table>')).replace(/<!--.*?-->/gs, '');
}

function expectSame(ours, theirs) {
  if (ours === theirs) return;

  const at = [...ours].findIndex((letter, index) => letter !== theirs[index]);
  throw new Error(`The tables differ: ${ours.slice(at - 60, at + 60)} / ${theirs.slice(at - 60, at + 60)}`);
}

/** Counts the runs of `work`; `cost` is the milliseconds of processor time that the process took for each. */
async function metered(pid, work) {
  const before = await processorTime(pid);
  let runs = 0;
  return {
    work: () => ((runs += 1), work()),
    cost: async () => ((await processorTime(pid)) - before) / runs,
  };
}

/** The processor time of a process in milliseconds, in user and system mode; NaN on a system without /proc. */
async function processorTime(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}
