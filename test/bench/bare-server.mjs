// Fastify and pg with nothing around them. Every route runs its first statement alone, then the others at once, and answers
// their rows. All are prepared but searches, whose best plan depends on the text. BENCH_OPTIONS has the routes, each { method, path, statements: [[sql, parameters], …] }.
import Fastify from 'fastify';
import pg from 'pg';

const { routes } = JSON.parse(process.env.BENCH_OPTIONS);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const fastify = Fastify();
let prepared = 0;
for (const { method, path, statements } of routes) {
  const [first, ...rest] = statements.map(([text, values]) =>
    text.includes(' LIKE ') ? { text, values } : { name: `s${++prepared}`, text, values },
  );
  fastify.route({
    method,
    url: path,
    handler: async () => {
      await pool.query(first);
      const results = await Promise.all(rest.map((statement) => pool.query(statement)));
      return { status: 1, data: results.map(({ rows }) => rows) };
    },
  });
}
process.send(await fastify.listen({ port: 0, host: '127.0.0.1' }));
