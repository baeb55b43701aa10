import { Injectable } from '@nestjs/common';
import { Replica } from '../database/replica.js';
import type { Listing, Sorting, Start } from './listing.queries.js';
import { ListsQueries, type RowFacts, rowsOf } from './lists.queries.js';

/** Reads what an export writes, from the replica if there is one. */
@Injectable()
export class ExportQueries {
  constructor(
    private readonly replica: Replica,
    private readonly lists: ListsQueries,
  ) {}

  rows(listing: Listing, sorting: Sorting, start: Start, limit: number): Promise<RowFacts[]> {
    const question = rowsOf(listing, sorting, start, limit);
    return this.replica.read(question.asArguments, () => this.lists.rows(listing, sorting, start, limit));
  }
}
