import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Actor } from '../activity/actor.js';
import type { Staff } from '../auth/staff.js';
import type { Dispute } from '../database/dispute.entity.js';
import type { Order } from '../database/order.entity.js';
import type { PackAsker } from '../database/pack.entity.js';
import { Transactions } from '../database/transactions.js';
import { OrdersService } from '../orders/orders.service.js';
import { Jobs } from '../platform/job-queues.js';
import type { Attempt } from '../platform/jobs.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { sha256Of } from '../platform/sha256.js';
import { packStatuses } from '../shared/order-statuses.js';
import type { PackFacts } from '../shared/pack-facts.js';
import { type PackDetails, type PacksReadiness, outlookOf } from '../shared/pack-parts.js';
import type { EarlierEntry, MakePack, PackDetailsQuery, PackType } from '../shared/packs.js';
import { AwaitedPacks } from './awaited-packs.js';
import type { Verdict } from '../shared/compelling-evidence.js';
import { type LeftOut, nothingLeftOut } from '../shared/left-out.js';
import { EvidenceQueries } from './evidence.queries.js';
import { PackDocuments } from './pack-documents.js';
import { PackFactsService } from './pack-facts.service.js';
import { PackPrinter } from './pack-printer.js';
import { packWording } from './pack-wording.js';
import { earlierEntry } from './earlier.facts.js';
import { typeAnswering } from './packs.facts.js';
import { type AskedPack, type MadePack, PacksQueries } from './packs.queries.js';

/** After this many seconds without a job a pack counts as forgotten. */
const forgottenSeconds = 20;

/** Packs that a member waits for are made first, then those of many at once, then those that nobody asked for. */
const behind: Record<PackAsker, number> = { member: 0, batch: 5, nobody: 10 };

/** Defence packs: the evidence of an order as a PDF, made once for the same inputs and kept. */
@Injectable()
export class PacksService {
  constructor(
    private readonly queries: PacksQueries,
    private readonly awaited: AwaitedPacks,
    private readonly evidence: EvidenceQueries,
    private readonly facts: PackFactsService,
    private readonly documents: PackDocuments,
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly printer: PackPrinter,
  ) {}

  /** The facts a pack would print now, and what it would argue; a dispute decides its type. @throws Refused 404. */
  async details({ orderId, defencePackType, disputeId, ...leftOut }: PackDetailsQuery): Promise<PackDetails> {
    const order = await this.orders.find(orderId);
    const dispute = await this.disputeOf(orderId, disputeId);
    const type = dispute ? typeAnswering(dispute) : defencePackType;
    const facts = await (await this.facts.of(order, { dispute, leftOut }))(type);
    return { ...facts, ...outlookOf(facts) };
  }

  /** What each pack of an order would argue now, and how complete it would be. */
  async readinessOf(order: Order): Promise<PacksReadiness> {
    const facts = await this.facts.of(order);
    return { 1: outlookOf(await facts(1)), 2: outlookOf(await facts(2)) };
  }

  /** The newest orders before this one that look like the same person's, newest first. */
  async earlierOf(order: Order): Promise<EarlierEntry[]> {
    const orders = await this.evidence.before(order);
    return orders.map((earlier) => earlierEntry(order, earlier));
  }

  /** Visa's rules for compelling evidence, one by one, over every earlier charge of an order's card. @throws Refused 404. */
  async compellingOf(orderId: number): Promise<Verdict> {
    return this.facts.verdictOn(await this.orders.find(orderId));
  }

  /**
   * The pack as it is now, from the store where nothing has changed since it was made. A preview is no version until
   * somebody makes it.
   * @throws Refused 404; 409 in a status without packs, when a bank got it and its file is gone, or when nobody waits for it
   * any more; 503 when it could not be made, or not in a minute.
   */
  async make(
    staff: Staff,
    { preview, ...input }: MakePack,
    isAwaited: () => boolean,
  ): Promise<{ name: string; size: number; pdf: Readable }> {
    const { asked, dispute } = await this.askFor(staff, input, preview ? 'nobody' : 'member');
    const pack = await this.ready(asked, isAwaited);
    await this.activity.noteFetch(staff, pack.orderId, `pack ${pack.id}`);
    return {
      name: dispute
        ? `dispute-${dispute.id}-order-${pack.orderId}.pdf`
        : `defence-pack-${pack.type}-order-${pack.orderId}.pdf`,
      size: pack.size!,
      pdf: await this.storage.stream(pack.storageKey!),
    };
  }

  /**
   * Asks for a pack, or for the one that answers a dispute, without waiting for it. One that is there is not made again.
   * @returns its id @throws Refused 404; 409 in a status without packs; 503 when the card can't be read.
   */
  async askLater(
    actor: Actor,
    { orderId, ...wanted }: { orderId: number } & ({ disputeId: number } | { type: PackType }),
    askedBy: Exclude<PackAsker, 'member'>,
  ): Promise<number> {
    const what = 'type' in wanted ? { defencePackType: wanted.type } : { ...wanted, defencePackType: 1 as const };
    const { asked } = await this.askFor(actor, { orderId, ...nothingLeftOut, ...what }, askedBy);
    if (asked.state === 'queued') await this.renderLater(asked.id, askedBy);
    return asked.id;
  }

  /** Removes the files of packs that were made ahead of a dispute's facts of now, and that nobody asked for. */
  async discardAhead(disputeId: number, keptId: number): Promise<void> {
    for (const key of await this.queries.discardAhead(disputeId, keptId)) await this.storage.remove(key);
  }

  /** The file of a finished pack, or why it can't be read. */
  async stored(packId: number): Promise<Readable | { missing: string }> {
    const pack = await this.queries.made(packId);
    const gone = { missing: 'The file is not in the store. Open the pack on the order’s page, then try again.' };
    return pack?.storageKey ? this.storage.stream(pack.storageKey).catch(() => gone) : gone;
  }

  private async askFor(
    actor: Actor,
    { orderId, defencePackType, disputeId, ...leftOut }: Omit<MakePack, 'preview'>,
    askedBy: PackAsker,
  ): Promise<{ asked: AskedPack; dispute: Dispute | null }> {
    const erasures = await this.queries.erasures(orderId);
    const order = await this.orders.find(orderId);
    const dispute = await this.disputeOf(orderId, disputeId);
    // a dispute of a refunded order is answered with the credit
    const isCredited = dispute !== null && order.processStatus === 'Refunds' && order.refundDate !== null;
    if (!packStatuses.includes(order.processStatus) && !isCredited) {
      throw new Refused(`Defence packs are for orders in ${packStatuses.join(', ')}.`, 409);
    }

    const type = dispute ? typeAnswering(dispute) : defencePackType;
    const facts = await (await this.facts.of(order, { dispute, leftOut }))(type);
    const asked = await this.ask(actor, facts, { dispute, leftOut, askedBy, erasures });
    return { asked, dispute };
  }

  /** The facts that a finished pack of this order printed; undefined when there is no such pack. */
  async printed(orderId: number, packId: number): Promise<PackFacts | undefined> {
    const pack = await this.queries.packById(packId);
    return pack?.orderId === orderId && pack.state === 'ready' ? (pack.facts as PackFacts) : undefined;
  }

  /** Makes a pack that waits; a finished one is left alone. The last try that fails gives it up. */
  async renderNow(packId: number, { last }: Attempt): Promise<void> {
    const pack = await this.queries.packById(packId);
    if (pack?.state !== 'queued') return;

    try {
      const pictures = await this.documents.pictures(pack);
      const { bytes, pages } = await this.printer.print(pack, pictures, () => this.documents.embedded(pack));
      const sha256 = sha256Of(bytes);
      const storageKey = `packs/${pack.id}-${sha256}.pdf`;
      await this.storage.put(storageKey, bytes, 'application/pdf');
      await this.queries.finish(pack.id, { storageKey, sha256, pages, bytes: bytes.length });
    } catch (error) {
      if (last) await this.queries.fail(pack.id, String(error));
      throw error;
    }
  }

  /** Gives packs that were forgotten a job again. */
  async sweep(): Promise<void> {
    for (const { id, askedBy } of await this.queries.forgotten(forgottenSeconds, 100))
      await this.renderLater(id, askedBy);
  }

  private renderLater(packId: number, askedBy: PackAsker = 'member'): Promise<void> {
    return this.jobs.later('pack.render', { packId }, packId, behind[askedBy]);
  }

  /** @param erasures how much was erased of the order before its facts were read: they must not outlive an erasure */
  private async ask(
    actor: Actor,
    facts: PackFacts,
    {
      dispute,
      leftOut,
      askedBy,
      erasures,
    }: { dispute: Dispute | null; leftOut: LeftOut; askedBy: PackAsker; erasures: number },
  ): Promise<AskedPack> {
    const orderId = facts.order.order_id;
    const inputSha256 = sha256Of(JSON.stringify(facts) + packWording());
    return this.transactions.run(async (manager) => {
      await this.queries.keepFromErasing(orderId, manager);
      if ((await this.queries.erasures(orderId, manager)) !== erasures) {
        throw new Refused('Data of this order was erased just now. Please try again.', 409);
      }
      const disputeId = dispute?.id ?? null;
      const asked = { orderId, type: facts.pack_type, inputSha256, facts, madeBy: actor.name, disputeId, askedBy };
      const made = await this.queries.ask(asked, manager);
      if (made.isNew && askedBy !== 'nobody') {
        const to = dispute
          ? `the response to dispute ${dispute.caseId ?? dispute.id}`
          : `Defence Pack ${facts.pack_type}`;
        await this.activity.note(
          actor,
          { orderId, action: 'pack.made', from: withoutWhat(leftOut), to, note: inputSha256 },
          manager,
        );
      }
      return made;
    });
  }

  /** The pack, once the worker has made it. */
  private async ready(asked: AskedPack, isAwaited: () => boolean): Promise<MadePack> {
    const packId = asked.id;
    const known = asked.state === 'ready' ? await this.queries.made(packId) : undefined;
    if (known?.state === 'ready') {
      if ((await this.documents.tagOf(known.storageKey!, 'stored pack')) !== undefined) return known;
      if (!(await this.queries.forget(packId))) {
        throw new Refused('The file that was submitted to the bank is not in the store. It is not made anew.', 409);
      }
    }
    this.awaited.start();
    await this.renderLater(packId);

    const pack = await this.awaited.finished(packId, isAwaited);
    if (pack.state === 'ready') return pack;
    this.documents.forgetLooks();
    throw new Refused('The defence pack could not be made. Please try again.', 503);
  }

  /** @throws Refused 404 for a dispute that is none of this order's. */
  private async disputeOf(orderId: number, disputeId: number | undefined): Promise<Dispute | null> {
    if (disputeId === undefined) return null;
    const dispute = await this.evidence.dispute(orderId, disputeId);
    if (!dispute) throw new Refused('Dispute not found', 404);
    return dispute;
  }
}

/** What a member left out, for the activity. */
function withoutWhat({ leftOut, leftOutMails }: LeftOut): string | undefined {
  const parts = [
    leftOut.length > 0 && `the remarks ${leftOut.join(', ')}`,
    leftOutMails.length > 0 && `the received emails ${leftOutMails.join(', ')}`,
  ].filter(Boolean);
  return parts.length > 0 ? `without ${parts.join(' and ')}` : undefined;
}
