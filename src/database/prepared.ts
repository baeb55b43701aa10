import pg from 'pg';
import { sha256Of } from '../platform/sha256.js';
import { literal, type Sql, sql } from './sql.js';

/**
 * A statement that each connection parses and plans once and then runs by its name. For statements that most requests
 * run, whose best plan is the same for every parameter, and whose text takes few forms: a LIMIT must be a literal, because
 * PostgreSQL plans for a tenth of the rows when it does not know it.
 * @param name lower case, with dots. It is a comment of the text, which passes TypeORM and shows in pg_stat_activity
 */
export function prepared(name: string, statement: Sql): Sql {
  return sql`${literal(`/* prepared: ${name} */ `)}${statement}`;
}

/** What is known of a prepared text: its name on the connection, and whether it only reads. */
type Known = { name: string; isRead: boolean };

const knownTexts = new Map<string, Known>();

/** What a text made by `prepared` is; undefined for any other. */
export function knownOf(text: string): Known | undefined {
  if (!text.startsWith('/* ')) return undefined;
  let known = knownTexts.get(text);
  if (!known) {
    const [opening, called] = /^\/\* prepared: (\S+) \*\/ /.exec(text) ?? [];
    if (opening === undefined) return undefined;
    // The name has a hash, because one statement may have several texts.
    const name = `${called}.${sha256Of(text).slice(0, 12)}`;
    known = { name, isRead: text.startsWith('SELECT', opening.length) };
    knownTexts.set(text, known);
  }
  return known;
}

/** A connection that runs the statements of `prepared` by their name. All others pass unchanged. */
export class PreparingClient extends pg.Client {
  // The parent has a dozen overloads; the first two parameters tell a text with its values from the rest.
  override query = ((...call: unknown[]) => {
    const [text, values, ...rest] = call;
    const ask = super.query.bind(this) as (...call: unknown[]) => unknown;
    const known = typeof text === 'string' ? knownOf(text) : undefined;
    return known ? ask({ name: known.name, text, values }, ...rest) : ask(...call);
  }) as pg.Client['query'];
}
