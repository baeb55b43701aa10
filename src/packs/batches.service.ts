import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { PacksService } from './packs.service.js';
import { Jobs } from '../platform/job-queues.js';
import { Refused } from '../platform/reply.js';
import { fileNamePart, zipped, type ZippedFile } from '../platform/zip.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { PackBatch } from '../shared/pack-batches.js';
import { type Batch, type BatchItem, BatchesQueries, type Wanted } from './batches.queries.js';

/** After this many seconds a batch with packs that nobody asked for counts as forgotten. */
const forgottenSeconds = 30;
/** For how many hours the screens show a member's last batch. */
const shownHours = { disputes: 24, orders: 1 };

const notMade = 'The defence pack could not be made.';

/**
 * Whose batches a caller sees: those of disputes; or this member's own ones of orders. Others are answered like unknown
 * ones.
 */
type BatchOf = 'disputes' | { member: Staff };

/** Packs of many disputes or orders at once, in one archive (docs/disputes.md#disputes, docs/orders.md#bulk-actions). */
@Injectable()
export class BatchesService {
  private readonly log = new Logger('packs');

  constructor(
    private readonly queries: BatchesQueries,
    private readonly packs: PacksService,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly activity: ActivityService,
  ) {}

  /** Asks for the packs of these disputes or orders. @throws Refused 404 when there is none of them. */
  async ask(staff: Staff, wanted: Wanted): Promise<PackBatch> {
    const id = await this.transactions.run(async (manager) => {
      const added = await this.queries.add(staff.id, staff.name, wanted, manager);
      if (added === undefined) throw noSuchBatch();
      const to = 'disputes' in wanted ? `${wanted.disputes.length} disputes` : `${wanted.orders.length} orders`;
      await this.activity.note(staff, { orderId: null, action: 'packs.asked', to, note: `batch ${added}` }, manager);
      return added;
    });
    await this.makeLater(id);
    return this.progress(id, 'disputes' in wanted ? 'disputes' : { member: staff });
  }

  /** @throws Refused 404. */
  async progress(id: number, of: BatchOf): Promise<PackBatch> {
    return toBatch(await this.batch(id, of), await this.queries.items(id));
  }

  /** The batch of disputes, or of orders, that a member asked for last, if that was lately. */
  async lastOf(staff: Staff, of: 'disputes' | 'orders'): Promise<PackBatch | null> {
    const batch = await this.queries.newestOf(staff.id, of, shownHours[of]);
    return batch ? toBatch(batch, await this.queries.items(batch.id)) : null;
  }

  /**
   * Asks for each pack of a batch that nobody has asked for yet; the packs' own jobs make them. A pack that was asked for
   * stays so: a worker that is killed here begins again with the rest. An order whose pack can't be asked for now does not
   * stop the others.
   * @param isLast whether the job is not tried again: an order whose facts can't be read then counts as refused
   * @throws the first error that another try may not have
   */
  async makeNow(id: number, isLast: boolean): Promise<void> {
    const { madeBy, packType } = (await this.queries.batchById(id))!;
    const errors: unknown[] = [];
    for (const { place, disputeId, orderId, packId, refusal } of await this.queries.items(id)) {
      if (packId !== null || refusal !== null) continue;
      const wanted = disputeId === null ? { orderId, type: packType! } : { orderId, disputeId };
      try {
        const made = await this.packs.askLater({ id: null, name: madeBy }, wanted, 'batch');
        await this.queries.settle(id, place, { packId: made });
      } catch (error) {
        const isRefused = error instanceof Refused;
        if (isRefused && error.code !== 503) await this.queries.settle(id, place, { refusal: error.message });
        else if (isLast && !isRefused) await this.giveUp(id, place, error);
        else errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  private async giveUp(id: number, place: number, error: unknown): Promise<void> {
    this.log.error({ batchId: id, place, error: String(error) }, 'pack of a batch not made');
    await this.queries.settle(id, place, { refusal: notMade });
  }

  /** Gives batches that were forgotten a job again. */
  async sweep(): Promise<void> {
    for (const id of await this.queries.forgotten(forgottenSeconds, 100)) await this.makeLater(id);
  }

  /** The packs in one archive; its index names those that were refused. @throws Refused 404; 409 while packs are made. */
  async zip(staff: Staff, id: number, of: BatchOf): Promise<{ name: string; zip: Readable }> {
    const batch = await this.batch(id, of);
    const items = await this.queries.items(id);
    if (!toBatch(batch, items).done) throw new Refused('The packs are still being made.', 409);
    await this.activity.noteFetch(staff, null, `the packs of batch ${id}`);
    return { name: `packs-${id}.zip`, zip: zipped(this.files(batch, items)) };
  }

  private async batch(id: number, of: BatchOf): Promise<Batch> {
    const batch = await this.queries.batchById(id);
    const isTheirs = of === 'disputes' ? batch?.packType === null : batch?.packType && batch.memberId === of.member.id;
    if (!batch || !isTheirs) throw noSuchBatch();
    return batch;
  }

  private *files({ packType }: Batch, items: BatchItem[]): Generator<ZippedFile> {
    for (const item of items) {
      const { disputeId, orderId, caseId, fullName, packId } = item;
      const reason = refusalOf(item);
      const [begin, what] =
        disputeId === null
          ? [`defence-pack-${packType}`, `Defence Pack ${packType} of order ${orderId}`]
          : [`dispute-${disputeId}`, `The response to dispute ${caseId ?? `no. ${disputeId}`} of order ${orderId}`];
      yield {
        name: `${begin}-order-${orderId}-${fileNamePart(fullName)}.pdf`,
        what,
        body: async () => (reason === undefined ? this.packs.stored(packId!) : { missing: reason }),
      };
    }
  }

  private makeLater(batchId: number): Promise<void> {
    return this.jobs.later('pack.batch', { batchId }, batchId);
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

/** Why there is no pack; undefined while it has or may get one. */
function refusalOf({ refusal, packState }: BatchItem): string | undefined {
  return refusal ?? (packState === 'failed' ? notMade : undefined);
}

function noSuchBatch(): Refused {
  return new Refused('There are no such packs.', 404);
}
