import { z } from 'zod';
import { documentEntry, downloadEntry } from './documents.js';
import { mailEntry } from './answers/mail.js';
import { activityEntry, orderDetail } from './answers/orders.js';
import { remarkEntry } from './answers/remarks.js';

/** One order with everything that happened to it, each history newest first (docs/product.md#the-api). */
export const orderWithHistories = z.object({
  ...orderDetail.shape,
  downloadHistory: z.array(downloadEntry),
  mailHistory: z.array(mailEntry),
  uploadDoc: z.array(documentEntry),
  remark: z.array(remarkEntry),
  activity: z.array(activityEntry),
});
export type OrderWithHistories = z.infer<typeof orderWithHistories>;
