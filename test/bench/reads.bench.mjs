import pg from 'pg';

/**
 * Costs that don't depend on the machine: the 8 KB pages that PostgreSQL reads for the desk's queries, and what folding the
 * tallies writes to the WAL while nothing changes.
 */
export default async function* reads({ built, postgres }) {
  const [
    { ListsQueries },
    { newestFirst },
    { TalliesQueries },
    { searchDepth },
    { BoardQueries },
    { StatisticsQueries },
    { shippedBrands },
  ] = await Promise.all([
    built('orders/lists.queries.js'),
    built('shared/order-queues.js'),
    built('orders/tallies.queries.js'),
    built('shared/limits.js'),
    built('standing/board.queries.js'),
    built('statistics/statistics.queries.js'),
    built('shared/brands.js'),
  ]);
  const database = new pg.Client(postgres.ownerUrl);
  await database.connect();
  try {
    await database.query('VACUUM ANALYZE orders, order_search, cards_due, mails, daily_statistics, monthly_statistics');
    const costs = async (ask, Queries) => {
      let [sum, ms] = [0, 0];
      const explaining = async (sql, parameters) => {
        const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, parameters);
        const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
        sum += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
        ms += rows[0]['QUERY PLAN'][0]['Execution Time'];
        return [{ n: 0 }];
      };
      await ask(new Queries({ query: explaining }, { read: (_statement, fromPrimary) => fromPrimary() }));
      return { pages: sum, ms };
    };
    const pages = async (ask) => (await costs(ask, ListsQueries)).pages;
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const everything = { filter: { everything: true }, memberId: 3 };
    const first = [newestFirst, { offset: 0 }, 50];
    const searched = (text, more = {}) => [(queries) => queries.search({ ...everything, text, ...more }, ...first)];
    const questions = {
      'list, first page of 50': [(queries) => queries.rows(everything, ...first)],
      'the counts of the menu': [(queries) => queries.counts([3], today)],
      'what must be submitted next': [
        (queries) =>
          queries.soonest(['New', 'Priority', 'Awaiting'], ['Contact Customer', 'Customer Called'], '2026-01-01', 10),
      ],
      '10,000 keys for a selection': [(queries) => queries.keys(everything, 10_000)],
      'search, a Chinese name': searched('陈秀英'),
      'search, a Thai name': searched('สมหญิง'),
      'search, two letters': searched('xy', { newest: searchDepth }),
      'search, an order id': [
        (queries) => queries.named('100777', everything),
        (queries) => queries.search({ ...everything, ids: [100_777] }, ...first),
      ],
    };
    for (const [name, asks] of Object.entries(questions)) {
      let ours = 0;
      for (const ask of asks) ours += await pages(ask);
      yield { name, unit: 'pages', ours };
    }

    for (const [name, ask] of [
      ['the board, first page of 50', (queries) => queries.rows(today, undefined, 0, 50)],
      ['the board, its counts', (queries) => queries.counts(today)],
      ['customers without their card, first page', (queries) => queries.undelivered(0, 50)],
      ['customers without their card, how many', (queries) => queries.countUndelivered()],
    ]) {
      const cost = await costs(ask, BoardQueries);
      yield { name, unit: 'pages', ours: cost.pages };
      yield { name: `${String(name)}, time`, unit: 'ms', ours: cost.ms };
    }

    const daysAgo = (days) => new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
    for (const [days, by] of [
      [30, 'day'],
      [30, 'country'],
      [400, 'day'],
      [400, 'country'],
      [400, 'member'],
      [400, 'mode'],
    ]) {
      const name = `statistics of ${days} days, by ${by}`;
      const period = { from: daysAgo(days - 1), to: today };
      const cost = await costs((queries) => queries.lines(period, by, shippedBrands), StatisticsQueries);
      yield { name, unit: 'pages', ours: cost.pages };
      yield { name: `${name}, time`, unit: 'ms', ours: cost.ms };
    }
    const recount = ['SELECT count_statistics($1::date, $1::date)', [daysAgo(1)]];
    const day = await costs(({ database }) => database.query(...recount), StatisticsQueries);
    yield { name: 'counting a day of the statistics anew', unit: 'pages', ours: day.pages };
    yield { name: 'counting a day of the statistics anew, time', unit: 'ms', ours: day.ms };

    const written = async () => {
      await database.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await database.query(
        'SELECT wal_bytes::int AS n FROM pg_stat_get_backend_wal(pg_backend_pid())',
      );
      return rows[0].n;
    };
    const tallies = new TalliesQueries({ query: async (sql) => (await database.query(sql)).rows });
    // the second one clears the pages of the rows that the first one folded
    for (let folds = 0; folds < 2; folds += 1) await tallies.fold();
    const before = await written();
    await tallies.fold();
    yield { name: 'folding tallies that nothing changed, WAL', unit: 'bytes', ours: (await written()) - before };
  } finally {
    await database.end();
  }
}
