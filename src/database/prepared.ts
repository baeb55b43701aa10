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

/**
 * A prepared read whose rows are kept as long as nothing is written (docs/architecture.md#reads-that-are-kept). They may
 * depend on stored rows, on the parameters, and on the minute of PostgreSQL's clock, `minuteNow`, but on nothing else. A
 * text that asks for another time is refused with an Error when it is first run.
 */
export function remembered(name: string, statement: Sql): Sql {
  return sql`${literal(`/* remembered: ${name} */ `)}${statement}`;
}

/** The minute of PostgreSQL's clock in which the statement began. */
export const minuteNow = literal("date_trunc('minute', now())");

/** What is known of a prepared text: its name on the connection, whether it only reads, and whether its rows are kept. */
type Known = { name: string; isRead: boolean; isRemembered: boolean };

const knownTexts = new Map<string, Known>();

/** What a text made by `prepared` or `remembered` is; undefined for any other. */
export function knownOf(text: string): Known | undefined {
  if (!text.startsWith('/* ')) return undefined;
  let known = knownTexts.get(text);
  if (!known) {
    const [opening, kind, called] = /^\/\* (prepared|remembered): (\S+) \*\/ /.exec(text) ?? [];
    if (opening === undefined) return undefined;
    // The name has a hash, because one statement may have several texts.
    const name = `${called}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
    known = { name, isRead: text.startsWith('SELECT', opening.length), isRemembered: kind === 'remembered' };
    if (known.isRemembered) checkRemembered(name, text);
    knownTexts.set(text, known);
  }
  return known;
}

function checkRemembered(name: string, text: string): void {
  const [found] =
    /\b(now|\w+_timestamp|timeofday|random|current_\w+|localtime\w*|FOR (UPDATE|SHARE))\b/i.exec(
      text.replaceAll(minuteNow.text, ''),
    ) ?? [];
  if (found !== undefined) throw new Error(`the rows of ${name} can't be kept: it has ${found}`);
}

/** A connection that runs statements made by `prepared` and `remembered` by their name. All others pass unchanged. */
export class PreparingClient extends pg.Client {
  // The parent has a dozen overloads; the first two parameters tell a text with its values from the rest.
  override query = ((...call: unknown[]) => {
    const [text, values, ...rest] = call;
    const ask = super.query.bind(this) as (...call: unknown[]) => unknown;
    const known = typeof text === 'string' ? knownOf(text) : undefined;
    return known ? ask({ name: known.name, text, values }, ...rest) : ask(...call);
  }) as pg.Client['query'];
}
