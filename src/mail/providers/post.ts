import { Agent as HttpAgent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { NotTaken } from './provider.js';

/** How long a call may take, in milliseconds (docs/mail.md#mail). */
const callTimeout = 15_000;
/** The part of it until the connection is made. */
const connectTimeout = 5_000;
/**
 * How long an idle connection is kept for the next mail, in milliseconds. Servers and routers close connections that were
 * idle for longer, and a mail that is sent at the moment of the closing is in doubt. A server that tells a shorter time by
 * its header Keep-Alive, or by `Connection: close`, is followed.
 */
const keptFor = 1_000;
const kept = { keepAlive: true, timeout: keptFor };
const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };

/** A request with its address, as Node's `http.request` takes it. */
export type Post = {
  protocol: string;
  hostname: string;
  port?: number | string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
};
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Posts to a provider, once, over a connection that is kept for the next mail. Redirects are not followed. When the answer
 * breaks off, its body is what came.
 * @throws NotTaken when no connection was made, so that nothing was sent. After any other error, such as a kept connection
 * that broke, that is unknown.
 */
export function post(provider: string, { protocol, hostname, port, path, headers, body }: Post): Promise<Answer> {
  const isSecure = protocol === 'https:';
  const agent = isSecure ? agents.https : agents.http;
  const options = { host: hostname.replace(/^\[|\]$/g, ''), port, path, headers, method: 'POST', agent };
  return new Promise((resolve, reject) => {
    const request = isSecure ? httpsRequest(options) : httpRequest(options);
    const endAfter = (ms: number, code: string) =>
      setTimeout(() => request.destroy(Object.assign(new Error(`${code} after ${ms} ms`), { code })), ms);
    const answering = endAfter(callTimeout, 'NO_ANSWER');
    const connecting = endAfter(connectTimeout, 'NO_CONNECTION');
    let isConnected = false;
    const connected = () => {
      isConnected = true;
      clearTimeout(connecting);
    };
    request
      .once('socket', (socket) =>
        request.reusedSocket ? connected() : socket.once(isSecure ? 'secureConnect' : 'connect', connected),
      )
      .once('close', () => [connecting, answering].forEach(clearTimeout))
      .on('error', (error: NodeJS.ErrnoException) =>
        reject(isConnected ? error : new NotTaken(`${provider} can't be reached (${error.code})`, false)),
      )
      .on('response', (response) => {
        const parts: Buffer[] = [];
        const { headers, statusCode: status = 0 } = response;
        const done = () => resolve({ status, headers, body: Buffer.concat(parts) });
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', done)
          .on('error', done);
      })
      .end(body);
  });
}
