import { Injectable } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { AuditQuery } from '../shared/audit.js';
import { auditPageSize, auditRowsRead, auditRowsShown } from '../shared/limits.js';
import type { AuditEntry } from '../shared/answers/audit.js';
import { linesOf } from '../shared/equal-rows.js';
import { AuditQueries, type AuditRow, type Cursor } from './audit.queries.js';
import { ChainService } from './chain.service.js';
import { toCsv, toEntry } from './audit.present.js';

const exportBatch = 5_000;

/** Reads the activity for the audit screen (docs/people.md#audit). */
@Injectable()
export class AuditService {
  constructor(
    private readonly queries: AuditQueries,
    private readonly activity: ActivityService,
    private readonly chain: ChainService,
  ) {}

  /**
   * The rows of a page's lines, newest first, and the cursor of the next older ones; null when there are none. Of an order
   * each row is a line; else equal rows are one, and a page ends earlier where it would have more than `auditRowsShown` rows.
   */
  async page(query: AuditQuery): Promise<{ rows: AuditEntry[]; next: string | null }> {
    const read: AuditRow[] = [];
    const entries: AuditEntry[] = [];
    let [shown, isEnd] = [0, false];
    // until a row is read that is not the page's: at once, where no rows are equal
    while (!isEnd && shown === read.length) {
      const size = read.length === 0 ? auditPageSize + 1 : auditRowsRead;
      const more = await this.queries.page(query, read.at(-1) ?? cursorOf(query.before), size);
      read.push(...more);
      entries.push(...more.map(toEntry));
      isEnd = more.length < size;
      shown = Math.min(countOfPage(entries, query), auditRowsShown);
    }
    return { rows: entries.slice(0, shown), next: shown < read.length ? textOf(read[shown - 1]!) : null };
  }

  members(): Promise<{ id: number; name: string }[]> {
    return this.queries.members();
  }

  /** All rows that match, as CSV; the export is noted. */
  async csv(staff: Staff, query: AuditQuery): Promise<AsyncGenerator<string>> {
    await this.activity.noteAlone(staff, { orderId: null, action: 'list.exported', to: 'audit' });
    return toCsv(this.activity.exported(staff, 'audit', this.batches(query)));
  }

  /**
   * Reads the whole chain; a row that is not as it was written is noted, which raises an alarm. Rows that the chain has not
   * come to, as after an upgrade, are no fault.
   */
  async checkChain(): Promise<void> {
    const verdict = await this.chain.verify();
    if (!('row' in verdict) || verdict.isPending) return;
    const note = `row ${verdict.row}: ${verdict.fault}`;
    await this.activity.noteAlone(system, { orderId: null, action: 'audit.chain-broken', note });
  }

  private async *batches(query: AuditQuery): AsyncGenerator<AuditRow[]> {
    let before: Cursor | undefined;
    for (;;) {
      const rows = await this.queries.page(query, before, exportBatch);
      if (rows.length > 0) yield rows;
      if (rows.length < exportBatch) return;
      before = rows.at(-1);
    }
  }
}

/** How many of these rows the first lines of a page have. */
function countOfPage(rows: AuditEntry[], { order }: AuditQuery): number {
  if (order) return Math.min(rows.length, auditPageSize);
  return linesOf(rows).slice(0, auditPageSize).flat().length;
}

function textOf({ micros, id }: Cursor): string {
  return `${micros}-${id}`;
}

/** The cursor of a text; undefined for text that is none, which begins at the newest row. */
function cursorOf(text: string | undefined): Cursor | undefined {
  const [, micros, id] = /^(\d{1,17})-(\d{1,18})$/.exec(text ?? '') ?? [];
  return micros && id ? { micros, id } : undefined;
}
