import { z } from 'zod';
import { correctionEntry } from './amend.js';
import { documentEntry, downloadEntry } from './documents.js';
import { threadEntry, threadFile } from './inbound.js';
import { mailEntry } from './mail.js';
import { activityEntry, orderDetail } from './orders.js';
import { chargeViewEntry, requestEntry } from './order-requests.js';
import { orderFileEntry } from './order-files.js';
import { remarkEntry } from './remarks.js';

/** One order with everything that happened to it, each history newest first (docs/http-api.md#the-api). */
export const orderWithHistories = z.object({
  ...orderDetail.shape,
  downloadHistory: z.array(downloadEntry),
  mailHistory: z.array(mailEntry),
  uploadDoc: z.array(documentEntry),
  files: z.array(orderFileEntry).describe('Files that members added and that are no card, the oldest first.'),
  bouncedAddresses: z.array(z.string()).describe('Where mails about the order bounced for good, in lower case.'),
  remark: z.array(remarkEntry),
  requests: z.array(requestEntry),
  chargeViews: z.array(chargeViewEntry).describe('The customer’s looks at the page that says what the charge is for.'),
  corrections: z.array(correctionEntry).describe('Where the customer’s corrections came from.'),
  thread: z.array(threadEntry).describe('The mails of the order’s mailbox, and the questions.'),
  slips: z.array(threadFile).describe('The slips that the script took from the authority’s page, newest first.'),
  activity: z.array(activityEntry),
});
export type OrderWithHistories = z.infer<typeof orderWithHistories>;
