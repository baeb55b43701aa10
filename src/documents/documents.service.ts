import { createHash, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Document } from '../database/document.entity.js';
import type { Order } from '../database/order.entity.js';
import { MailService } from '../mail/mail.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import type { DocumentEntry, DownloadEntry } from '../shared/documents.js';
import type { ResendMail, SendDownloadLink, UploadDocument } from '../shared/mail.js';
import { mailProviders } from '../shared/mail-providers.js';
import { statusRows } from '../shared/order-statuses.js';
import { can } from '../shared/permissions.js';
import { CardDelivery, type Reader } from './card-delivery.js';
import { cardFilename, checkCard } from './card-file.js';
import { CardLinks } from './card-link.js';
import { toDocumentEntry, toDownloadEntry } from './documents.present.js';
import { DocumentsQueries } from './documents.queries.js';

/** The sweep looks at files of this age, in milliseconds: a younger one may yet get its row, an older one was looked at. */
const [youngestSwept, oldestSwept] = [3_600_000, 3 * 86_400_000];

/** The finished cards: taken in, mailed, handed out, and every fetch of them written down. */
@Injectable()
export class DocumentsService {
  private readonly log = new Logger('documents');

  constructor(
    private readonly queries: DocumentsQueries,
    private readonly orders: OrdersService,
    private readonly mail: MailService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly links: CardLinks,
    private readonly delivery: CardDelivery,
  ) {}

  /**
   * Takes in an order's card and queues the mail with it: the approval for the first, an upload for each further one.
   * The file, its row, the activity and the mail stand or fall together, and fall once nobody waits for them any more.
   * @throws Refused 415 for the file (card-file.ts); 404, 403, 409 as every change; 409 and 429 by the mail limits.
   */
  async upload(
    staff: Staff,
    { orderId, email, mailServiceProvider }: UploadDocument,
    bytes: Buffer,
    isAwaited: () => boolean,
  ): Promise<{ file1: string; mail_id: number }> {
    const { contentType, ending } = await checkCard(bytes);
    const file1 = `card-${randomBytes(12).toString('hex')}.${ending}`;
    const storageKey = `documents/${file1}`;
    const sha256 = createHash('sha256').update(bytes).digest('hex');

    await this.keep(storageKey, bytes, contentType);
    try {
      const mailId = await this.change(staff, orderId, async (order, inside) => {
        const earlier = await this.queries.current(orderId, inside);
        const document = {
          orderId,
          file1,
          storageKey,
          customerName: order.fullName,
          mailServiceProvider,
          sha256,
          size: bytes.length,
          contentType,
          uploadedBy: staff.name,
        };
        const id = await this.queries.add(inside, document);
        await this.activity.note(inside, staff, { orderId, action: 'document.uploaded', to: file1 });
        const kind = earlier ? 'upload' : 'approval';
        const card = { ...document, id };
        const mailId = await this.write(inside, staff, order, { kind, email, mailServiceProvider, document: card });
        if (!isAwaited()) throw new Refused('The upload was cancelled.', 409);
        return mailId;
      });
      return { file1, mail_id: mailId };
    } catch (error) {
      // After any other error the row may be there all the same: the commit's answer got lost. The sweep will see.
      if (error instanceof Refused) await this.storage.remove(storageKey);
      throw error;
    }
  }

  /** Removes the files that belong to no row: their upload, pack or invoice broke off. */
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

  /** @throws Refused 503 when there is no room, or the store does not answer. */
  private async keep(storageKey: string, bytes: Buffer, contentType: string): Promise<void> {
    try {
      await this.storage.put(storageKey, bytes, contentType);
    } catch (error) {
      this.log.error({ file: storageKey, error: String(error) }, 'file not kept');
      throw new Refused('The file can’t be kept at the moment. Please try again later.', 503);
    }
  }

  /** Mails the current card once more. @throws Refused 409 without one; else as `upload`. */
  async resend(staff: Staff, { orderId, email, mailServiceProvider }: ResendMail): Promise<number> {
    return this.change(staff, orderId, async (order, inside) => {
      const document = await this.needCard(orderId, inside);
      return this.write(inside, staff, order, { kind: 'resend', email, mailServiceProvider, document });
    });
  }

  /** Mails the way to the visitor's page, never the file itself. @throws Refused 409 without a card; else as `upload`. */
  async sendLink(staff: Staff, { orderId, email }: SendDownloadLink): Promise<number> {
    return this.change(staff, orderId, async (order, inside) => {
      await this.needCard(orderId, inside);
      const [mailServiceProvider] = mailProviders;
      return this.write(inside, staff, order, { kind: 'download-link', email, mailServiceProvider, document: null });
    });
  }

  /** The card a visitor may have now: the current one, once the order counts as delivered (api: Visitors). */
  async ready(order: Order): Promise<Document | null> {
    return statusRows[order.processStatus].delivered ? this.queries.current(order.id) : null;
  }

  /** Every card of an order, newest first. */
  async ofOrder(orderId: number): Promise<DocumentEntry[]> {
    return (await this.queries.ofOrder(orderId)).map(toDocumentEntry);
  }

  /** The newest downloads of an order's cards, whoever made them, newest first. */
  async downloadsOf(orderId: number): Promise<DownloadEntry[]> {
    return (await this.queries.downloadsOf(orderId)).map(toDownloadEntry);
  }

  /** The downloads that count as the customer's, newest first. */
  async customersDownloadsOf(orderId: number): Promise<DownloadEntry[]> {
    await this.delivery.recorded();
    return (await this.queries.customersDownloadsOf(orderId)).map(toDownloadEntry);
  }

  /** The path of a card with a signature that opens it for five minutes. */
  signedPath({ orderId, file1 }: Document): string {
    return this.links.make(orderId, file1);
  }

  /** Who follows a signed link to this file: a customer, told from others by the link; undefined when it opens nothing. */
  holderOf(orderId: number, file1: string, query: unknown): Reader | undefined {
    const signature = this.links.read(orderId, file1, query);
    return signature === undefined ? undefined : { who: 'customer', key: `link:${signature}` };
  }

  /**
   * Streams a card to somebody who may have it: staff any, a customer the current one while it is ready.
   * @throws Refused 404 for another file, 503 when it can't be read.
   */
  async send(
    orderId: number,
    file1: string,
    reader: Reader,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const order = await this.orders.find(orderId);
    const document = reader.who === 'staff' ? await this.queries.byFile(orderId, file1) : await this.ready(order);
    if (document?.file1 !== file1) throw new Refused('File not found', 404);

    return this.delivery.send(document, reader, request, reply);
  }

  /** A change that leaves a mail: its row is written inside, it goes on its way afterwards. */
  private async change(
    staff: Staff,
    orderId: number,
    work: (order: Order, inside: EntityManager) => Promise<number>,
  ): Promise<number> {
    const mailId = await this.orders.changing(staff, orderId, work, { permission: 'mail.send' });
    await this.mail.sendLater(mailId);
    return mailId;
  }

  private async needCard(orderId: number, inside: EntityManager): Promise<Document> {
    const document = await this.queries.current(orderId, inside);
    if (!document) throw new Refused('File is required', 409);
    return document;
  }

  private async write(
    inside: EntityManager,
    staff: Staff,
    order: Order,
    { kind, email, mailServiceProvider, document }: CardMail,
  ): Promise<number> {
    const attached = document && { ...document, filename: cardFilename(order.id, document.file1) };
    const mail = await this.mail.write(
      inside,
      { order, kind, provider: mailServiceProvider, recipient: email, sentBy: staff, document: attached },
      can(staff.type, 'mail.unlimited'),
    );
    return mail.id;
  }
}

type CardMail = Pick<ResendMail, 'email' | 'mailServiceProvider'> & {
  kind: 'approval' | 'upload' | 'resend' | 'download-link';
  document: Pick<Document, 'id' | 'file1' | 'storageKey' | 'contentType' | 'sha256'> | null;
};
