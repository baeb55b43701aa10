import { client, signIn } from './client.mjs';
import { statementsOf } from './statements.mjs';

/** Compares the calls that every screen of the desk makes with a Fastify handler that runs the same SQL. */
export default async function* lists({ built, serve, measure }) {
  const productUrl = await serve('product-server.mjs');
  const token = await signIn(productUrl);
  const cases = await casesOf(built, token);
  const bareUrl = await serve('bare-server.mjs', {
    routes: cases.map(({ method, statements }, index) => ({ method, path: `/${index}`, statements })),
  });

  const product = client(productUrl, { authorization: `Bearer ${token}` });
  const bare = client(bareUrl);
  for (const [index, { name, method, path, body, least }] of cases.entries()) {
    const rates = await measure(
      () => product(method, path, body),
      () => bare(method, `/${index}`, body),
    );
    yield { name, unit: '/s', least, ...rates };
  }
}

/** Each call with the SQL statements that the product runs for it, recorded from the product. */
async function casesOf(built, token) {
  const [takenDown, { newestFirst }] = await Promise.all([statementsOf(built, token), built('shared/order-queues.js')]);
  const today = new Date().toISOString().slice(0, 10);
  const newest = { filter: { status: 'Completed' }, memberId: 1 };
  const list = (offset, limit) => takenDown((queries) => queries.page(newest, newestFirst, { offset }, limit));
  const search = (text) =>
    takenDown(
      (queries) => queries.count({ ...newest, text }),
      (queries) => queries.rows({ ...newest, text }, newestFirst, { offset: 0 }, 50),
    );
  return [
    {
      name: 'list, first page of 50',
      method: 'GET',
      path: '/api/admin/get-orders-list/completedOrder?limit=50',
      statements: await list(0, 50),
      least: 0.7,
    },
    {
      name: 'list, page 200 of 50',
      method: 'GET',
      path: '/api/admin/get-orders-list/completedOrder?limit=50&page=200',
      statements: await list(199 * 50, 50),
      least: 0.7,
    },
    {
      name: 'list, 500 rows',
      method: 'GET',
      path: '/api/admin/get-orders-list/completedOrder?limit=500',
      statements: await list(0, 500),
      least: 0.7,
    },
    {
      name: 'counts',
      method: 'GET',
      path: '/api/admin/get-folder-count',
      statements: await takenDown((queries) => queries.counts([1], today)),
      least: 0.7,
    },
    {
      name: 'search, a rare name',
      method: 'POST',
      path: '/api/admin/search-order',
      body: { folderName: 'completedOrder', searchVal: '陈秀英', start: 0, end: 50 },
      statements: await search('陈秀英'),
      least: 0.7,
    },
  ];
}
