import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Replica } from '../database/replica.js';
import { literal, sql } from '../database/sql.js';
import { type ExportedName, exportedNames } from '../shared/exported-fields.js';
import type { Listing, Sorting, Start } from './listing.queries.js';
import { ListsQueries, type RowFacts, rowsOf } from './lists.queries.js';

type ExportedFacts = { id: number } & Record<ExportedName, string | null>;

/** The column of an order behind each of these wire names is the same in small letters. A date is text, as in lists. */
const exportedColumns = exportedNames.map((name) => `${name.toLowerCase()}::text AS "${name}"`).join(', ');

/** Reads what an export writes, from the replica if there is one. */
@Injectable()
export class ExportQueries {
  constructor(
    private readonly replica: Replica,
    private readonly database: DataSource,
    private readonly lists: ListsQueries,
  ) {}

  rows(listing: Listing, sorting: Sorting, start: Start, limit: number): Promise<RowFacts[]> {
    const question = rowsOf(listing, sorting, start, limit);
    return this.replica.read(question.asArguments, () => this.lists.rows(listing, sorting, start, limit));
  }

  /** What the authority's form asks for of these orders, by order. */
  async exported(ids: number[]): Promise<Map<number, ExportedFacts>> {
    const question = sql`SELECT id, ${literal(exportedColumns)} FROM orders WHERE id = ANY(${ids})`.asArguments;
    const rows = await this.replica.read<ExportedFacts>(question, () => this.database.query(...question));
    return new Map(rows.map((row) => [row.id, row]));
  }
}
