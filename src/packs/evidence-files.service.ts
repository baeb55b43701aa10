import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Download } from '../database/download.entity.js';
import type { OrderFile } from '../database/order-file.entity.js';
import { csvRows } from '../platform/csv.js';
import { deviceOf } from '../platform/device.js';
import { sha256Of } from '../platform/sha256.js';
import { Storage } from '../platform/storage.js';
import { blankUnknown } from '../shared/browser-label.js';
import { formatMomentSeconds } from '../shared/dates.js';
import { erasedCard } from '../shared/mail-refusals.js';
import { EvidenceQueries } from './evidence.queries.js';
import { whyNot } from './downloads.facts.js';

/** How many requests are read at once. */
const batch = 500;

const heads = [
  'Time',
  'Counts as the customer’s download',
  'Why not',
  'IP address',
  'Place',
  'Device',
  'Browser',
  'System',
  'User agent',
  'Signed in with order number and email address',
  'File',
  'SHA-256',
  'Current version',
];

/** A file, and the SHA-256 of its bytes. */
type StoredFile = { name: string; bytes: Uint8Array; sha256: string };

/** The files that stand behind a pack's statements (docs/disputes.md#evidence-for-stripe). */
@Injectable()
export class EvidenceFilesService {
  constructor(
    private readonly evidence: EvidenceQueries,
    private readonly storage: Storage,
  ) {}

  /** The current card of an order, or why it can't be given. */
  async card(orderId: number): Promise<StoredFile | { missing: string }> {
    const document = await this.evidence.currentDocument(orderId);
    if (!document) return { missing: 'There is no card.' };
    if (document.erasedAt) return { missing: erasedCard(document.erasedAt.toISOString()) };
    const { file1: name, storageKey, sha256 } = document;
    return this.read({ name, storageKey, sha256 }, 'card');
  }

  /** The newest invoice that a mail brought to the customer, or why it can't be given. */
  async invoice(orderId: number): Promise<StoredFile | { missing: string }> {
    const invoice = await this.evidence.sentInvoice(orderId);
    return invoice ? this.read(invoice, 'invoice') : { missing: 'There is no invoice.' };
  }

  /** What members added of the authority's page *Check Registration*, the oldest first, or why one can't be given. */
  async checks(orderId: number): Promise<{ of: OrderFile; file: StoredFile | { missing: string } }[]> {
    const checks = await this.evidence.checks(orderId);
    return Promise.all(
      checks.map(async (of) => {
        const { kind: name, storageKey, sha256, erasedAt } = of;
        const file = erasedAt ? { missing: 'It was erased.' } : await this.read({ name, storageKey, sha256 }, 'file');
        return { of, file };
      }),
    );
  }

  /** A stored file, or why it can't be given: it can't be read, or its bytes no longer have the stored SHA-256. */
  private async read(
    { name, storageKey, sha256 }: { name: string; storageKey: string; sha256: string },
    what: string,
  ): Promise<StoredFile | { missing: string }> {
    const bytes = await this.storage.read(storageKey).catch(() => undefined);
    if (!bytes) return { missing: `The stored ${what} can’t be read.` };
    return sha256Of(bytes) === sha256
      ? { name, bytes, sha256 }
      : { missing: `The stored ${what} is not the one that was ${what === 'invoice' ? 'sent' : 'uploaded'}.` };
  }

  /** Every request for the card of an order as CSV, oldest first, with the reason of those that don't count. */
  accessLog(orderId: number): Readable {
    return Readable.from(this.lines(orderId));
  }

  private async *lines(orderId: number): AsyncGenerator<Buffer> {
    yield Buffer.from(`\uFEFF${csvRows([heads])}`);
    const [document, staff] = await Promise.all([
      this.evidence.currentDocument(orderId),
      this.evidence.staffAddresses(orderId),
    ]);
    for (let last = 0; ;) {
      const rows = await this.evidence.requestsAfter(orderId, last, batch);
      if (rows.length === 0) return;
      const members = await this.evidence.memberAddresses(rows.map(({ ip }) => ip));
      const isOurs = (ip: string) => members.has(ip) || staff.has(ip);
      yield Buffer.from(csvRows(rows.map((row) => line(row, whyNot(row, isOurs), document?.sha256))));
      last = rows.at(-1)!.id;
    }
  }
}

function line(row: Download, why: string | undefined, current: string | undefined): string[] {
  const { device, deviceType, browser, browserVersion, os } = deviceOf(row.userAgent);
  return [
    formatMomentSeconds(row.createTs.toISOString()),
    why ? 'no' : 'yes',
    why ?? '',
    row.ip,
    row.location,
    [device, deviceType].map(blankUnknown).filter(Boolean).join(', '),
    [browser, browserVersion].map(blankUnknown).filter(Boolean).join(' '),
    blankUnknown(os),
    row.userAgent,
    row.reader.startsWith('visitor:') ? 'yes' : 'no',
    row.file1,
    row.sha256,
    row.sha256 === current ? 'yes' : 'no',
  ];
}
