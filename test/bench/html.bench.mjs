import pg from 'pg';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { client, signIn } from './client.mjs';
import { componentOf } from './markup.mjs';
import { statementsOf } from './statements.mjs';
import { whileWriting } from './writing.mjs';

/**
 * Compares the product's rendering of a page's props to HTML with a bare renderToString of the same markup, and a whole page
 * with a Fastify handler that asks for the session and the rows and renders that markup.
 */
export default async function* html({ built, serve, measure, postgres }) {
  const [{ loadRender }, { serverBundle }] = await Promise.all([
    built('platform/inertia/server-rendering.js'),
    built('platform/paths.js'),
  ]);
  const render = await loadRender(serverBundle, {
    component: 'error/error',
    props: { status: 404, title: 'Not found', message: '', ref: '' },
  });
  const url = await serve('product-server.mjs');
  const token = await signIn(url);
  const headers = { authorization: `Bearer ${token}`, 'x-inertia': 'true' };

  for (const [name, path] of [
    ['HTML of a list of 50', '/admin/completed-order?limit=50'],
    ['HTML of a list of 10', '/admin/completed-order?limit=10'],
    ['HTML of the dashboard', '/admin'],
  ]) {
    const page = JSON.parse(await client(url, headers)('GET', path));
    const { markup } = await render(page);
    const Markup = componentOf(markup);
    const bare = () => renderToString(createElement(Markup));
    expectSame(markup, bare());

    // every request has its own props; the copies are made here so that the measurement excludes them
    const pages = Array.from({ length: 200 }, () => structuredClone(page));
    let turn = 0;
    const ours = async () => render(pages[turn++ % pages.length]);
    yield { name, unit: 'pages/s', least: 0.7, ...(await measure(ours, bare, { atOnce: 1, seconds: 1 })) };
  }
  yield* wholePage({ built, serve, measure, postgres, url, token });
}

/** The product's page has its menu's counts, its alarms and a live line besides: the bare handler has the table alone. */
async function* wholePage({ built, serve, measure, postgres, url, token }) {
  const [takenDown, { newestFirst }] = await Promise.all([statementsOf(built, token), built('shared/order-queues.js')]);
  const path = '/admin/completed-order?limit=50';
  const product = client(url, { authorization: `Bearer ${token}`, accept: 'text/html' });
  const listing = { filter: { status: 'Completed' }, memberId: 1 };
  const statements = await takenDown((queries) => queries.page(listing, newestFirst, { offset: 0 }, 50));
  const page = await product('GET', path);
  const bare = client(await serve('bare-server.mjs', { routes: [{ method: 'GET', path: '/', statements, page }] }));
  const compare = () =>
    measure(
      () => product('GET', path),
      () => bare('GET', '/'),
    );
  yield { name: 'a whole page with a list of 50', unit: 'pages/s', least: 0.8, ...(await compare()) };

  const database = new pg.Client(postgres.ownerUrl);
  await database.connect();
  try {
    const rates = await whileWriting(database, compare);
    yield { name: 'the same while 20 transactions a second write', unit: 'pages/s', least: 0.6, ...rates };
  } finally {
    await database.end();
  }
}

/** The comparison holds only when both give the same HTML. */
function expectSame(ours, bare) {
  const [one, other] = [ours, bare].map((text) => text.replace(/<!--.*?-->/gs, ''));
  if (one === other) return;

  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  throw new Error(`The markup differs: ${one.slice(at - 60, at + 60)} / ${other.slice(at - 60, at + 60)}`);
}
