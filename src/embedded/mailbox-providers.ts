import PostalMime, { type Address, addressParser } from 'postal-mime';
import { z } from 'zod';
import type { IncomingMail, Provider } from './mailbox-store.js';

/** The requests and answers of a provider's API. */
type Dialect = {
  path: string;
  /** What a signed request's Authorization header begins with. */
  authorization: string;
  /** The mail in a request's body. @throws for a body that the provider would refuse. */
  read: (body: unknown) => Promise<IncomingMail>;
  accepted: (id: string) => { status: number; headers: Record<string, string>; body?: object };
  refused: (status: number, message: string) => { headers: Record<string, string>; body: object };
};

const simpleText = z.object({ Data: z.string() });
const sesRequest = z.object({
  FromEmailAddress: z.string().optional(),
  Destination: z
    .object({
      ToAddresses: z.array(z.string()).default([]),
      CcAddresses: z.array(z.string()).default([]),
      BccAddresses: z.array(z.string()).default([]),
    })
    .optional(),
  Content: z.object({
    Raw: z.object({ Data: z.string() }).optional(),
    Simple: z
      .object({
        Subject: simpleText,
        Body: z.object({ Text: simpleText.optional(), Html: simpleText.optional() }),
        Attachments: z
          .array(
            z.object({
              FileName: z.string(),
              RawContent: z.string(),
              ContentType: z.string().default('application/octet-stream'),
              ContentId: z.string().optional(),
            }),
          )
          .default([]),
      })
      .optional(),
  }),
});

const person = z.object({ email: z.string().min(1) });
const sendgridRequest = z.object({
  from: person,
  personalizations: z
    .array(
      z.object({
        to: z.array(person).min(1),
        cc: z.array(person).default([]),
        bcc: z.array(person).default([]),
        subject: z.string().optional(),
      }),
    )
    .min(1),
  subject: z.string().default(''),
  content: z.array(z.object({ type: z.string(), value: z.string().min(1) })).min(1),
  attachments: z
    .array(
      z.object({
        content: z.string(),
        filename: z.string(),
        type: z.string().default('application/octet-stream'),
        content_id: z.string().optional(),
      }),
    )
    .default([]),
});

/** Amazon SES v2 `SendEmail` and SendGrid v3 `mail/send`, as their official clients use them. */
export const dialects: Record<Provider, Dialect> = {
  AWS: {
    path: '/ses/v2/email/outbound-emails',
    authorization: 'AWS4-HMAC-SHA256 ',
    read: readSes,
    accepted: (id) => ({ status: 200, headers: {}, body: { MessageId: id } }),
    refused: (status, message) => ({ headers: { 'x-amzn-errortype': sesError(status) }, body: { message } }),
  },
  Sendgrid: {
    path: '/sendgrid/v3/mail/send',
    authorization: 'Bearer ',
    read: readSendgrid,
    accepted: (id) => ({ status: 202, headers: { 'x-message-id': id } }),
    refused: (_status, message) => ({ headers: {}, body: { errors: [{ message, field: null, help: null }] } }),
  },
};

async function readSes(body: unknown): Promise<IncomingMail> {
  const { FromEmailAddress, Destination, Content } = sesRequest.parse(body);
  const envelope = Destination && [...Destination.ToAddresses, ...Destination.CcAddresses, ...Destination.BccAddresses];
  const mail = Content.Raw ? await readMime(Content.Raw.Data) : readSimple(Content.Simple);
  const to = envelope?.length ? envelope.flatMap((address) => addresses(addressParser(address))) : mail.to;
  if (to.length === 0) throw new Error('Missing required header "To".');
  return { ...mail, provider: 'AWS', from: FromEmailAddress ?? mail.from, to };
}

type Content = Omit<IncomingMail, 'provider'>;

async function readMime(base64: string): Promise<Content> {
  const { from, to, cc, bcc, subject = '', text = '', html = '', attachments } = await PostalMime.parse(decode(base64));
  return {
    from: addresses([from])[0] ?? '',
    to: addresses([...(to ?? []), ...(cc ?? []), ...(bcc ?? [])]),
    subject,
    text,
    html,
    attachments: attachments.map(({ filename, mimeType, contentId, content }, n) => ({
      filename: filename ?? `attachment-${n + 1}`,
      contentType: mimeType,
      contentId: contentId?.replace(/^<|>$/g, ''),
      content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
  };
}

function readSimple(simple: z.infer<typeof sesRequest>['Content']['Simple']): Content {
  if (!simple) throw new Error('Only Raw and Simple content is taken here.');
  return {
    from: '',
    to: [],
    subject: simple.Subject.Data,
    text: simple.Body.Text?.Data ?? '',
    html: simple.Body.Html?.Data ?? '',
    attachments: simple.Attachments.map((attachment) => ({
      filename: attachment.FileName,
      contentType: attachment.ContentType,
      contentId: attachment.ContentId,
      content: decode(attachment.RawContent),
    })),
  };
}

async function readSendgrid(body: unknown): Promise<IncomingMail> {
  const { from, personalizations, subject, content, attachments } = sendgridRequest.parse(body);
  const part = (type: string) => content.find((one) => one.type === type)?.value ?? '';
  return {
    provider: 'Sendgrid',
    from: from.email,
    to: personalizations.flatMap(({ to, cc, bcc }) => [...to, ...cc, ...bcc].map(({ email }) => email)),
    subject: personalizations[0]?.subject ?? subject,
    text: part('text/plain'),
    html: part('text/html'),
    attachments: attachments.map((attachment) => ({
      filename: attachment.filename,
      contentType: attachment.type,
      contentId: attachment.content_id,
      content: decode(attachment.content),
    })),
  };
}

function addresses(found: (Address | undefined)[]): string[] {
  return found.flatMap((one) => (one?.group ? one.group.map(({ address }) => address) : (one?.address ?? [])));
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

function sesError(status: number): string {
  if (status === 429) return 'TooManyRequestsException';
  return status < 500 ? 'BadRequestException' : 'InternalServiceErrorException';
}
