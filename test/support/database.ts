import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database for one test file. */
export type TestDatabase = { url: string; ownerUrl: string; drop(): Promise<void> };

/** @param template the database to copy: the run's migrated template, or PostgreSQL's empty `template1` */
export async function makeDatabase(template: 'template_desk' | 'template1' = 'template_desk'): Promise<TestDatabase> {
  const name = `desk_${randomBytes(6).toString('hex')}`;
  // a fifth of the processor time of the usual strategy, which writes the copy to the WAL, too
  const create = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`;
  await asOwner(create, cloning).catch(() => asOwner(create));
  return {
    url: named(process.env.TEST_DATABASE_URL!, name),
    ownerUrl: named(process.env.TEST_OWNER_URL!, name),
    drop: () => asOwner(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The kernel copies the files, and where it can no bytes until they change. A server or a file system may not know it. */
const cloning = '-c file_copy_method=clone';

async function asOwner(sql: string, options?: string): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.TEST_OWNER_URL, options });
  await owner.connect();
  try {
    await owner.query(sql);
  } finally {
    await owner.end();
  }
}

function named(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: database }).href;
}
