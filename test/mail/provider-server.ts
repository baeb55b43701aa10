import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider does with a mail it got. */
export type Behaviour = (response: ServerResponse, id: string) => void | Promise<void>;
export type Received = { id: string; path: string; headers: IncomingMessage['headers']; body: string };

/**
 * Stands in for Amazon SES v2 and SendGrid v3, on a port of its own: takes every mail, unless told for the next ones.
 * `received` is what came in, refused or not.
 */
export async function startProvider() {
  const received: Received[] = [];
  const next: Behaviour[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = `taken-${received.length + 1}`;
      received.push({ id, path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() });
      void (next.shift() ?? take)(response, id);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    next,
    settings: { MAIL_SES_ENDPOINT: `${url}/ses`, MAIL_SENDGRID_BASE_URL: `${url}/sendgrid` },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Both providers' way of saying yes. */
export const take: Behaviour = (response, id) => {
  response.writeHead(200, { 'content-type': 'application/json', 'x-message-id': id });
  response.end(JSON.stringify({ MessageId: id }));
};

/** Both providers' way of saying no. */
export const refuse =
  (status: number, message = 'because'): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': `Error${status}` });
    response.end(JSON.stringify({ message, errors: [{ message }] }));
  };

/** The mail came in, and the answer never gets out. */
export const dropConnection: Behaviour = (response) => {
  response.destroy();
};

export const neverAnswer: Behaviour = () => {};
