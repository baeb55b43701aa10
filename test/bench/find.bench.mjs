import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** How many orders are looked for by each spelling. */
const sample = 100;

/**
 * The processor time that the command bar takes of PostgreSQL, by what people type: the median, and the slowest of twenty.
 * The kernel counts it (Linux), so it doesn't depend on what else the machine does.
 */
export default async function* find({ built, postgres }) {
  const [{ FindService }, { FindQueries }] = await Promise.all([
    built('orders/find.service.js'),
    built('orders/find.queries.js'),
  ]);
  const database = new pg.Client(postgres.ownerUrl);
  await database.connect();
  try {
    await database.query('VACUUM ANALYZE orders, order_search');
    const query = async (text, values) => (await database.query(text, values)).rows;
    const service = new FindService(new FindQueries({ query }));
    const [{ pid }] = await query('SELECT pg_backend_pid() AS pid');
    const spent = async () => Number.parseInt(await readFile(`/proc/${pid}/schedstat`, 'utf8'), 10) / 1e6;
    const orders = await query(
      `SELECT id, full_name, passport_no, contact_email_address, phone_number, transaction_id
       FROM orders ORDER BY md5(id::text) LIMIT $1`,
      [sample],
    );
    const spellings = {
      'an order number': ({ id }) => `#${id}`,
      'a name, its last word first': ({ full_name }) => full_name.split(' ').reverse().join(' '),
      'the beginning of a name': ({ full_name }) => full_name.slice(0, 3),
      'an address': (order) => order.contact_email_address,
      'a telephone number': ({ phone_number }) => `0${phone_number}`,
      'a passport number with a blank': ({ passport_no }) => `${passport_no.slice(0, 2)} ${passport_no.slice(2)}`,
      'a transaction': (order) => order.transaction_id ?? `pi_${order.id}`,
      'a part of an address': (order) => order.contact_email_address.slice(1, 12),
      'what nobody is called': ({ id }) => `zzqx${id}`,
    };
    const all = [];
    for (const [name, spelled] of Object.entries(spellings)) {
      const times = [];
      for (const order of orders) {
        const before = await spent();
        await service.find({ type: 'Admin' }, spelled(order));
        times.push((await spent()) - before);
      }
      all.push(...times);
      yield { name: `${name}, median`, unit: 'ms', ours: share(times, 0.5) };
      yield { name: `${name}, p95`, unit: 'ms', ours: share(times, 0.95) };
    }
    yield { name: 'all of them, p95', unit: 'ms', ours: share(all, 0.95) };
  } finally {
    await database.end();
  }
}

/** The time within which this share of them lies. */
function share(times, part) {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1];
}
