import type { Client } from 'pg';

/** The names of a locale that knows the letters of every script: on Linux, on older Linux, on macOS, elsewhere. */
const names = ['C.UTF-8', 'C.utf8', 'UTF-8', 'en_US.UTF-8'];

/** The indexes of substrings (pg_trgm), in the database of the session. */
const substringIndexes = `
  select indexrelid from pg_index where exists (
    select from pg_opclass where oid = any(indclass) and opcname in ('gin_trgm_ops', 'gist_trgm_ops'))`;

/**
 * Changes the LC_CTYPE of databases from C, with which pg_trgm knows only ASCII letters, to a locale with the letters of
 * every script. Sorting and `lower` don't change, because they use the built-in locale. Only substring indexes depend on
 * LC_CTYPE: the same transaction marks them invalid, and they are rebuilt after it. A killed start leaves the old state
 * or invalid indexes, which no query uses and the next start rebuilds.
 * @param session the owner's, in the database `postgres`
 * @param database is changed if it exists; so is `template1`, from which new databases are made
 * @param openSession a further session of the owner's, in `database`
 * @param say is called before work that can take minutes
 */
export async function knowAllLetters(
  session: Client,
  database: string,
  openSession: () => Promise<Client>,
  say: (sentence: string) => void = () => undefined,
): Promise<void> {
  const { rows } = await session.query<{ datname: string; old: boolean }>(
    `select datname, datlocprovider = 'b' and datctype in ('C', 'POSIX') as old from pg_database
     where datname in ('template1', $1)`,
    [database],
  );
  const old = rows.filter((row) => row.old).map(({ datname }) => datname);
  const exists = rows.some(({ datname }) => datname === database);
  if (old.length > 0) {
    const change = `update pg_database set datctype = ${session.escapeLiteral(await findLocale(session))}
      where datname in (${old.map((name) => session.escapeLiteral(name)).join()})`;
    if (exists) await inSession(openSession, (inside) => inside.query(`begin; ${invalidate}; ${change}; commit`));
    else await session.query(change);
  }
  if (exists) await inSession(openSession, (inside) => rebuild(inside, say));
}

const invalidate = `update pg_index set indisvalid = false where indexrelid in (${substringIndexes})`;

async function rebuild(inside: Client, say: (sentence: string) => void): Promise<void> {
  const { rows } = await inside.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where not indisvalid and indexrelid in (${substringIndexes})`,
  );
  if (rows.length === 0) return;

  say('The index of the search is built anew, for names in every script');
  // Ends sessions that began before the change, because they would still write with the old LC_CTYPE.
  await inside.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()
       and coalesce(application_name, '') not like 'start %'`,
  );
  for (const { name } of rows) await inside.query(`reindex index ${name}`);
}

/** Tries the names on the server, because the locales differ by system. */
async function findLocale(session: Client): Promise<string> {
  for (const name of names) {
    const literal = session.escapeLiteral(name);
    const known = await session
      .query(`create collation pg_temp.tried (provider = libc, lc_collate = 'C', lc_ctype = ${literal})`)
      .then(
        () => true,
        () => false,
      );
    if (!known) continue;
    await session.query('drop collation pg_temp.tried');
    return name;
  }
  throw new Error(
    `This system knows no locale with the letters of every script (${names.join(', ')}): set DATABASE_URL`,
  );
}

async function inSession(open: () => Promise<Client>, work: (inside: Client) => Promise<unknown>): Promise<void> {
  const inside = await open();
  try {
    await work(inside);
  } finally {
    await inside.end();
  }
}
