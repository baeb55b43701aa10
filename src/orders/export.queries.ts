import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Replica } from '../database/replica.js';
import { sql } from '../database/sql.js';
import type { ExportedName } from '../shared/exported-fields.js';
import type { Listing, Sorting, Start } from './listing.queries.js';
import { ListsQueries, type RowFacts, rowsOf } from './lists.queries.js';

/** Reads what an export writes, from the replica if there is one. */
export type ExportedFacts = { id: number } & Record<ExportedName, string | null>;

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
    const question = sql`SELECT id, nationality, place_of_birth, dod::text, flight_detail, mode_of_travel,
      last_port_embarkation, embarkation_country, accommodation_type, accommodation_of_stay AS "accommodation_of_Stay", address,
      address2, state, post_code, city, phone_code, phone_number FROM orders WHERE id = ANY(${ids})`.asArguments;
    const rows = await this.replica.read<ExportedFacts>(question, () => this.database.query(...question));
    return new Map(rows.map((row) => [row.id, row]));
  }
}
