import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** The steps already done, stored as the database's comment. */
type Done = { migrated?: string; demo?: boolean };

/**
 * Brings an embedded database up to date: migrations when the sources they come from, files or folders, are not those of
 * the last time; demo data when there was none yet. The check takes some milliseconds.
 */
export async function prepareDatabase(
  ownerUrl: string,
  sources: string[],
  steps: { migrate(): Promise<void>; fillDemoData?(): Promise<void> },
): Promise<void> {
  const session = new Client(ownerUrl);
  await session.connect();
  try {
    const { rows } = await session.query<{ done: string | null }>(
      "select shobj_description(oid, 'pg_database') as done from pg_database where datname = current_database()",
    );
    const done = JSON.parse(rows[0]?.done ?? '{}') as Done;
    const record = async (step: Done) => {
      const text = session.escapeLiteral(JSON.stringify(Object.assign(done, step)));
      await session.query(`comment on database ${session.escapeIdentifier(session.database!)} is ${text}`);
    };

    const migrated = await fingerprint(sources);
    if (done.migrated !== migrated) {
      await steps.migrate();
      await record({ migrated });
    }
    if (!done.demo && steps.fillDemoData) {
      await steps.fillDemoData();
      await record({ demo: true });
    }
  } finally {
    await session.end();
  }
}

/** A hash of the names and contents of every script, SQL and JSON file in these files and folders. */
async function fingerprint(sources: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const names = await readdir(source, { recursive: true }).catch(() => ['']);
    for (const name of names.sort()) {
      const path = join(source, name);
      if (/\.(js|json|sql)$/.test(path)) hash.update(name).update(await readFile(path));
    }
  }
  return hash.digest('hex');
}
