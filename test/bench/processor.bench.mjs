import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { client } from './client.mjs';

const pages = 800;
const path = '/admin/completed-order?limit=50';

/** How much of PostgreSQL's processor time a whole page with a list of 50 takes. Linux alone tells it, in /proc. */
export default async function* processor({ built, serve, settings, postgres }) {
  if (process.platform !== 'linux') return;

  const { postgresFiles } = await built('embedded/postgres-files.js');
  const { data } = await postgresFiles(settings.DATA_DIR);
  const server = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0];
  const url = await serve('product-server.mjs');
  const login = { email: 'admin@demo.test', password: 'demo-password' };
  const token = JSON.parse(await client(url)('POST', '/api/admin/admin-login', login)).data.jwtToken;
  const product = client(url, { authorization: `Bearer ${token}`, accept: 'text/html' });
  const page = () => product('GET', path);
  const database = new pg.Client(postgres.ownerUrl);
  await database.connect();
  // any transaction that writes ends the use of the reads that are kept
  const write = () => database.query('SELECT pg_current_xact_id()');
  const cost = async (work) => {
    const before = await used(server);
    for (let done = 0; done < pages; done += 1) await work();
    return { ours: ((await used(server)) - before) / pages, unit: 'ms' };
  };

  try {
    await cost(page);
    yield { name: 'PostgreSQL for a page, nothing written', ...(await cost(page)) };
    const writing = setInterval(() => void write(), 50);
    yield { name: 'the same while 20 transactions a second write', ...(await cost(page)) };
    clearInterval(writing);
    yield { name: 'the same with a write before each page', ...(await cost(() => write().then(page))) };
  } finally {
    await database.end();
  }
}

/** The milliseconds of processor time that a process and its children have used. */
async function used(parent) {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = ids.map(async (id) => {
    // the process's name stands in brackets and may have blanks; then come its state and its parent
    const [, ppid] = (await readFile(`/proc/${id}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
    if (id !== parent && ppid !== parent) return 0;
    const [nanoseconds] = (await readFile(`/proc/${id}/schedstat`, 'utf8')).split(' ');
    return Number(nanoseconds) / 1e6;
  });
  // a process may have ended meanwhile
  const told = await Promise.allSettled(times);
  return told.reduce((sum, { value = 0 }) => sum + value, 0);
}
