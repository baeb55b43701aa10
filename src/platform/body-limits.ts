import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export type BodyLimits = {
  /** How long a body may take, in milliseconds. */
  whole: number;
  /** How long an upload may pause between two bytes, in milliseconds. */
  pause: number;
};

export const bodyLimits: BodyLimits = { whole: 120_000, pause: 60_000 };

/**
 * Ends requests whose body doesn't arrive. An upload may take any time while bytes arrive, because 10 MB from a phone
 * take minutes. Any other body, and the rest of an upload that is answered already, must arrive within `whole`.
 * @param refuse answers the request and ends its connection
 */
export function limitBodies(
  server: Server,
  refuse: (request: IncomingMessage) => void,
  { whole, pause }: BodyLimits = bodyLimits,
): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;

    let timer: NodeJS.Timeout | undefined;
    const startTimer = () => {
      timer ??= setTimeout(() => refuse(request), whole).unref();
    };
    if (isUpload(request)) {
      request.setTimeout(pause, () => refuse(request));
      // While the server works on a complete upload, the pause limit must not end the connection.
      request.once('end', () => request.socket.setTimeout(response.writableFinished ? server.keepAliveTimeout : 0));
      response.once('finish', () => {
        if (!request.complete) startTimer();
      });
    } else startTimer();
    for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isUpload({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}
