import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { jsonIn } from '../mail/providers/webhook.js';
import { noteUnused } from '../mail/unused-events.js';
import { Refused } from '../platform/reply.js';
import { inboundMostBytes } from '../shared/limits.js';
import type { ArrivedMail } from './arrived-mail.js';
import { vouchedBySendgrid } from './provider-proof.js';

/** The fields of Inbound Parse that we read; `email` is there when 'POST the raw, full MIME message' is ticked. */
export const sendgridForm = z.object({
  email: z.string().describe('The raw MIME message.'),
  envelope: z.string().describe('JSON: `{ "to": ["…"], "from": "…" }`.'),
  SPF: z.string().optional(),
  dkim: z.string().optional().describe('`{@example.com : pass}`, for each signature.'),
});
type SendgridForm = Record<string, string>;

/** Mails are bytes: read as Latin-1, each byte is one character, so that none is lost. */
const form = {
  defCharset: 'latin1',
  limits: {
    fieldSize: inboundMostBytes + 1,
    fileSize: inboundMostBytes,
    files: 20,
    fields: 60,
    parts: 80,
    fieldNameSize: 100,
  },
};

/**
 * The mail that a request brings; undefined for one above 40 MB, which is logged and counted.
 * @throws Refused 415 for another body; 422 for a form that breaks off, or without the raw message or its recipients
 */
export async function sendgridMail(request: FastifyRequest): Promise<ArrivedMail | undefined> {
  const form = await parsedForm(request);
  return form && fromSendgrid(form);
}

/** The fields of a form; it is read to its end, so that the answer comes at a time at which the provider reads one. */
async function parsedForm(request: FastifyRequest): Promise<SendgridForm | undefined> {
  if (!request.isMultipart()) throw new Refused('A multipart form is expected.', 415);

  const fields: SendgridForm = {};
  let isTooLarge = false;
  try {
    for await (const part of request.parts(form)) {
      if (part.type === 'file') part.file.resume();
      else if (part.valueTruncated) isTooLarge = true;
      else fields[part.fieldname] = String(part.value);
    }
  } catch {
    throw Refused.input({ email: 'This form could not be read.' });
  }
  if (!isTooLarge) return fields;
  noteUnused('Sendgrid', 'unreadable', { why: 'The mail has more than 40 MB.' });
  return undefined;
}

function fromSendgrid({ email, envelope, SPF, dkim }: SendgridForm): ArrivedMail {
  if (!email) throw Refused.input({ email: 'Tick "POST the raw, full MIME message" in Inbound Parse.' });
  // the form was read byte by byte
  const { data } = z
    .object({ to: z.array(z.string()).min(1), from: z.string().optional() })
    .safeParse(jsonIn(Buffer.from(envelope ?? '', 'latin1').toString('utf8')));
  if (!data) throw Refused.input({ envelope: 'The envelope names no recipient.' });
  const raw = Buffer.from(email, 'latin1');
  const spf = word(SPF);
  const vouched = vouchedBySendgrid({ dkim, spf, from: data.from });
  return { provider: 'Sendgrid', raw, recipients: data.to, spf, dmarc: null, virus: null, vouched };
}

function word(text: string | undefined): string | null {
  return /^[a-z]{2,20}$/i.test(text ?? '') ? text!.toLowerCase() : null;
}
