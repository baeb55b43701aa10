import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { PacksService } from '../packs/packs.service.js';
import { Jobs } from '../platform/job-queues.js';
import { Refused } from '../platform/reply.js';
import { fileNamePart, zipped, type ZippedFile } from '../platform/zip.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { PackBatch } from '../shared/pack-batches.js';
import { type Batch, type BatchItem, BatchesQueries } from './batches.queries.js';

/** After this many seconds a batch with disputes that nobody looked at counts as forgotten. */
const forgottenSeconds = 30;
/** For how many hours the screen shows a member's last batch. */
const shownHours = 24;

/** Packs for many disputes at once, in one archive (docs/product.md#disputes). */
@Injectable()
export class BatchesService {
  constructor(
    private readonly queries: BatchesQueries,
    private readonly packs: PacksService,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  /** Asks for the packs of these disputes. @throws Refused 404 when there is none of them. */
  async ask(staff: Staff, disputeIds: number[]): Promise<PackBatch> {
    const id = await this.transactions.run((manager) => this.queries.add(staff.id, staff.name, disputeIds, manager));
    if (id === undefined) throw noSuchBatch();
    await this.makeLater(id);
    return this.progress(id);
  }

  /** @throws Refused 404. */
  async progress(id: number): Promise<PackBatch> {
    const batch = await this.queries.batchById(id);
    if (!batch) throw noSuchBatch();
    return toBatch(batch, await this.queries.items(id));
  }

  /** The batch that a member asked for last, if that was today. */
  async lastOf(staff: Staff): Promise<PackBatch | null> {
    const batch = await this.queries.newestOf(staff.id, shownHours);
    return batch ? toBatch(batch, await this.queries.items(batch.id)) : null;
  }

  /**
   * Asks for each pack of a batch that nobody has asked for yet; the packs' own jobs make them. A pack that was asked for
   * stays so: a worker that is killed here begins again with the rest.
   */
  async makeNow(id: number): Promise<void> {
    const batch = await this.queries.batchById(id);
    for (const { disputeId, orderId, packId, refusal } of await this.queries.items(id)) {
      if (packId !== null || refusal !== null) continue;
      const actor = { id: null, name: batch!.madeBy };
      const settled = await this.packs.askLater(actor, { orderId, disputeId }, 'batch').then(
        (made) => ({ packId: made }),
        (error: unknown) => {
          if (error instanceof Refused && error.code !== 503) return { refusal: error.message };
          throw error;
        },
      );
      await this.queries.settle(id, disputeId, settled);
    }
  }

  /** Gives batches that were forgotten a job again. */
  async sweep(): Promise<void> {
    for (const id of await this.queries.forgotten(forgottenSeconds, 100)) await this.makeLater(id);
  }

  /** The packs in one archive; its index names those that were refused. @throws Refused 404; 409 while packs are made. */
  async zip(id: number): Promise<{ name: string; zip: Readable }> {
    const { done } = await this.progress(id);
    if (!done) throw new Refused('The packs are still being made.', 409);
    return { name: `packs-${id}.zip`, zip: zipped(this.files(await this.queries.items(id))) };
  }

  private *files(items: BatchItem[]): Generator<ZippedFile> {
    for (const item of items) {
      const { disputeId, orderId, caseId, fullName, packId } = item;
      const reason = refusalOf(item);
      yield {
        name: `dispute-${disputeId}-order-${orderId}-${fileNamePart(fullName)}.pdf`,
        what: `The response to dispute ${caseId ?? `no. ${disputeId}`} of order ${orderId}`,
        body: async () => (reason === undefined ? this.packs.stored(packId!) : { missing: reason }),
      };
    }
  }

  private makeLater(batchId: number): Promise<void> {
    return this.jobs.later('disputes.packs', { batchId }, batchId);
  }
}

function toBatch({ id, madeBy, createTs }: Batch, items: BatchItem[]): PackBatch {
  const refused = items.flatMap((item) => {
    const reason = refusalOf(item);
    const { disputeId, orderId } = item;
    return reason === undefined
      ? []
      : [{ dispute_id: disputeId, order_id: orderId, encoded_id: encodeOrderId(orderId), reason }];
  });
  const made = items.filter(({ packState }) => packState === 'ready').length;
  return {
    id,
    made_by: madeBy,
    create_ts: createTs.toISOString(),
    total: items.length,
    made,
    refused,
    done: made + refused.length === items.length,
  };
}

/** Why a dispute has no pack; undefined while it has or may get one. */
function refusalOf({ refusal, packState }: BatchItem): string | undefined {
  return refusal ?? (packState === 'failed' ? 'The defence pack could not be made.' : undefined);
}

function noSuchBatch(): Refused {
  return new Refused('There are no such packs.', 404);
}
