import { Injectable, Logger } from '@nestjs/common';
import { Env } from '../platform/env.js';
import { Storage } from '../platform/storage.js';
import type { DueErasures, ErasureEntry, RetentionRun } from '../shared/answers/retention.js';
import { type AgedKind, agedKinds } from '../shared/retention.js';
import { toDue, toErasure, toRun } from './retention.present.js';
import { RetentionQueries, type RunCounts } from './retention.queries.js';

/** How many orders or files are read at once. */
const batch = 200;
const runsShown = 30;

/**
 * Erases what is no longer needed of old orders (docs/people.md#keeping-and-erasing). Each order is a transaction of its
 * own, so a run that was cut off goes on where it ended.
 */
@Injectable()
export class RetentionService {
  private readonly log = new Logger('retention');

  constructor(
    private readonly queries: RetentionQueries,
    private readonly storage: Storage,
    private readonly env: Env,
  ) {}

  /** Months after the arrival of an order. */
  get months(): Record<AgedKind, number> {
    return { masked: this.env.KEEP_PERSONAL_MONTHS, documents: this.env.KEEP_DOCUMENTS_MONTHS };
  }

  /** Erases what is due, and writes a report of it. What can't be erased now is left for the next run. */
  async run(): Promise<void> {
    const id = await this.queries.beginRun();
    const counts: RunCounts = { masked: 0, documents: 0, files: 0, frozen: 0, failed: 0 };
    for (const kind of agedKinds) {
      for await (const orderId of this.dueOrders(kind)) await this.erase(id, orderId, kind, counts);
    }
    counts.files = await this.removeFiles();
    await this.queries.endRun(id, counts);
    this.log.log(counts, 'old orders erased');
  }

  /** What the next run would do; it changes nothing. */
  async wouldDo(): Promise<DueErasures> {
    const [masked, documents, files] = await Promise.all([
      this.queries.dueGroups('masked', this.months.masked),
      this.queries.dueGroups('documents', this.months.documents),
      this.queries.countFiles(),
    ]);
    return { masked: toDue(masked), documents: toDue(documents), files };
  }

  /** The newest runs, the newest first. */
  async runs(): Promise<RetentionRun[]> {
    const runs = await this.queries.runs(runsShown);
    const left = await this.queries.left(runs.map(({ id }) => id));
    return runs.map((run) => toRun(run, left));
  }

  /** What was erased of an order, the first first. */
  async ofOrder(orderId: number): Promise<ErasureEntry[]> {
    return (await this.queries.ofOrder(orderId)).map(toErasure);
  }

  /** What earlier runs had to leave, then the arrivals since the last run. */
  private async *dueOrders(kind: AgedKind): AsyncGenerator<number> {
    await this.queries.forgetWaiting(kind, this.months[kind]);
    for (let after = 0; ;) {
      const ids = await this.queries.waiting(kind, this.months[kind], after, batch);
      yield* ids;
      after = ids.at(-1) ?? after;
      if (ids.length < batch) break;
    }
    for (;;) {
      const { seen, due } = await this.queries.lookAt(kind, this.months[kind], batch);
      yield* due;
      if (seen < batch) return;
    }
  }

  /** One order that fails does not stop the others; the next run tries it again. */
  private async erase(runId: number, orderId: number, kind: AgedKind, counts: RunCounts): Promise<void> {
    try {
      const came = await this.queries.erase(orderId, kind);
      if (came === 'done' || came === 'nothing') await this.queries.waitNoMore(kind, orderId);
      else if (await this.queries.leave(runId, orderId, came)) counts.frozen += 1;
      if (came === 'done') counts[kind] += 1;
    } catch (error) {
      counts.failed += 1;
      this.log.error({ order: orderId, kind, error: String(error) }, 'not erased');
    }
  }

  /** Removes the files of erased rows. A row of the list goes once its file is gone. Returns how many. */
  async removeFiles(): Promise<number> {
    let removed = 0;
    for (;;) {
      const files = await this.queries.filesToErase(batch);
      for (const { key, needed } of files) {
        if (!needed) await this.storage.remove(key);
        await this.queries.fileErased(key);
        removed += needed ? 0 : 1;
      }
      if (files.length < batch) return removed;
    }
  }
}
