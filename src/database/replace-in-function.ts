import type { QueryRunner } from 'typeorm';

/** Replaces words in the body of a function that an earlier migration made. @throws when they are not in it */
export async function replaceIn(runner: QueryRunner, name: string, before: string, after: string): Promise<void> {
  const rows: { body: string }[] = await runner.query('SELECT pg_get_functiondef($1::regproc) AS body', [name]);
  const { body } = rows[0]!;
  if (!body.includes(before)) throw new Error(`${name} has no '${before}'`);
  await runner.query(body.replace(before, () => after));
}
