import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';

type Known = { status: number; body: unknown };
type Remote = {
  id: string;
  status: string;
  metadata: Record<string, string>;
  evidence: Record<string, unknown>;
  evidence_details: { submission_count: number };
  /** The secret key of the account that has it; any key when there is none. */
  key?: string | undefined;
};

/** A small server that stands in for Stripe's API: disputes and files, with idempotency keys as Stripe keeps them. */
export type StripeApi = {
  url: string;
  disputes: Map<string, Remote>;
  /** Updates that Stripe carried out, without repetitions of the same key. */
  updates: { id: string; submit: boolean; evidence: Record<string, unknown> }[];
  files: { purpose: string; size: number }[];
  /** What happens to the next calls that change something: lost, or never answered, before or after Stripe did it; refused. */
  next: ('done' | 'lost before' | 'lost after' | 'held before' | 'held after' | { refuse: string })[];
  /** How many calls were never answered. */
  held: number;
  /** How many calls came, by method and kind. */
  calls: string[];
  /** The events of each account, by its secret key. */
  events: Record<string, { id: string; type: string; created: number }[]>;
  add(id: string, status?: string, key?: string): void;
  close(): Promise<void>;
};

export async function stripeApi(): Promise<StripeApi> {
  const keys = new Map<string, Known>();
  const api: Omit<StripeApi, 'url' | 'close'> = {
    disputes: new Map(),
    updates: [],
    files: [],
    next: [],
    held: 0,
    calls: [],
    events: {},
    add: (id, status = 'needs_response', key?: string) =>
      void api.disputes.set(id, {
        id,
        status,
        key,
        metadata: {},
        evidence: {},
        evidence_details: { submission_count: 0 },
      }),
  };

  function carryOut(path: string, body: Buffer): Known {
    if (path === '/v1/files') {
      const text = body.toString('latin1');
      const purpose = /name="purpose"\r\n\r\n(\w+)/.exec(text)?.[1] ?? '';
      api.files.push({ purpose, size: body.length });
      return { status: 200, body: { id: `file_${api.files.length}`, object: 'file', purpose } };
    }
    const remote = api.disputes.get(path.split('/').at(-1)!);
    if (!remote) return { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such dispute' } } };
    const sent = qs.parse(body.toString(), { depth: 10, arrayLimit: 100 }) as unknown as Partial<Remote> & {
      submit?: string;
    };
    if (!/needs_response/.test(remote.status)) {
      return { status: 400, body: { error: { type: 'invalid_request_error', message: 'It is closed for evidence' } } };
    }
    Object.assign(remote.evidence, sent.evidence);
    Object.assign(remote.metadata, sent.metadata);
    if (sent.submit === 'true') {
      remote.status = 'under_review';
      remote.evidence_details.submission_count += 1;
    }
    api.updates.push({ id: remote.id, submit: sent.submit === 'true', evidence: sent.evidence ?? {} });
    return { status: 200, body: { ...remote, object: 'dispute' } };
  }

  /** A page of an account's events, the newest first, as Stripe lists them; an unknown key is refused. */
  function eventsOf(key: string, query: string): Known {
    const known = api.events[key];
    if (!known) return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } };
    const asked = qs.parse(query) as {
      created: { gte: string };
      types: string[];
      limit: string;
      starting_after?: string;
    };
    const all = known
      .filter(({ created, type }) => created >= Number(asked.created.gte) && Object.values(asked.types).includes(type))
      .toSorted((one, other) => other.created - one.created);
    const from = all.findIndex(({ id }) => id === asked.starting_after) + 1;
    // small pages, so that more than one is asked for
    const size = Math.min(2, Number(asked.limit));
    const data = all.slice(from, from + size);
    return { status: 200, body: { object: 'list', url: '/v1/events', data, has_more: from + size < all.length } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [path, query = ''] = request.url!.split('?') as [string, string?];
    const key = request.headers.authorization!.replace('Bearer ', '');
    api.calls.push(`${request.method} ${path.split('/')[2]}`);
    const send = ({ status, body }: Known) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET') {
      if (path === '/v1/events') return void send(eventsOf(key, query));
      const remote = api.disputes.get(path.split('/').at(-1)!);
      return void send(
        remote && (remote.key ?? key) === key
          ? { status: 200, body: { ...remote, object: 'dispute' } }
          : { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such dispute' } } },
      );
    }
    const happens = api.next.shift();
    if (happens === 'lost before') return void request.socket.destroy();
    if (happens === 'held before') return void api.held++;
    if (typeof happens === 'object') {
      const error = { type: 'invalid_request_error', message: happens.refuse };
      return void send({ status: 400, body: { error } });
    }
    const once = request.headers['idempotency-key'] as string;
    if (!keys.has(once)) keys.set(once, carryOut(path, Buffer.concat(chunks)));
    if (happens === 'lost after') return void request.socket.destroy();
    if (happens === 'held after') return void api.held++;
    send(keys.get(once)!);
  }

  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(api, {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
