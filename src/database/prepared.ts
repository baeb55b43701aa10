import { createHash } from 'node:crypto';
import pg from 'pg';
import { literal, type Sql, sql } from './sql.js';

/**
 * A statement that each connection parses and plans once and then runs by its name. For statements that most requests
 * run, whose best plan is the same for every parameter, and whose text takes few forms: a LIMIT must be a literal, because
 * PostgreSQL plans for a tenth of the rows when it does not know it.
 * @param name lower case, with dots; it also shows in pg_stat_activity
 */
export function prepared(name: string, statement: Sql): Sql {
  return sql`${literal(`/* prepared: ${name} */ `)}${statement}`;
}

const marker = '/* prepared: ';
/** The name of each prepared text. It has a hash, because one statement may have several texts. */
const names = new Map<string, string>();

/** A connection that runs statements made by `prepared` by their name. All others pass unchanged. */
export class PreparingClient extends pg.Client {
  // The parent has a dozen overloads; the first two parameters tell a text with its values from the rest.
  override query = ((...call: unknown[]) => {
    const [text, values, ...rest] = call;
    const ask = super.query.bind(this) as (...call: unknown[]) => unknown;
    if (typeof text !== 'string' || !text.startsWith(marker)) return ask(...call);
    return ask({ name: nameOf(text), text, values }, ...rest);
  }) as pg.Client['query'];
}

/** Whether the text is a prepared statement that only reads. */
export function isPreparedRead(text: string): boolean {
  return text.startsWith(marker) && text.startsWith('SELECT', text.indexOf(' */ ') + ' */ '.length);
}

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    const called = text.slice(marker.length, text.indexOf(' */'));
    name = `${called}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
    names.set(text, name);
  }
  return name;
}
