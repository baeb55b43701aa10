import { z } from 'zod';
import { requiredText, rowId } from './input.js';
import { questionLength } from './limits.js';
import { resendMail, uploadDocument } from './mail.js';

export type { ThreadEntry, ThreadFile } from './answers/inbound.js';

export const showPin = z.object({ mailId: rowId('Please choose a mail.') });
export type ShowPin = z.infer<typeof showPin>;

export const seeMail = z.object({ mailId: rowId('Please choose a mail.') });
export type SeeMail = z.infer<typeof seeMail>;

/** A question to the customer; answers go to the order's mailbox. */
export const askCustomer = z.object({
  ...resendMail.shape,
  seenMessage: resendMail.shape.seenMessage.describe(
    'The newest message of the customer that the member’s page has shown: a later one stays unread. Without it all are answered.',
  ),
  question: requiredText('Please write your question.', questionLength),
});
export type AskCustomer = z.infer<typeof askCustomer>;

/** A card that came by mail is sent like an uploaded one. */
export const sendFoundCard = z.object({ ...uploadDocument.shape, fileId: rowId('Please choose a file.') });
export type SendFoundCard = z.output<typeof sendFoundCard>;
