import type { Document } from '../database/document.entity.js';
import type { Download } from '../database/download.entity.js';
import { deviceOf } from '../platform/device.js';
import type { OrderFile } from '../database/order-file.entity.js';
import type { DocumentEntry, DownloadEntry } from '../shared/answers/documents.js';
import type { OrderFileEntry } from '../shared/answers/order-files.js';
import { routes } from '../shared/routes.js';

/** An uploaded card, with its wire names; its URL opens for signed-in staff. */
export function toDocumentEntry(document: Document, isOutdated: boolean): DocumentEntry {
  return {
    file1: document.file1,
    customer_name: document.customerName,
    mail_service_provider: document.mailServiceProvider,
    create_ts: document.createTs.toISOString(),
    url: routes.document(document.orderId, document.file1),
    sha256: document.sha256,
    size: document.size,
    content_type: document.contentType,
    verdict: document.verdict,
    verdict_note: document.verdictNote,
    outdated: isOutdated,
    erased_at: document.erasedAt?.toISOString() ?? null,
    override_reason: document.overrideReason,
  };
}

/** A file that a member added. @param mayOpen whether the member may see passports: the number may be on it */
export function toOrderFileEntry(file: OrderFile, mayOpen: boolean): OrderFileEntry {
  return {
    id: file.id,
    kind: file.kind,
    create_ts: file.createTs.toISOString(),
    added_by: file.addedBy,
    content_type: file.contentType,
    size: file.size,
    sha256: file.sha256,
    url: mayOpen && !file.erasedAt ? routes.orderFile(file.id) : null,
    erased_at: file.erasedAt?.toISOString() ?? null,
  };
}

/**
 * A download; the visitor's page splits the composed `browser` at its dashes (docs/evidence.md#downloads-and-evidence). The
 * device is read from what the browser sent: older rows have names that say more than it tells.
 */
export function toDownloadEntry(download: Download): DownloadEntry {
  const { label, os, device, deviceType } = deviceOf(download.userAgent);
  return {
    order_id: download.orderId,
    create_ts: download.createTs.toISOString(),
    ip: download.ip,
    timezone: download.location,
    browser: label,
    os,
    device,
    device_type: deviceType,
    file1: download.file1,
    actor: download.actor,
    complete: download.complete,
  };
}
