/**
 * A function that gives the SQL statements of the product's queries: first the one that every request of this token asks for
 * its session. They are noted, not run.
 */
export async function statementsOf(built, token) {
  const [{ AuthQueries }, { ListsQueries }] = await Promise.all([
    built('auth/auth.queries.js'),
    built('orders/lists.queries.js'),
  ]);
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  return async (...runs) => {
    const statements = [];
    const database = { query: async (...statement) => (statements.push(statement), [{ n: 1 }]) };
    await new AuthQueries(database).useSession(sid);
    for (const run of runs) await run(new ListsQueries(database));
    return statements;
  };
}
