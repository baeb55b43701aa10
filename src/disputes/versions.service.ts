import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { HoldingService } from '../orders/holding.service.js';
import { Refused } from '../platform/reply.js';
import { sha256Of } from '../platform/sha256.js';
import { Storage } from '../platform/storage.js';
import type { DisputeEntry, PackVersion } from '../shared/answers/disputes.js';
import { disputeStates } from '../shared/dispute-states.js';
import type { SubmitDispute } from '../shared/disputes.js';
import { toDispute } from './disputes.present.js';
import { DisputesQueries } from './disputes.queries.js';
import { DisputesService, nameOf, refuseStaleDispute, refuseWrongStep } from './disputes.service.js';
import { type StoredPack, VersionsQueries } from './versions.queries.js';

/** The most versions an order's page lists. */
const mostVersions = 100;

/** The stored packs of an order: which there are, their bytes, and which one the bank got (docs/disputes.md#disputes). */
@Injectable()
export class VersionsService {
  constructor(
    private readonly queries: VersionsQueries,
    private readonly disputes: DisputesQueries,
    private readonly service: DisputesService,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
  ) {}

  /** The newest versions of an order's packs, newest first. */
  async ofOrder(orderId: number): Promise<PackVersion[]> {
    return (await this.queries.ofOrder(orderId, mostVersions)).map(toVersion);
  }

  /**
   * The bytes of a version, exactly as it was made.
   * @throws Refused 404 for an unknown one, 503 when the file can't be read or is no longer the one that was made.
   */
  async file(packId: number): Promise<{ orderId: number; name: string; bytes: Uint8Array; sha256: string }> {
    const pack = await this.queries.storedPack(packId);
    if (!pack) throw new Refused('There is no such version.', 404);
    const name = `defence-pack-${pack.type}-order-${pack.orderId}-${pack.id}.pdf`;
    return { orderId: pack.orderId, name, bytes: await this.bytesOf(pack), sha256: pack.sha256 };
  }

  /** As `file`, for a member, which is noted. */
  async open(staff: Staff, packId: number): Promise<{ name: string; bytes: Uint8Array }> {
    const { orderId, ...file } = await this.file(packId);
    await this.activity.noteFetch(staff, orderId, `pack ${packId}`);
    return file;
  }

  /**
   * Notes that the bank got exactly this version. The file is read first: one that isn't what was made is refused.
   * @throws Refused 404 no such dispute; 409 stale, a state that can't follow, or no version of this order; 503 unreadable.
   */
  async submit(staff: Staff, id: number, { packId, version }: SubmitDispute): Promise<DisputeEntry> {
    const { orderId } = await this.service.find(id);
    const pack = await this.queries.storedPack(packId);
    if (pack?.orderId !== orderId) throw new Refused('This version is not one of this order', 409);
    await this.bytesOf(pack);

    return this.holding.locked(orderId, async (_order, manager) => {
      const dispute = (await this.disputes.lockDispute(id, manager))!;
      refuseStaleDispute(dispute, version);
      refuseWrongStep(dispute, 'submitted');
      const from = dispute.state;
      const to = {
        state: 'submitted',
        submittedPackId: packId,
        submittedAt: new Date(),
        submittedBy: staff.name,
      } as const;
      await this.disputes.change(dispute, to, staff.name, manager);
      await this.activity.note(
        staff,
        {
          orderId,
          action: 'dispute.moved',
          from,
          to: 'submitted',
          note: `${nameOf(dispute)}: version ${packId}, SHA-256 ${pack.sha256}`,
        },
        manager,
      );
      return toDispute(dispute);
    });
  }

  /**
   * Notes that a gateway gave this version to the bank. Its report may have come before: then the dispute is submitted
   * already, or decided, and only learns which version it was, and who sent it.
   * @param also what is written in the same transaction
   */
  async submitted(
    by: string,
    id: number,
    packId: number,
    also: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const { orderId } = await this.service.find(id);
    await this.holding.locked(orderId, async (_order, manager) => {
      const dispute = (await this.disputes.lockDispute(id, manager))!;
      const from = dispute.state;
      if (disputeStates[from].waits || dispute.submittedPackId === null) {
        const at = { submittedPackId: packId, submittedAt: dispute.submittedAt ?? new Date(), submittedBy: by };
        const to = { ...at, ...(disputeStates[from].waits && { state: 'submitted' as const }) };
        await this.disputes.change(dispute, to, by, manager);
        const note = `${nameOf(dispute)}: version ${packId}`;
        const actor = { id: null, name: by };
        await this.activity.note(actor, { orderId, action: 'dispute.moved', from, to: dispute.state, note }, manager);
      }
      await also(manager);
    });
  }

  private async bytesOf(pack: StoredPack): Promise<Uint8Array> {
    const bytes = await this.storage.read(pack.storageKey).catch(() => undefined);
    if (!bytes || sha256Of(bytes) !== pack.sha256) {
      throw new Refused('The file of this version can’t be read, or is not the one that was made.', 503);
    }
    return bytes;
  }
}

function toVersion(pack: StoredPack): PackVersion {
  return {
    id: pack.id,
    type: pack.type,
    dispute_id: pack.disputeId,
    made_by: pack.madeBy,
    create_ts: pack.createTs.toISOString(),
    sha256: pack.sha256,
    size: pack.size,
    pages: pack.pages,
    submitted_for: pack.submittedFor,
  };
}
