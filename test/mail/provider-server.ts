import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a provider answers a mail that it received. */
type Behaviour = (response: ServerResponse, id: string) => void | Promise<void>;
type Received = { id: string; path: string; headers: IncomingMessage['headers']; body: string; port: number };

/**
 * Stands in for Amazon SES v2 and SendGrid v3 on a free port. It accepts every mail; `next` holds other behaviours for the
 * next mails. `received` is every request that came in, refused ones included.
 */
export async function startProvider() {
  const received: Received[] = [];
  const next: Behaviour[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const port = request.socket.remotePort!;
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = `taken-${received.length + 1}`;
      received.push({ id, path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString(), port });
      void (next.shift() ?? take)(response, id);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    /** The client's port of each request; those over one connection have the same. */
    ports: () => received.map(({ port }) => port),
    next,
    settings: { MAIL_SES_ENDPOINT: `${url}/ses`, MAIL_SENDGRID_BASE_URL: `${url}/sendgrid` },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Accepts the mail, with an answer that fits both providers. */
export const take: Behaviour = (response, id) => {
  response.writeHead(200, { 'content-type': 'application/json', 'x-message-id': id });
  response.end(JSON.stringify({ MessageId: id }));
};

/** Refuses the mail, with an answer that fits both providers. */
export const refuse =
  (status: number, message = 'because'): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': `Error${status}` });
    response.end(JSON.stringify({ message, errors: [{ message }] }));
  };

/** Receives the mail and closes the connection without an answer. */
export const dropConnection: Behaviour = (response) => {
  response.destroy();
};

/** Accepts the mail and closes the connection so many milliseconds later, without a word of it in the answer. */
export const takeAndClose =
  (after = 0): Behaviour =>
  (response, id) => {
    const { socket } = response;
    response.once('close', () => setTimeout(() => socket!.end(), after));
    return take(response, id);
  };

/** Accepts the mail, with a header about the connection. */
export const takeWith =
  (name: 'connection' | 'keep-alive', value: string): Behaviour =>
  (response, id) => {
    response.setHeader(name, value);
    return take(response, id);
  };

export const neverAnswer: Behaviour = () => {};
