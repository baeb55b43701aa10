import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Document } from '../database/document.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Pack } from '../database/pack.entity.js';
import { Transactions } from '../database/transactions.js';
import { OrdersService } from '../orders/orders.service.js';
import { Env } from '../platform/env.js';
import { Jobs } from '../platform/job-queues.js';
import type { Attempt } from '../platform/jobs.js';
import { placeOf } from '../platform/place.js';
import { lookAt } from '../platform/pdf/document-reader.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { brandOf } from '../shared/brands.js';
import { packStatuses } from '../shared/order-statuses.js';
import type { PackDocument, PackFacts } from '../shared/pack-facts.js';
import { type PackDetails, type PacksReadiness, readiness } from '../shared/pack-parts.js';
import type { EarlierEntry, MakePack, PackDetailsQuery, PackType } from '../shared/packs.js';
import { EvidenceQueries } from './evidence.queries.js';
import { PackPrinter } from './pack-printer.js';
import { earlierEntry, packFacts } from './packs.facts.js';
import { PacksQueries } from './packs.queries.js';

/** How long a call waits for its pack, in milliseconds; a pack comes within seconds (docs/product.md#packs). */
const waitMs = 60_000;
/** Milliseconds until the next poll, from the milliseconds waited: short at first, because a warm pack takes a tenth of a second. */
const nextLook = (waited: number) => Math.min(10 + waited / 20, 250);

/** After this many seconds without a job a pack counts as forgotten. */
const forgottenSeconds = 20;

/** Pages and readability of documents, cached by hash, because reading a large one takes a second. */
type Look = Pick<PackDocument, 'pages' | 'shown'>;
const looksKept = 1000;

/** Defence packs: the evidence of an order as a PDF, made once for the same inputs and kept. */
@Injectable()
export class PacksService {
  private readonly looks = new Map<string, Look>();

  constructor(
    private readonly queries: PacksQueries,
    private readonly evidence: EvidenceQueries,
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly printer: PackPrinter,
    private readonly env: Env,
  ) {}

  /** The facts a pack would print now, and how complete they are. @throws Refused 404. */
  async details({ orderId, defencePackType }: PackDetailsQuery): Promise<PackDetails> {
    const facts = (await this.factsOf(await this.orders.find(orderId)))(defencePackType);
    return { ...facts, readiness: readiness(facts) };
  }

  /** How complete each pack of an order would be now. */
  async readinessOf(order: Order): Promise<PacksReadiness> {
    const facts = await this.factsOf(order);
    return { 1: readiness(facts(1)), 2: readiness(facts(2)) };
  }

  /** The newest orders before this one that look like the same person's, newest first. */
  async earlierOf(order: Order): Promise<EarlierEntry[]> {
    const orders = await this.evidence.before(order);
    return orders.map((earlier) => earlierEntry(order, earlier));
  }

  /**
   * The pack as it is now, from the store where nothing has changed since it was made.
   * @throws Refused 404; 409 in a status without packs, or when nobody waits for it any more; 503 when it could not be made, or not in a minute.
   */
  async make(
    staff: Staff,
    { orderId, defencePackType }: MakePack,
    isAwaited: () => boolean,
  ): Promise<{ name: string; size: number; pdf: Readable }> {
    const order = await this.orders.find(orderId);
    if (!packStatuses.includes(order.processStatus)) {
      throw new Refused(`Defence packs are for orders in ${packStatuses.join(', ')}.`, 409);
    }

    const facts = await this.factsOf(order);
    const pack = await this.ready(await this.ask(staff, facts(defencePackType)), isAwaited);
    return {
      name: `defence-pack-${pack.type}-order-${pack.orderId}.pdf`,
      size: pack.size!,
      pdf: await this.storage.stream(pack.storageKey!),
    };
  }

  /** Makes a pack that waits; a finished one is left alone. The last try that fails gives it up. */
  async renderNow(packId: number, { last }: Attempt): Promise<void> {
    const pack = await this.queries.byId(packId);
    if (pack?.state !== 'queued') return;

    try {
      const { bytes, pages } = await this.printer.print(pack, await this.embedded(pack));
      const sha256 = hash(bytes);
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
    for (const packId of await this.queries.forgotten(forgottenSeconds, 100)) await this.renderLater(packId);
  }

  private renderLater(packId: number): Promise<void> {
    return this.jobs.later('pack.render', { packId }, packId);
  }

  private async ask(staff: Staff, facts: PackFacts): Promise<number> {
    const orderId = facts.order.order_id;
    const inputSha256 = hash(JSON.stringify(facts));
    return this.transactions.run(async (manager) => {
      const asked = { orderId, type: facts.pack_type, inputSha256, facts, madeBy: staff.name };
      const { id, isNew } = await this.queries.ask(asked, manager);
      if (isNew) {
        const to = `Defence Pack ${facts.pack_type}`;
        await this.activity.note(staff, { orderId, action: 'pack.made', to, note: inputSha256 }, manager);
      }
      return id;
    });
  }

  /** The pack, once the worker has made it. Its row says so, on Redis and on PostgreSQL alike. */
  private async ready(packId: number, isAwaited: () => boolean): Promise<Pack> {
    const known = await this.queries.byId(packId);
    if (known?.state === 'ready') {
      if ((await this.storage.size(known.storageKey!)) !== undefined) return known;
      await this.queries.forget(packId);
    }
    await this.renderLater(packId);

    const began = performance.now();
    for (
      let state = await this.queries.stateOf(packId);
      state !== 'ready';
      state = await this.queries.stateOf(packId)
    ) {
      if (state === 'failed') throw new Refused('The defence pack could not be made. Please try again.', 503);
      if (!isAwaited()) throw new Refused('The request was cancelled.', 409);
      const waited = performance.now() - began;
      if (waited > waitMs) throw new Refused('The defence pack takes longer than usual. Please try again soon.', 503);
      await sleep(nextLook(waited));
    }
    return (await this.queries.byId(packId))!;
  }

  /** The facts of either pack, from one look at what is on record. */
  private async factsOf(order: Order): Promise<(type: PackType) => PackFacts> {
    const evidence = await this.evidence.of(order);
    const [document, purchasePlace] = await Promise.all([
      evidence.document && this.looked(evidence.document),
      order.purchaseIp ? placeOf(order.purchaseIp, this.env.GEOIP_MMDB_PATH) : '',
    ]);
    const brand = brandOf(this.env.brands, order.landingDomain);
    return (type) => packFacts(type, evidence, { brand, purchasePlace, document });
  }

  /** The document with its number of pages, and whether all of them can be shown. */
  private async looked(document: Document): Promise<PackDocument> {
    const { file1, contentType, size, sha256 } = document;
    const look = this.looks.get(sha256) ?? (await this.look(document));
    return { file1, create_ts: document.createTs.toISOString(), content_type: contentType, size, sha256, ...look };
  }

  private async look({ storageKey, contentType, sha256 }: Document): Promise<Look> {
    const unreadable: Look = { pages: 0, shown: 'not shown' };
    const bytes = await this.storage.read(storageKey).catch((error: unknown) => {
      if (isGone(error)) return undefined;
      throw new Refused('The approved document can’t be read now. Please try again soon.', 503);
    });
    if (!bytes) return unreadable;

    const look = await lookAt(bytes, contentType).then(
      ({ pages, how }): Look => ({ pages, shown: how }),
      () => unreadable,
    );
    if (this.looks.size >= looksKept) this.looks.clear();
    this.looks.set(sha256, look);
    return look;
  }

  /** The document that the pack's facts name. */
  private async embedded({ orderId, facts }: Pack) {
    const { document } = facts as PackFacts;
    if (!document || document.shown === 'not shown') return undefined;

    const stored = await this.evidence.documentByFile(orderId, document.file1);
    // Loaded with the first pack: what reads documents is large.
    const { readyDocument } = await import('../platform/pdf/embed.js');
    return readyDocument(await this.storage.read(stored!.storageKey), document.content_type);
  }
}

/** Whether the storage, folder or bucket, says that there is no such object. */
function isGone(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ENOENT' || name === 'NoSuchKey';
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
