import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import MailComposer from 'nodemailer/lib/mail-composer';
import { z } from 'zod';

/** Where the product takes the mails to its application mailboxes. */
export type InboundEndpoint = { url: string; key: string; domain: string };

const letter = z.object({
  order: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,8}$/, 'Please give an order number.'),
  from: z.email('Please give an address.'),
  subject: z.string().max(300).default(''),
  text: z.string().max(20_000).default(''),
  file: z.instanceof(File).optional(),
});

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<title>Write to an order | Mailbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem}label{display:block;margin:0 0 1rem}
input,textarea{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem;border:1px solid #8a94a6;border-radius:6px}
button{font:inherit;padding:.5rem 1rem}</style>
<h1>Write to an order</h1><p>As its customer, or as anybody else. The mail comes in as from SendGrid’s Inbound Parse.</p>
<form method="post" action="/dev/mailbox/write" enctype="multipart/form-data">
<label>Order number<input name="order" inputmode="numeric" required></label>
<label>From<input name="from" type="email" required></label>
<label>Subject<input name="subject"></label>
<label>Text<textarea name="text" rows="8"></textarea></label>
<label>File<input name="file" type="file"></label>
<button>Send</button> <a href="/dev/mailbox">Back to the mailbox</a></form></html>`;

const security = {
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};
/** The largest form, in bytes: a mail that the product refuses as too large can be tried, too. */
const largestForm = 32 * 1024 * 1024;

/** A form that writes a mail to an order's mailbox, to try out what comes in. It arrives at the same endpoint as a provider's. */
export function writeToOrders(dev: FastifyInstance, inbound: InboundEndpoint): void {
  dev.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: largestForm },
    async (request: { headers: { 'content-type'?: string } }, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => new FormData());
      return Object.fromEntries(form);
    },
  );
  dev.get('/mailbox/write', (_request, reply) => reply.headers(security).type('text/html; charset=utf-8').send(page));
  dev.post('/mailbox/write', async (request, reply) => {
    const answer = await deliver(letter.parse(request.body), inbound);
    if (!answer.ok) return reply.code(502).send({ message: `The product answered ${answer.status}` });
    return reply.redirect('/dev/mailbox', 303);
  });
}

type Letter = z.infer<typeof letter>;

/**
 * Delivers a mail to an order's mailbox, at the endpoint where a provider's mails come in; resolves with the product's answer.
 * @param said what the provider says of the sender: its fields of the form
 */
export async function deliver(
  {
    order,
    from,
    subject,
    text,
    file,
  }: Pick<Letter, 'order' | 'from' | 'subject' | 'text'> & Partial<Pick<Letter, 'file'>>,
  { url, key, domain }: InboundEndpoint,
  said: Record<string, string> = {},
): Promise<Response> {
  const to = `${order}@${domain}`;
  const raw = await new MailComposer({
    from,
    to,
    subject,
    text,
    attachments: file?.size ? [{ filename: file.name, content: Buffer.from(await file.arrayBuffer()) }] : [],
    messageId: `<${randomUUID()}@mailbox.invalid>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  const form = new FormData();
  form.set('envelope', JSON.stringify({ to: [to], from }));
  form.set('email', raw.toString('latin1'));
  for (const [name, value] of Object.entries(said)) form.set(name, value);
  return fetch(`${url}/api/webhooks/inbound/sendgrid?key=${encodeURIComponent(key)}`, { method: 'POST', body: form });
}
