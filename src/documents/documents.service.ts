import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EntityManager } from 'typeorm';
import { system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Document } from '../database/document.entity.js';
import type { Order } from '../database/order.entity.js';
import { MailService } from '../mail/mail.service.js';
import { each, type Outcome } from '../orders/changes.js';
import { HoldingService } from '../orders/holding.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { UnreadService } from '../orders/unread.service.js';
import type { PagePicture } from '../platform/pdf/raster.js';
import { Refused } from '../platform/reply.js';
import { sha256Of } from '../platform/sha256.js';
import { Storage } from '../platform/storage.js';
import type { DocumentEntry, DownloadEntry, UploadedDocument } from '../shared/answers/documents.js';
import type { ResendCards, ResendMail, SendDownloadLink, UploadDocument } from '../shared/mail.js';
import { type CardMailKind, mailKindRows } from '../shared/mail-kinds.js';
import { mailProviders } from '../shared/mail-providers.js';
import { erasedCard, outdatedCard } from '../shared/mail-refusals.js';
import { statusRows } from '../shared/order-statuses.js';
import { can } from '../shared/permissions.js';
import { CardDelivery, type Reader } from './card-delivery.js';
import { cardFilename, checkCard } from './card-file.js';
import { CardLinks } from './card-link.js';
import { type CardMatch, compareCard } from './card-match.js';
import { submittedTraveller, travellerOf } from './card-traveller.js';
import { toDocumentEntry, toDownloadEntry } from './documents.present.js';
import { CardPictures } from './card-pictures.js';
import { DocumentsQueries } from './documents.queries.js';
import { UploadedFiles } from './uploaded-files.js';
import type { ConfirmDownload } from '../shared/visitor.js';

/**
 * The sweep checks files of this age, in milliseconds. A younger file may still get its row; an older one was checked
 * before.
 */
const [youngestSwept, oldestSwept] = [3_600_000, 3 * 86_400_000];

/** A file in the store, before it has a row. */
type StoredCard = Pick<Document, 'file1' | 'storageKey' | 'sha256' | 'size' | 'contentType'>;

/** Uploads, mails and serves the finished cards, and records every download. */
@Injectable()
export class DocumentsService {
  private readonly log = new Logger('documents');

  constructor(
    private readonly queries: DocumentsQueries,
    private readonly orders: OrdersService,
    private readonly holding: HoldingService,
    private readonly mail: MailService,
    private readonly unread: UnreadService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly files: UploadedFiles,
    private readonly links: CardLinks,
    private readonly delivery: CardDelivery,
    private readonly pictures: CardPictures,
  ) {}

  /**
   * Stores an order's card and queues the mail with it: `approval` for the first card, `upload` for each further one.
   * File, row, activity and mail are kept together or not at all; with `complete`, so is the move to Completed.
   * A card that is not this order's is refused with 409, unless a member who may overrides it with a reason
   * (docs/form.md#the-card-must-be-this-orders).
   * @param isAwaited false once the client is gone: the upload is then cancelled with 409
   * @returns also the order's new version, when it was completed
   * @throws Refused 415 for the file (card-file.ts); 404, 403, 409 as every change; 409 and 429 by the mail limits.
   */
  async upload(
    staff: Staff,
    input: UploadDocument,
    bytes: Buffer,
    isAwaited: () => boolean,
  ): Promise<UploadedDocument & { version: number | undefined }> {
    const { orderId, override } = input;
    if (override && !can(staff.type, 'cards.override')) throw Refused.notAllowed();
    const { contentType, ending, text } = await checkCard(bytes);
    const file1 = `card-${randomBytes(12).toString('hex')}.${ending}`;
    const storageKey = `documents/${file1}`;
    const sha256 = sha256Of(bytes);

    return this.files.keep({ storageKey, bytes, contentType }, async () => {
      let version: number | undefined;
      const card = { file1, storageKey, sha256, size: bytes.length, contentType };
      const mailId = await this.change(staff, orderId, async (order, manager) => {
        const id = await this.add(staff, order, { ...input, card, text }, manager);
        if (input.complete) version = await this.orders.complete(staff, order, input.status, manager);
        if (!isAwaited()) throw new Refused('The upload was cancelled.', 409);
        return id;
      });
      return { file1, mail_id: mailId, version };
    });
  }

  /** Removes the files that belong to no row, because their upload, pack or invoice was aborted. */
  async sweep(): Promise<void> {
    const due: string[] = [];
    const now = Date.now();
    for await (const { key, since } of this.storage.list()) {
      const age = now - since.getTime();
      if (age > youngestSwept && age < oldestSwept) due.push(key);
    }
    while (due.length > 0) {
      for (const key of await this.queries.unneeded(due.splice(0, 1000))) {
        await this.storage.remove(key);
        this.log.warn({ file: key }, 'removed a file that belongs to nothing');
      }
    }
  }

  /** How a card compares with its order: by its text, or by where the same file went before. */
  private async compare(text: string, sha256: string, order: Order, manager: EntityManager): Promise<CardMatch> {
    const match = compareCard(text, travellerOf(order), submittedTraveller(order));
    if (match.verdict !== 'unreadable') return match;

    const other = await this.queries.mailedElsewhere(sha256, order, manager);
    return other === undefined
      ? match
      : { verdict: 'differs', note: `This very file is the card of order ${other}, which is for another passport.` };
  }

  /** Mails the current card once more. @throws Refused 409 when there is none; else as `upload`. */
  async resend(staff: Staff, { orderId, ...to }: ResendMail): Promise<number> {
    return this.change(staff, orderId, (order, manager) => this.mailCardIn(staff, order, 'resend', to, manager));
  }

  /**
   * Mails the current card of each of these orders once more, to its contact address, each in a transaction of its own.
   * One that is refused, as by `resend`, does not stop the others (docs/orders.md#bulk-actions).
   */
  resendAll(staff: Staff, { orderId, ...to }: ResendCards): Promise<Outcome> {
    return each([orderId].flat(), async (id) => {
      await this.change(staff, id, (order, manager) =>
        this.mailCardIn(staff, order, 'resend', { ...to, email: order.contactEmailAddress }, manager),
      );
    });
  }

  /**
   * Mails the link to the visitor's page, never the file itself. @throws Refused 409 when there is no card; else as
   * `upload`.
   */
  async sendLink(staff: Staff, { orderId, ...input }: SendDownloadLink): Promise<number> {
    const to = { ...input, mailServiceProvider: mailProviders[0] };
    return this.change(staff, orderId, (order, manager) => this.mailCardIn(staff, order, 'download-link', to, manager));
  }

  /**
   * Mails the card that a visitor may fetch to the order's address once more, because the visitor asks for it.
   * @throws Refused 409 when there is none, and, in words for the visitor, 409 or 429 when the mail is refused.
   */
  async sendAgain(orderId: number): Promise<void> {
    const mailId = await this.holding.locked(orderId, async (order, manager) => {
      const card = await this.ready(order);
      if (!card) throw new Refused('Your card is not ready yet.', 409);
      const [provider] = mailProviders;
      const mail = {
        order,
        kind: 'resend',
        provider,
        recipient: order.contactEmailAddress,
        sentBy: system,
        document: attached(order.id, card),
      } as const;
      const written = await this.mail.write(mail, manager).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        throw new Refused('We can’t send it again now. Please look into your mailbox, or contact us.', error.code);
      });
      return written.id;
    });
    await this.mail.sendLater(mailId);
  }

  /**
   * Writes a mail with the current card, or with the link to it, in the transaction that has locked the order. The caller
   * calls `MailService.sendLater` after the commit, or leaves it to the sweep.
   * @returns the id of the mail
   * @throws Refused 409 when there is no card, it is erased or outdated, or the order's status withdraws it; 409 and 429 by
   *   the mail limits.
   */
  async mailCardIn(
    staff: Staff,
    order: Order,
    kind: 'resend' | 'download-link',
    to: Addressed,
    manager: EntityManager,
  ): Promise<number> {
    const card = await this.needCard(order, manager);
    const document = mailKindRows[kind].card === 'attached' ? card : null;
    return this.write(staff, order, { kind, ...to, document }, manager);
  }

  /**
   * The card that a visitor may fetch now: the current one when the status counts as delivered, else the newest that was
   * mailed; none when the status withdraws it or the order was amended since (docs/visitors.md#visitors).
   */
  async ready(order: Order): Promise<Document | null> {
    const { delivered, withdrawn } = statusRows[order.processStatus];
    if (withdrawn) return null;
    if (delivered) {
      const card = await this.queries.current(order.id);
      return card && !card.erasedAt && !isOutdated(order, card) ? card : null;
    }

    const [cards, mails] = await Promise.all([this.queries.ofOrder(order.id), this.mail.mailedCards(order.id)]);
    // a link leads to the card that was the newest when it was mailed
    const isMailed = (card: Document) => mails.some((mail) => cardOf(mail, cards) === card.id);
    return cards.find((card) => isMailed(card) && !card.erasedAt && !isOutdated(order, card)) ?? null;
  }

  /** When the order's cards were erased; null while it has one that is not. */
  async erasedAt(order: Order): Promise<Date | null> {
    return (await this.queries.current(order.id))?.erasedAt ?? null;
  }

  /**
   * A picture of the first page of the card that a visitor may fetch now. It is not the card, so it is no download and
   * leaves no row (docs/visitors.md#visitors).
   * @param most how long to wait for it, in milliseconds @returns null where there is none
   */
  async pictureOf(card: Document, most: number): Promise<PagePicture | null> {
    return this.pictures.within(card, most);
  }

  /** Every card of an order, newest first. */
  async ofOrder(order: Order): Promise<DocumentEntry[]> {
    const cards = await this.queries.ofOrder(order.id);
    return cards.map((card) => toDocumentEntry(card, isOutdated(order, card)));
  }

  /** The newest downloads of an order's cards, by anybody, newest first. */
  async downloadsOf(orderId: number): Promise<DownloadEntry[]> {
    return (await this.queries.downloadsOf(orderId)).map(toDownloadEntry);
  }

  /** The complete downloads by the customer, newest first. */
  async customersDownloadsOf(orderId: number): Promise<DownloadEntry[]> {
    await this.delivery.recorded();
    return (await this.queries.customersDownloadsOf(orderId)).map(toDownloadEntry);
  }

  /**
   * Notes that the customer's browser has the whole file of its download, by the size and hash that it counted.
   * @param session the visitor's session
   * @throws Refused 404 when this session has no complete download of the file in the last half hour; 409 when size or hash are not
   * those of the file, which is logged
   */
  async confirmDownload({ orderId, file1, bytes, sha256 }: ConfirmDownload, session: string): Promise<void> {
    await this.delivery.recorded();
    const download = await this.queries.downloadOf(orderId, file1, session);
    if (!download) throw new Refused('There is no such download.', 404);
    if (download.sha256 !== sha256 || download.size !== bytes) {
      this.log.warn({ download: download.id, bytes }, 'another file arrived than was sent');
      throw new Refused('This is not the file that we sent.', 409);
    }
    await this.queries.confirm(download.id);
  }

  /** The path of a card with a signature that opens it for five minutes, for a visitor's session. */
  signedPath({ orderId, file1 }: Document, session: string): string {
    return this.links.make(orderId, file1, session);
  }

  /**
   * The reader behind a signed link to this file: the customer of the session that got it; undefined when the link is invalid.
   */
  readerOf(orderId: number, file1: string, query: unknown): Reader | undefined {
    const session = this.links.read(orderId, file1, query);
    return session === undefined ? undefined : { who: 'customer', key: `link:${session}` };
  }

  /**
   * Streams a card. Staff may fetch any card, which is noted, a customer the current one while it is ready.
   * @throws Refused 404 for another file, 503 when it can't be read.
   */
  async send(orderId: number, file1: string, reader: Reader, reply: FastifyReply): Promise<FastifyReply> {
    const order = await this.orders.find(orderId);
    const document = reader.who === 'staff' ? await this.queries.byFile(orderId, file1) : await this.ready(order);
    if (document?.file1 !== file1) throw new Refused('File not found', 404);
    if (document.erasedAt) throw new Refused(erasedCard(document.erasedAt.toISOString()), 404);

    if (reader.who === 'staff' && reply.request.method !== 'HEAD')
      await this.activity.noteFetch(reader.staff, orderId, file1);
    return this.delivery.send(document, reader, reply);
  }

  /** Runs a change that writes a mail in the same transaction; the mail is queued for sending after the commit. */
  private async change(
    staff: Staff,
    orderId: number,
    work: (order: Order, manager: EntityManager) => Promise<number>,
  ): Promise<number> {
    const mailId = await this.holding.changing(staff, orderId, { permission: 'mail.send' }, work);
    await this.mail.sendLater(mailId);
    return mailId;
  }

  /** Compares a stored file with its order, and writes its row and its mail. @returns the mail's id */
  private async add(
    staff: Staff,
    order: Order,
    { card, text, ...input }: UploadDocument & { card: StoredCard; text: string },
    manager: EntityManager,
  ): Promise<number> {
    const { email, mailServiceProvider, despiteBounce, seenMail, seenMessage, override, reason } = input;
    const orderId = order.id;
    if (order.erasedAt) throw new Refused('The data of this order was erased: it takes no card', 409);
    const { verdict, note } = await this.compare(text, card.sha256, order, manager);
    const differs = verdict === 'differs';
    if (differs && !override) throw Object.assign(new Refused(note, 409), { data: { differs } });

    const kind = (await this.queries.current(orderId, manager)) ? 'upload' : 'approval';
    const row = {
      ...card,
      orderId,
      customerName: order.fullName,
      mailServiceProvider,
      uploadedBy: staff.name,
      verdict,
      verdictNote: note,
      overrideReason: differs ? (reason ?? null) : null,
    };
    const document = { ...row, id: await this.queries.add(row, manager) };
    await this.activity.note(staff, { orderId, action: 'document.uploaded', to: card.file1 }, manager);
    if (differs) await this.activity.note(staff, { orderId, action: 'document.overridden', to: reason! }, manager);
    const mailId = await this.write(
      staff,
      order,
      { kind, email, mailServiceProvider, despiteBounce, seenMail, seenMessage, document },
      manager,
    );
    await this.orders.submittedAnew(order, manager);
    return mailId;
  }

  private async needCard(order: Order, manager: EntityManager): Promise<Document> {
    const document = await this.queries.current(order.id, manager);
    if (!document) throw new Refused('File is required', 409);
    if (document.erasedAt) throw new Refused(erasedCard(document.erasedAt.toISOString()), 409);
    if (isOutdated(order, document)) throw new Refused(outdatedCard, 409);
    return document;
  }

  private async write(
    staff: Staff,
    order: Order,
    { kind, email, mailServiceProvider, despiteBounce, seenMail, seenMessage, document }: CardMail,
    manager: EntityManager,
  ): Promise<number> {
    await this.unread.refuse(staff, order.id, seenMessage, manager);
    const mail = await this.mail.write(
      {
        order,
        kind,
        provider: mailServiceProvider,
        recipient: email,
        sentBy: staff,
        unlimited: can(staff.type, 'mail.unlimited'),
        despiteBounce,
        seenMail,
        document: document && attached(order.id, document),
      },
      manager,
    );
    return mail.id;
  }
}

/** Whether the order was amended since this card, so that it no longer shows the order's data. */
function isOutdated({ outdatedCard }: Order, { id }: Document): boolean {
  return outdatedCard !== null && id <= outdatedCard;
}

type Addressed = Pick<ResendMail, 'email' | 'mailServiceProvider' | 'despiteBounce'> &
  Partial<Pick<ResendMail, 'seenMail' | 'seenMessage'>>;

type CardMail = Addressed & { kind: CardMailKind; document: CardFile | null };

/** What a mail needs of a card. */
type CardFile = Pick<Document, 'id' | 'file1' | 'storageKey' | 'contentType' | 'sha256'>;

/** A card as a mail carries it, under the name that the customer sees. */
function attached(orderId: number, card: CardFile) {
  return { ...card, filename: cardFilename(orderId, card.file1) };
}

type MailedCard = Awaited<ReturnType<MailService['mailedCards']>>[number];

function cardOf({ documentId, at }: MailedCard, cards: Document[]): number | undefined {
  return documentId ?? cards.find(({ createTs }) => createTs <= at)?.id;
}
