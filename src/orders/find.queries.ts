import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ofAddress } from '../database/of-mailbox.js';
import { joined, type Sql, sql } from '../database/sql.js';
import { spellings } from '../shared/find.js';
import type { OrderStatus } from '../shared/order-statuses.js';

/** What a text may mean, for the indexes. */
type Meanings = { id: number; text: string; phone: string | undefined; compact: string | undefined };

export type FoundFacts = {
  id: number;
  full_name: string;
  process_status: OrderStatus;
  doa: string;
  assign_to: string | null;
};

/** Up to this many matches are sorted by age. With more, the newest orders are looked through instead. */
const sorted = 1_000;
/** How many of the newest orders are looked through for frequent words. */
const scanned = 2_000;

/** Finds orders by what people type and paste. Every way has its index, so nothing reads the whole table. */
@Injectable()
export class FindQueries {
  constructor(private readonly database: DataSource) {}

  /** The orders that a text identifies, of these statuses: by id, then by mailbox, transaction, telephone; the newest first. */
  async named({ id, text, phone }: Meanings, statuses: OrderStatus[], most: number): Promise<FoundFacts[]> {
    const ways: Sql[] = [];
    if (id > 0) ways.push(sql`SELECT id, 1 AS way FROM orders WHERE id = ${id}`);
    if (text.includes('@')) {
      const { contact, other } = ofAddress(text);
      for (const condition of [...contact, ...other])
        ways.push(sql`(SELECT id, 2 FROM orders WHERE ${condition} ORDER BY create_ts DESC LIMIT ${most})`);
    }
    if (/\d/.test(text)) {
      ways.push(sql`(SELECT id, 3 FROM orders
        WHERE transaction_id IS NOT NULL AND lower(transaction_id) = lower(${text}::text) LIMIT ${most})
        UNION ALL (SELECT order_id, 3 FROM order_charges WHERE lower(transaction_id) = lower(${text}::text) LIMIT ${most})`);
    }
    if (phone) {
      ways.push(sql`(SELECT id, 4 FROM order_search s JOIN orders USING (id) WHERE s.search_text LIKE ${`%${phone}%`}
        AND regexp_replace(phone_code || phone_number, '[^0-9]', '', 'g') LIKE ${`%${phone}`} LIMIT ${sorted})`);
    }
    return ways.length === 0 ? [] : this.factsOf(joined(ways, ' UNION ALL '), statuses, most);
  }

  /** The newest orders whose name has words that begin with these, in any order, or whose passport number begins so. */
  async worded({ text, compact }: Meanings, statuses: OrderStatus[], most: number): Promise<FoundFacts[]> {
    const query = await this.wordQuery(text, compact);
    if (!query) return [];

    const matches = sql`order_words(full_name, passport_no) @@ ${query}::tsquery`;
    const [{ n } = { n: 0 }] = await this.ask<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM (SELECT FROM order_search WHERE ${matches} LIMIT ${sorted + 1}) found`,
    );
    if (n === 0) return [];
    const few = sql`SELECT id, 5 AS way FROM order_search WHERE ${matches} LIMIT ${sorted}`;
    if (n <= sorted) return this.factsOf(few, statuses, most);

    const newest = sql`SELECT id, 5 AS way FROM (
      SELECT id, full_name, passport_no FROM order_search ORDER BY create_ts DESC, id DESC LIMIT ${scanned}
    ) newest WHERE ${matches}`;
    const found = await this.factsOf(newest, statuses, most);
    return found.length === most ? found : this.factsOf(few, statuses, most);
  }

  /** Orders that hold the text anywhere the lists search. For a part of an address or of a transaction. */
  containing(text: string, statuses: OrderStatus[], most: number): Promise<FoundFacts[]> {
    const matches = spellings(text).map((one) => sql`search_text LIKE lower(${`%${one.replace(/[\\%_]/g, '\\$&')}%`})`);
    return this.factsOf(
      sql`SELECT id, 6 AS way FROM order_search WHERE ${joined(matches, ' OR ')} LIMIT ${sorted}`,
      statuses,
      most,
    );
  }

  private factsOf(ids: Sql, statuses: OrderStatus[], most: number): Promise<FoundFacts[]> {
    return this.ask(
      sql`SELECT o.id, o.full_name, o.process_status, o.doa::text, m.name AS assign_to
       FROM (SELECT id, min(way) AS way FROM (${ids}) AS ways (id, way) GROUP BY id) found
         JOIN orders o USING (id) LEFT JOIN members m ON m.id = o.held_by
       WHERE o.process_status = ANY(${statuses})
       ORDER BY found.way, o.create_ts DESC, o.id DESC LIMIT ${most}`,
    );
  }

  /** The text as a query for the index of words. A single Latin letter is no word: too many begin with it. */
  private async wordQuery(text: string, compact: string | undefined): Promise<string | undefined> {
    const [row] = await this.ask<{ words: string[] | null; passport: string[] | null }>(
      sql`SELECT (SELECT array_agg(lexeme) FROM unnest(order_words(${text}, ''))) AS words,
        (SELECT array_agg(lexeme) FROM unnest(order_words('', ${compact ?? ''}))) AS passport`,
    );
    const words = (row?.words ?? []).filter((word) => !/^[\da-z]$/.test(word));
    const ways = [words, row?.passport ?? []].filter((way) => way.length > 0);
    return ways.map((way) => `(${way.map((word) => `'${word}':*`).join(' & ')})`).join(' | ') || undefined;
  }

  private ask<Row>({ text, values }: Sql): Promise<Row[]> {
    return this.database.query(text, values);
  }
}
