import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import type { OrderFile } from '../database/order-file.entity.js';
import { HoldingService } from '../orders/holding.service.js';
import { Refused } from '../platform/reply.js';
import { sha256Of } from '../platform/sha256.js';
import { Storage } from '../platform/storage.js';
import type { OrderFileEntry } from '../shared/answers/order-files.js';
import { type OrderFileKind, orderFileKinds } from '../shared/order-file-kinds.js';
import { erasedFile } from '../shared/mail-refusals.js';
import { can } from '../shared/permissions.js';
import { checkCard } from './card-file.js';
import { toOrderFileEntry } from './documents.present.js';
import { OrderFilesQueries } from './order-files.queries.js';
import { UploadedFiles } from './uploaded-files.js';

/**
 * Files that members add to an order and that are no card: nothing mails them, shows them to a visitor, or completes the
 * order for them (docs/form.md#what-the-authoritys-page-showed).
 */
@Injectable()
export class OrderFilesService {
  constructor(
    private readonly queries: OrderFilesQueries,
    private readonly files: UploadedFiles,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
  ) {}

  /**
   * Adds a file to an order; file, row and activity are kept together or not at all.
   * @throws Refused 415, 422 and 503 for the file (card-file.ts); 404 and 409 as every change; 409 when the order has the
   *   file already, has as many as it may have, or its data was erased.
   */
  async add(
    staff: Staff,
    orderId: number,
    kind: OrderFileKind,
    bytes: Buffer,
  ): Promise<{ id: number; sha256: string }> {
    const { takes, one } = orderFileKinds[kind];
    const { contentType, ending } = await checkCard(bytes, { kinds: takes, one, field: 'file' });
    const storageKey = `added/${kind}-${randomBytes(12).toString('hex')}.${ending}`;
    const sha256 = sha256Of(bytes);
    const file = { orderId, kind, storageKey, sha256, size: bytes.length, contentType, addedBy: staff.name };

    return this.files.keep({ storageKey, bytes, contentType }, () =>
      this.holding.changing(staff, orderId, {}, async (order, manager) => {
        await this.refuseMore(order, file, manager);
        const id = await this.queries.add(file, manager);
        await this.activity.note(staff, { orderId, action: 'file.added', to: kind, note: hashOf(file) }, manager);
        return { id, sha256 };
      }),
    );
  }

  /**
   * Removes a file that was added by mistake: nobody sees it again, and the activity keeps that it was there.
   * @throws Refused 404 when the order has no such file; 404 and 409 as every change.
   */
  async remove(staff: Staff, orderId: number, fileId: number): Promise<void> {
    await this.holding.changing(staff, orderId, {}, async (_order, manager) => {
      const file = (await this.queries.ofOrder(orderId, undefined, manager)).find(({ id }) => id === fileId);
      if (!file) throw notFound();
      await this.queries.remove(file, staff.name, manager);
      const what = { orderId, action: 'file.removed', from: file.kind, note: hashOf(file) } as const;
      await this.activity.note(staff, what, manager);
    });
  }

  /** The files of an order that nobody removed, the oldest first. */
  async ofOrder(staff: Staff, orderId: number): Promise<OrderFileEntry[]> {
    const files = await this.queries.ofOrder(orderId);
    return files.map((file) => toOrderFileEntry(file, can(staff.type, 'passports.see')));
  }

  /** A file to be looked at; that is noted. @throws Refused 404 when there is none, or it was erased; 503. */
  async open(staff: Staff, fileId: number): Promise<{ name: string; contentType: string; bytes: Readable }> {
    const file = await this.queries.byId(fileId);
    if (!file || file.removedBy !== null) throw notFound();
    if (file.erasedAt) throw new Refused(erasedFile(file.erasedAt.toISOString()), 404);
    const bytes = await this.storage.stream(file.storageKey).catch(() => {
      throw new Refused('The file can’t be read at the moment. Please try again later.', 503);
    });
    const name = nameOf(file);
    await this.activity.noteFetch(staff, file.orderId, name);
    return { name, contentType: file.contentType, bytes };
  }

  private async refuseMore(order: Order, { kind, sha256 }: Pick<OrderFile, 'kind' | 'sha256'>, manager: EntityManager) {
    if (order.erasedAt) throw new Refused('The data of this order was erased: it takes no file', 409);
    const there = await this.queries.ofOrder(order.id, kind, manager);
    if (there.some((file) => file.sha256 === sha256)) throw new Refused('The order has this file already.', 409);
    const { most } = orderFileKinds[kind];
    if (there.length >= most) throw new Refused(`An order has at most ${most} of these. Remove one first.`, 409);
  }
}

/** As the activity and the audit name the file. */
function hashOf({ sha256 }: Pick<OrderFile, 'sha256'>): string {
  return `SHA-256 ${sha256}`;
}

/** `registration-check-100001-7.png`, plain ASCII. */
function nameOf({ id, kind, orderId, storageKey }: OrderFile): string {
  return `${kind.replaceAll('_', '-')}-${orderId}-${id}${storageKey.slice(storageKey.lastIndexOf('.'))}`;
}

function notFound(): Refused {
  return new Refused('File not found', 404);
}
