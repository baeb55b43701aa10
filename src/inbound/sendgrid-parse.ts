import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { jsonIn } from '../mail/providers/webhook.js';
import { Refused } from '../platform/reply.js';
import { inboundBytes } from '../shared/limits.js';
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
  limits: { fieldSize: inboundBytes + 1, fileSize: inboundBytes, files: 20, fields: 60, parts: 80, fieldNameSize: 100 },
};

/** @throws Refused 415 for another body, 413 for a mail above 20 MB, 422 for a form that breaks off. */
export async function parsedForm(request: FastifyRequest): Promise<SendgridForm> {
  if (!request.isMultipart()) throw new Refused('A multipart form is expected.', 415);

  const fields: SendgridForm = {};
  try {
    for await (const part of request.parts(form)) {
      if (part.type === 'file') await part.toBuffer();
      else if (part.valueTruncated) throw tooLarge();
      else fields[part.fieldname] = String(part.value);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    throw Refused.input({ email: 'This form could not be read.' });
  }
  return fields;
}

/** The mail in a form. @throws Refused 422 without the raw message or its recipients. */
export function fromSendgrid({ email, envelope, SPF, dkim }: SendgridForm): ArrivedMail {
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

function tooLarge(): Refused {
  return new Refused('This mail is too large (max 20 MB).', 413);
}
