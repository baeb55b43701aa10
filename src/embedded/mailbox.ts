import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { fromThisMachine } from './from-this-machine.js';
import { mailboxPage, pageSecurity } from './mailbox-page.js';
import { dialects } from './mailbox-providers.js';
import { type InboundEndpoint, writeToOrders } from './write-to-order.js';
import { MailboxStore, type StoredMail, type Provider } from './mailbox-store.js';

const providers = Object.keys(dialects) as Provider[];

/** The largest body that SES accepts; a 10 MB document arrives as 18 MB, once base64 by MIME and once more by JSON. */
const largestBody = 40 * 1024 * 1024;

/** How many mails the page lists. */
const shown = 100;

const listed = z.object({
  to: z.string().default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
});

const looked = z.object({ to: z.string().catch(''), view: z.string().optional().catch(undefined) });

/**
 * The next `count` sends by `provider`, or of them those to the address `to`, wait `delay` ms and are answered `status`; with
 * `keep` the mail came in anyway.
 */
const faultRequest = z.object({
  provider: z.enum(providers),
  to: z.string().optional(),
  status: z.number().int().min(200).max(599).default(503),
  count: z.number().int().min(0).max(1000).default(1),
  delay: z.number().int().min(0).max(60_000).default(0),
  keep: z.boolean().default(false),
});
type Fault = z.infer<typeof faultRequest>;

/**
 * The mail catcher of embedded mode, under `/dev`: takes mail as SES v2 and SendGrid v3 do, keeps it in `dir`, and
 * shows it at `/dev/mailbox` to people and at `/dev/mailbox.json` to scripts. Answers this machine alone, and nothing that a
 * proxy or a tunnel forwards: it comes from this machine too.
 */
export async function registerMailbox(
  fastify: FastifyInstance,
  { dir, inbound }: { dir: string; inbound: InboundEndpoint },
): Promise<void> {
  const store = new MailboxStore(dir);
  await store.removeDrafts();
  await fastify.register(
    (dev, _options, done) => {
      dev.removeAllContentTypeParsers();
      dev.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: largestBody },
        dev.getDefaultJsonParser('remove', 'remove'),
      );
      dev.addHook('onRequest', fromThisMachine);
      dev.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
        reply.code(error instanceof z.ZodError ? 422 : (error.statusCode ?? 500)).send({ message: error.message }),
      );
      takeMail(dev, store);
      showMail(dev, store);
      writeToOrders(dev, inbound);
      // the demonstration's shop, which takes every webhook
      dev.post('/shop', (_request, reply) => reply.code(204).send());
      done();
    },
    { prefix: '/dev' },
  );
}

function takeMail(dev: FastifyInstance, store: MailboxStore): void {
  const faults = new Map<Provider, Fault>();

  for (const provider of providers) {
    const { path, authorization, read, accepted, refused } = dialects[provider];
    dev.post(path, async (request, reply) => {
      const refuse = (status: number, message: string) => {
        const { headers, body } = refused(status, message);
        return reply.code(status).headers(headers).send(body);
      };
      if (!request.headers.authorization?.startsWith(authorization)) return refuse(401, 'The request is not signed.');

      let mail;
      try {
        mail = await read(request.body);
      } catch (error) {
        return refuse(400, (error as Error).message);
      }
      const fault = nextFault(faults, provider, mail.to);
      if (fault) await sleep(fault.delay);
      const fails = fault !== undefined && fault.status >= 400;
      if (fails && !fault.keep) return refuse(fault.status, 'A fault that was asked for.');

      const { id } = await store.add(mail);
      if (fails) return refuse(fault.status, 'A fault that was asked for.');
      const { status, headers, body } = accepted(id);
      return reply.code(status).headers(headers).send(body);
    });
  }

  dev.post('/mailbox/faults', (request) => {
    const fault = faultRequest.parse(request.body);
    faults.set(fault.provider, fault);
    return fault;
  });
}

function nextFault(faults: Map<Provider, Fault>, provider: Provider, recipients: string[]): Fault | undefined {
  const fault = faults.get(provider);
  if (!fault || fault.count === 0 || (fault.to !== undefined && !recipients.includes(fault.to))) return undefined;
  fault.count--;
  return fault;
}

function showMail(dev: FastifyInstance, store: MailboxStore): void {
  type One = { Params: { id: string; n: string } };

  dev.get('/mailbox.json', async (request) => {
    const { to, limit } = listed.parse(request.query);
    return (await store.newest(limit, to)).map(toRow);
  });

  const page = async (request: FastifyRequest<One>, reply: FastifyReply) => {
    const { to, view } = looked.parse(request.query);
    const { id } = request.params;
    const mails = await store.newest(shown, to);
    const open = id ? await store.mailById(id) : mails[0];
    const html = mailboxPage({ mails, open, chosen: Boolean(id), to, asText: view === 'text' });
    return reply
      .code(id && !open ? 404 : 200)
      .headers(pageSecurity)
      .type('text/html; charset=utf-8')
      .send(html);
  };
  dev.get('/mailbox', page);
  dev.get('/mailbox/:id', page);

  dev.get<One>('/mailbox/:id/body', async ({ params: { id } }, reply) => {
    const mail = await store.mailById(id);
    if (!mail) return reply.code(404).send({ message: 'No such mail' });
    return reply.headers(bodySecurity).type('text/html; charset=utf-8').send(bodyOf(mail));
  });

  dev.get<One>('/mailbox/:id/attachments/:n', async ({ params: { id, n } }, reply) => {
    const content = await store.attachment(id, Number(n));
    const attachment = (await store.mailById(id))?.attachments[Number(n)];
    if (!content || !attachment) return reply.code(404).send({ message: 'No such attachment' });
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(attachment.contentType)
      ? attachment.contentType
      : 'application/octet-stream';
    return reply
      .headers({
        ...bodySecurity,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
      })
      .type(type)
      .send(content);
  });
}

/** A mail as `/dev/mailbox.json` gives it. */
function toRow({ id, provider, to, subject, text, html, attachments, received_at }: StoredMail) {
  return {
    id,
    provider,
    to,
    subject,
    text,
    html,
    attachments: attachments.map(({ filename, contentType, size, sha256 }) => ({
      filename,
      contentType,
      size,
      sha256,
    })),
    received_at,
  };
}

/**
 * The policy for a mail's HTML, which others wrote: no script, no form, no request to other hosts; links open in a new
 * tab.
 */
const bodySecurity = {
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; font-src 'self' data:; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
};

/** The mail's HTML, with links that open new tabs and inline pictures loaded from its attachments. */
function bodyOf({ id, html, attachments }: StoredMail): string {
  const pictured = attachments.reduce(
    (body, { contentId }, n) =>
      contentId ? body.replaceAll(`cid:${contentId}`, `/dev/mailbox/${id}/attachments/${n}`) : body,
    html,
  );
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(pictured) ? pictured.replace(/<head[^>]*>/i, (head) => head + base) : base + pictured;
}
