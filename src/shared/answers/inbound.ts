import { z } from 'zod';
import { allInboundKinds } from '../inbound-kinds.js';
import { mailStates } from '../mail-kinds.js';
import { utcMoment, wholeNumber } from '../output.js';
import { cardVerdicts } from './documents.js';

/** A file that came with a mail, or a slip that the script took. */
export const threadFile = z
  .object({
    id: wholeNumber,
    kind: z
      .enum(['card', 'file'])
      .describe('`card`: a PDF from the authority, by mail or from its page. `file`: from the customer.'),
    name: z.string(),
    content_type: z.string(),
    size: wholeNumber,
    verdict: z.enum(cardVerdicts).nullable(),
    verdict_note: z.string().nullable(),
    sent: z.boolean().describe('The order has a card with the same bytes.'),
    erased_at: utcMoment.nullable().describe('Since when the file is erased.'),
  })
  .meta({ id: 'ThreadFile' });
export type ThreadFile = z.infer<typeof threadFile>;

/** A mail of the order's mailbox, or a question that was mailed. */
export const threadEntry = z
  .object({
    id: z.string(),
    direction: z.enum(['in', 'out']),
    mail_id: wholeNumber,
    create_ts: utcMoment,
    who: z.string(),
    subject: z.string(),
    text: z.string().describe('Without a PIN.'),
    text_cut: z.boolean().describe('The text goes on: `GET /admin/inbound-text/{mail_id}` has all of it.'),
    kind: z
      .enum(allInboundKinds as [string, ...string[]])
      .nullable()
      .describe('Null for a question.'),
    state: z.enum(mailStates).nullable().describe('Of a question.'),
    note: z.string().nullable(),
    not_kept: z.string().nullable().describe('The names of attachments that were not kept; the raw mail has them.'),
    unread: z.boolean().describe('A customer’s mail that no member has answered or read.'),
    seen_by: z
      .string()
      .nullable()
      .describe('The member who looked at a mail of the kind `look`, or read a customer’s.'),
    verdicts: z
      .string()
      .nullable()
      .describe('What DKIM, SPF and DMARC say about the sender, and the provider’s virus scan about the mail.'),
    printed: z
      .boolean()
      .describe('Defence packs print it: a customer’s, from an address of the order, signed by its domain (DKIM).'),
    has_html: z.boolean(),
    has_raw: z.boolean().describe('The member may fetch the mail as it came: `GET /admin/inbound-raw/{mail_id}`.'),
    pin: z.string().nullable().describe('Masked; `POST /api/admin/show-pin` answers it whole.'),
    files: z.array(threadFile),
  })
  .meta({ id: 'ThreadEntry' });
export type ThreadEntry = z.infer<typeof threadEntry>;

export const shownPin = z.object({ pin: z.string() });
