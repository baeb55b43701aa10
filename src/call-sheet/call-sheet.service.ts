import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import { ListsService } from '../orders/lists.service.js';
import { PassportsService } from '../orders/passports.service.js';
import { Env } from '../platform/env.js';
import { brandOf } from '../shared/brands.js';
import type { CallRow } from '../shared/call-sheet.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { callsPerPage } from '../shared/limits.js';
import { toCallRow } from './call-sheet.present.js';
import { CallSheetQueries } from './call-sheet.queries.js';

/** The customers to call (docs/orders.md#the-call-sheet). */
@Injectable()
export class CallSheetService {
  constructor(
    private readonly queries: CallSheetQueries,
    private readonly lists: ListsService,
    private readonly env: Env,
    private readonly passports: PassportsService,
  ) {}

  /** A page of them, who can still be helped first, and how many there are. */
  async list(staff: Staff, page: number, now = new Date()): Promise<{ rows: CallRow[]; total: number }> {
    const [rows, counts] = await Promise.all([
      this.queries.rows('Contact Customer', kualaLumpurToday(now), (page - 1) * callsPerPage, callsPerPage),
      this.lists.counts(staff),
    ]);
    const brands = this.env.brands;
    const ids = rows.map(({ id }) => id);
    const hide = await this.passports.hiderFor(staff, ids);
    return {
      rows: rows.map((row) => {
        const remark = hide(row.id, row.remark);
        return toCallRow({ ...row, remark }, brandOf(brands, row.landing_domain), now);
      }),
      total: counts.contactCustomerOrdersCount,
    };
  }
}
