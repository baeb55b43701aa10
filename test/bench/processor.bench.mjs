import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { client, signIn } from './client.mjs';
import { whileWriting, write } from './writing.mjs';

const pages = 800;
const path = '/admin/completed-order?limit=50';

/** How much of PostgreSQL's processor time a whole page with a list of 50 takes. Linux alone tells it, in /proc. */
export default async function* processor({ built, serve, settings, postgres }) {
  if (process.platform !== 'linux') return;

  const { postgresFiles } = await built('embedded/postgres-files.js');
  const { data } = await postgresFiles(settings.DATA_DIR);
  const server = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0];
  const url = await serve('product-server.mjs');
  const token = await signIn(url);
  const product = client(url, { authorization: `Bearer ${token}`, accept: 'text/html' });
  const page = () => product('GET', path);
  const database = new pg.Client(postgres.ownerUrl);
  await database.connect();
  const cost = async (work) => {
    const before = await used(server);
    for (let done = 0; done < pages; done += 1) await work();
    const after = await used(server);
    const spent = [...after].reduce((sum, [id, ms]) => sum + ms - (before.get(id) ?? 0), 0);
    return { ours: spent / pages, unit: 'ms' };
  };

  try {
    await cost(page);
    yield { name: 'PostgreSQL for a page, nothing written', ...(await cost(page)) };
    yield {
      name: 'the same while 20 transactions a second write',
      ...(await whileWriting(database, () => cost(page))),
    };
    yield { name: 'the same with a write before each page', ...(await cost(() => write(database).then(page))) };
  } finally {
    await database.end();
  }
}

/** The milliseconds of processor time that a process and its children have used, by id; of one that has ended nobody knows. */
async function used(parent) {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = ids.map(async (id) => {
    // the process's name stands in brackets and may have blanks; then come its state and its parent
    const [, ppid] = (await readFile(`/proc/${id}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
    if (id !== parent && ppid !== parent) return [];
    const [nanoseconds] = (await readFile(`/proc/${id}/schedstat`, 'utf8')).split(' ');
    return [[id, Number(nanoseconds) / 1e6]];
  });
  // a process may end while it is read
  const told = await Promise.allSettled(times);
  return new Map(told.flatMap(({ value = [] }) => value));
}
