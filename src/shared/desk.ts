import type { DocumentEntry, DownloadEntry } from './documents.js';
import type { MailEntry } from './mail.js';
import type { ActivityEntry, OrderDetail } from './orders.js';
import type { RemarkEntry } from './remarks.js';

/** One order with everything that happened to it, each history newest first (api: get-orders-details). */
export type OrderWithHistories = OrderDetail & {
  downloadHistory: DownloadEntry[];
  mailHistory: MailEntry[];
  uploadDoc: DocumentEntry[];
  remark: RemarkEntry[];
  activity: ActivityEntry[];
};
