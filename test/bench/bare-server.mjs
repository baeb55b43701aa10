// Fastify and pg with nothing around them. Every route runs its first statement alone, then the others at once, and answers
// their rows, or a page that React renders anew for each request. All statements are prepared but searches, whose best plan
// depends on the text. The first message has the routes, each { method, path, statements: [[sql, parameters], …], page }.
import { once } from 'node:events';
import Fastify from 'fastify';
import pg from 'pg';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { componentOf } from './markup.mjs';

const [{ routes }] = await once(process, 'message');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const fastify = Fastify();
let prepared = 0;
for (const { method, path, statements, page } of routes) {
  const render = page && pageOf(page);
  const [first, ...rest] = statements.map(([text, values]) =>
    text.includes(' LIKE ') ? { text, values } : { name: `s${++prepared}`, text, values },
  );
  fastify.route({
    method,
    url: path,
    handler: async (_request, reply) => {
      await pool.query(first);
      const results = await Promise.all(rest.map((statement) => pool.query(statement)));
      if (render) return reply.type('text/html').send(render());
      return { status: 1, data: results.map(({ rows }) => rows) };
    },
  });
}
process.send(await fastify.listen({ port: 0, host: '127.0.0.1' }));

/** Renders the markup of a page between the head and the props that a page of the product has. */
function pageOf(html) {
  const from = html.indexOf('<div');
  const to = html.lastIndexOf('</div>') + '</div>'.length;
  const Markup = componentOf(html.slice(from, to));
  return () => html.slice(0, from) + renderToString(createElement(Markup)) + html.slice(to);
}
