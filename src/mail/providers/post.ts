import { Agent as HttpAgent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { NotTaken } from './provider.js';

/** The time-out of a call to a provider, in milliseconds (docs/product.md#mail). */
const callTimeout = 15_000;
/** The part of it until the connection is made. */
const connectTimeout = 5_000;
/**
 * How long a connection is kept for the next mail, in milliseconds. A provider or a router ends a connection that was idle
 * for longer, and a mail that is sent at that moment would be in doubt.
 */
const keptFor = 1_000;
const kept = { keepAlive: true, timeout: keptFor };
const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * Posts to a provider, once. Redirects are not followed. When the answer breaks off, its text is what came.
 * @throws NotTaken when no connection was made, so that nothing was sent. After any other error that is unknown.
 */
export function post(provider: string, url: URL, headers: Record<string, string>, body: string): Promise<Answer> {
  const isSecure = url.protocol === 'https:';
  const options = { method: 'POST', headers, agent: isSecure ? agents.https : agents.http };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, options);
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
        let text = '';
        const done = () => resolve({ status: response.statusCode!, headers: response.headers, text });
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', done).on('error', done);
      })
      .end(body);
  });
}
