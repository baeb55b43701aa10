import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Actor } from '../activity/actor.js';
import type { Staff } from '../auth/staff.js';
import type { Dispute } from '../database/dispute.entity.js';
import type { Document } from '../database/document.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Pack, PackAsker } from '../database/pack.entity.js';
import { Transactions } from '../database/transactions.js';
import { OrdersService } from '../orders/orders.service.js';
import { Env } from '../platform/env.js';
import { Jobs } from '../platform/job-queues.js';
import type { Attempt } from '../platform/jobs.js';
import { locationOf } from '../platform/location.js';
import { lookAt } from '../platform/pdf/document-reader.js';
import type { DocumentLook } from '../platform/pdf/embed.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { brandOf } from '../shared/brands.js';
import { packStatuses } from '../shared/order-statuses.js';
import type { PackDocument, PackFacts } from '../shared/pack-facts.js';
import { deliveryMail } from '../shared/pack-argument.js';
import { type PackDetails, type PacksReadiness, outlookOf, pagesShown } from '../shared/pack-parts.js';
import { type EarlierEntry, type MakePack, type PackDetailsQuery, type PackType, packRoom } from '../shared/packs.js';
import { AwaitedPacks } from './awaited-packs.js';
import { type LeftOut, nothingLeftOut } from '../shared/left-out.js';
import { type Evidence, EvidenceQueries } from './evidence.queries.js';
import { PackPrinter } from './pack-printer.js';
import { compellingFacts } from './compelling.facts.js';
import { chooseRequests } from './downloads.facts.js';
import { earlierEntry } from './earlier.facts.js';
import { chooseMails, packMail } from './mails.facts.js';
import { packFacts, typeAnswering } from './packs.facts.js';
import { type AskedPack, type MadePack, PacksQueries } from './packs.queries.js';

/** After this many seconds without a job a pack counts as forgotten. */
const forgottenSeconds = 20;

/** Packs that a member waits for are made first, then those of many at once, then those that nobody asked for. */
const behind: Record<PackAsker, number> = { member: 0, batch: 5, nobody: 10 };

/** Pages and readability of a document. */
type Look = Pick<PackDocument, 'pages' | 'shown'>;
/** How many documents a process remembers. */
const looksKept = 1000;

/** Defence packs: the evidence of an order as a PDF, made once for the same inputs and kept. */
@Injectable()
export class PacksService {
  /** Of documents by their hash, because reading a large one takes a second. */
  private readonly looks = new Map<string, Look>();
  /** Of stored files by their key: the hash that their bytes had, and the storage's tag at that time. */
  private readonly hashed = new Map<string, string>();

  constructor(
    private readonly queries: PacksQueries,
    private readonly awaited: AwaitedPacks,
    private readonly evidence: EvidenceQueries,
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly printer: PackPrinter,
    private readonly env: Env,
  ) {}

  /** The facts a pack would print now, and what it would argue; a dispute decides its type. @throws Refused 404. */
  async details({ orderId, defencePackType, disputeId, ...leftOut }: PackDetailsQuery): Promise<PackDetails> {
    const order = await this.orders.find(orderId);
    const dispute = await this.disputeOf(orderId, disputeId);
    const type = dispute ? typeAnswering(dispute) : defencePackType;
    const facts = await (await this.factsOf(order, { dispute, leftOut }))(type);
    return { ...facts, ...outlookOf(facts) };
  }

  /** What each pack of an order would argue now, and how complete it would be. */
  async readinessOf(order: Order): Promise<PacksReadiness> {
    const facts = await this.factsOf(order);
    return { 1: outlookOf(await facts(1)), 2: outlookOf(await facts(2)) };
  }

  /** The newest orders before this one that look like the same person's, newest first. */
  async earlierOf(order: Order): Promise<EarlierEntry[]> {
    const orders = await this.evidence.before(order);
    return orders.map((earlier) => earlierEntry(order, earlier));
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
    const order = await this.orders.find(orderId);
    const dispute = await this.disputeOf(orderId, disputeId);
    // a dispute of a refunded order is answered with the credit
    const isCredited = dispute !== null && order.processStatus === 'Refunds' && order.refundDate !== null;
    if (!packStatuses.includes(order.processStatus) && !isCredited) {
      throw new Refused(`Defence packs are for orders in ${packStatuses.join(', ')}.`, 409);
    }

    const type = dispute ? typeAnswering(dispute) : defencePackType;
    const facts = await (await this.factsOf(order, { dispute, leftOut }))(type);
    return { asked: await this.ask(actor, facts, { dispute, leftOut, askedBy }), dispute };
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
      const { bytes, pages } = await this.printer.print(pack, () => this.embedded(pack));
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
    for (const { id, askedBy } of await this.queries.forgotten(forgottenSeconds, 100))
      await this.renderLater(id, askedBy);
  }

  private renderLater(packId: number, askedBy: PackAsker = 'member'): Promise<void> {
    return this.jobs.later('pack.render', { packId }, packId, behind[askedBy]);
  }

  private async ask(
    actor: Actor,
    facts: PackFacts,
    { dispute, leftOut, askedBy }: { dispute: Dispute | null; leftOut: LeftOut; askedBy: PackAsker },
  ): Promise<AskedPack> {
    const orderId = facts.order.order_id;
    const inputSha256 = hash(JSON.stringify(facts));
    return this.transactions.run(async (manager) => {
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
      if ((await this.tagOf(known.storageKey!, 'stored pack')) !== undefined) return known;
      if (!(await this.queries.forget(packId))) {
        throw new Refused('The file that was submitted to the bank is not in the store. It is not made anew.', 409);
      }
    }
    this.awaited.start();
    await this.renderLater(packId);

    const pack = await this.awaited.finished(packId, isAwaited);
    if (pack.state === 'ready') return pack;
    // the card's bytes may have changed under the same tag: the next call reads them
    this.hashed.clear();
    throw new Refused('The defence pack could not be made. Please try again.', 503);
  }

  /** @throws Refused 404 for a dispute that is none of this order's. */
  private async disputeOf(orderId: number, disputeId: number | undefined): Promise<Dispute | null> {
    if (disputeId === undefined) return null;
    const dispute = await this.evidence.dispute(orderId, disputeId);
    if (!dispute) throw new Refused('Dispute not found', 404);
    return dispute;
  }

  /** The facts of either pack, from one look at what is on record. */
  private async factsOf(
    order: Order,
    { dispute = null, leftOut = nothingLeftOut }: { dispute?: Dispute | null; leftOut?: LeftOut } = {},
  ): Promise<(type: PackType) => Promise<PackFacts>> {
    const brand = brandOf(this.env.brands, order.landingDomain);
    const evidence = await this.evidence.of(order, brand.key, dispute, leftOut);
    const card = evidence.document?.sha256;
    const chosen = chooseRequests(evidence, card);
    const [document, purchasePlace, mails, rows, tracking, compelling] = await Promise.all([
      evidence.document && this.looked(evidence.document),
      order.purchaseIp ? locationOf(order.purchaseIp, this.env.GEOIP_MMDB_PATH) : '',
      this.mailsOf(evidence, card),
      this.evidence.downloads(
        [...chosen.shown, ...chosen.others, ...(chosen.best ? [chosen.best] : [])].map(({ request }) => request.id),
      ),
      this.evidence.tracking(order.id, chosen.best?.request),
      this.compelling(order, dispute),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const beside = { brand, purchasePlace, document, ...mails, rows: byId, tracking, compelling };
    return async (type) => packFacts(type, evidence, chosen, beside);
  }

  /** The mails that a pack prints, and the one that brought the card, as it was sent. */
  private async mailsOf({ mails, order }: Evidence, card: string | undefined) {
    const chosen = chooseMails(mails, card);
    const said = await this.evidence.answers(chosen.map(({ mail }) => mail.id));
    const rows = chosen.map((one) => packMail(one, order, card, said.get(one.mail.id)));
    const bringer = deliveryMail({ mails: rows });
    if (!bringer) return { mails: rows, mailAsSent: null };

    const { id } = chosen.find(({ number }) => number === bringer.number)!.mail;
    const { sender, recipient, subject, body } = await this.evidence.mail(id);
    const cut = body.length > packRoom.mail;
    const text = cut ? body.slice(0, packRoom.mail) : body;
    return { mails: rows, mailAsSent: { number: bringer.number, sender, recipient, subject, body: text, cut } };
  }

  /** Visa asks for it with reason 10.4 alone. */
  private async compelling(order: Order, dispute: Dispute | null): Promise<PackFacts['compelling']> {
    if (dispute?.network !== 'visa' || dispute.reasonCode?.trim() !== '10.4') return null;
    const earlier = await this.evidence.ofSameCard(order, order.paidAt ?? order.createTs);
    const ids = [order.id, ...earlier.map(({ id }) => id)];
    const [mailedTo, amended] = await Promise.all([this.evidence.mailedTo(ids), this.evidence.earlierAddresses(ids)]);
    return compellingFacts(order, earlier, mailedTo, amended);
  }

  /** The document with its number of pages, and whether all of them can be shown. */
  private async looked(document: Document): Promise<PackDocument> {
    const { file1, contentType, size, sha256, verdict, verdictNote, overrideReason } = document;
    const look = await this.look(document);
    return {
      file1,
      create_ts: document.createTs.toISOString(),
      content_type: contentType,
      size,
      sha256,
      verdict,
      verdict_note: verdictNote,
      override_reason: overrideReason,
      ...look,
    };
  }

  /**
   * A file is what was uploaded only while its bytes have the stored SHA-256. They are read again when the storage's tag
   * says that they were written since, and in any case when a pack is made (`embedded`).
   */
  private async look({ storageKey, contentType, sha256 }: Document): Promise<Look> {
    const tag = await this.tagOf(storageKey, 'approved document');
    if (tag === undefined) return { pages: 0, shown: 'lost' };
    const proof = `${sha256} ${tag}`;
    const known = this.looks.get(sha256);
    if (known && this.hashed.get(storageKey) === proof) return known;

    const bytes = await this.storage.read(storageKey).catch(() => {
      throw unreachable('approved document');
    });
    if (hash(bytes) !== sha256) return { pages: 0, shown: 'changed' };

    const look = known ?? (await lookAt(bytes, contentType).then(asLook, () => unreadable));
    remember(this.hashed, storageKey, proof);
    remember(this.looks, sha256, look);
    return look;
  }

  /** The storage's tag of an object, undefined when there is none. @throws Refused 503 when the storage does not answer */
  private tagOf(storageKey: string, what: string): Promise<string | undefined> {
    return this.storage.tag(storageKey).catch(() => {
      throw unreachable(what);
    });
  }

  /** The document that the pack's facts name. */
  private async embedded({ orderId, facts }: Pack) {
    const { document } = facts as PackFacts;
    if (pagesShown(facts as PackFacts) === 0) return undefined;

    const stored = await this.evidence.documentByFile(orderId, document!.file1);
    const bytes = await this.storage.read(stored!.storageKey);
    if (hash(bytes) !== document!.sha256) throw new Error('The stored card is not the one that was uploaded.');
    // Loaded with the first pack: what reads documents is large.
    const { readyDocument } = await import('../platform/pdf/embed.js');
    return readyDocument(bytes, document!.content_type);
  }
}

const unreadable: Look = { pages: 0, shown: 'unreadable' };

/** What a member left out, for the activity. */
function withoutWhat({ leftOut, leftOutMails }: LeftOut): string | undefined {
  const parts = [
    leftOut.length > 0 && `the remarks ${leftOut.join(', ')}`,
    leftOutMails.length > 0 && `the received emails ${leftOutMails.join(', ')}`,
  ].filter(Boolean);
  return parts.length > 0 ? `without ${parts.join(' and ')}` : undefined;
}

function asLook({ pages, how }: DocumentLook): Look {
  return { pages, shown: how };
}

function unreachable(what: string): Refused {
  return new Refused(`The ${what} can’t be read now. Please try again soon.`, 503);
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= looksKept) map.clear();
  map.set(key, value);
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
