import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import { ListsService } from '../orders/lists.service.js';
import { Env } from '../platform/env.js';
import { brandOf } from '../shared/brands.js';
import type { CallRow } from '../shared/call-sheet.js';
import { callsPerPage } from '../shared/limits.js';
import { toCallRow } from './call-sheet.present.js';
import { CallSheetQueries } from './call-sheet.queries.js';

/** The customers to call (docs/product.md#the-call-sheet). */
@Injectable()
export class CallSheetService {
  constructor(
    private readonly queries: CallSheetQueries,
    private readonly lists: ListsService,
    private readonly env: Env,
  ) {}

  /** A page of them, nearest arrival first, and how many there are. */
  async list(staff: Staff, page: number, now = new Date()): Promise<{ rows: CallRow[]; total: number }> {
    const [rows, counts] = await Promise.all([
      this.queries.rows('Contact Customer', (page - 1) * callsPerPage, callsPerPage),
      this.lists.counts(staff),
    ]);
    const brands = this.env.brands;
    return {
      rows: rows.map((row) => toCallRow(row, brandOf(brands, row.landing_domain), now)),
      total: counts.contactCustomerOrdersCount,
    };
  }
}
