import { connect } from 'node:net';

/** The raw answer; status 0 when the connection ended without an answer. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

const patience = 30_000;

/**
 * Sends these bytes unchanged on a new connection and reads until the server closes it. An event stream is closed after
 * its headers. With `breakOff` our side of the connection ends after the bytes, as when a network fails.
 */
export function sendRaw(url: string, bytes: Uint8Array | string, breakOff = false): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
  return new Promise((resolve, reject) => {
    const got: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => (breakOff ? socket.end(sent) : socket.write(sent)));
    const end = () => {
      socket.destroy();
      resolve(parse(Buffer.concat(got)));
    };
    socket.setTimeout(patience, () => {
      socket.destroy();
      reject(new Error(`No end of the answer within ${patience / 1000} s`));
    });
    socket.on('data', (part: Buffer) => {
      got.push(part);
      if (got.length === 1 && part.includes('text/event-stream')) end();
    });
    // a server that refuses a request while it is being sent may reset the connection
    socket.on('error', end);
    socket.on('close', end);
  });
}

/** The text of a request: its line, its headers as given, its body. It asks the server to close the connection. */
export function request(
  line: string,
  headers: [name: string, value: string][] = [],
  body: Uint8Array | string = '',
): Buffer {
  const head = [line, ...headers.map(([name, value]) => `${name}: ${value}`), 'Connection: close', '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), typeof body === 'string' ? Buffer.from(body) : body]);
}

function parse(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  if (bytes.indexOf('HTTP/1.1 100 ') === 0) return parse(bytes.subarray(end + 4));

  const [line = '', ...lines] = bytes.toString('latin1', 0, end < 0 ? 0 : end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
  );
  const rest = bytes.subarray(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0), headers, body: body.toString() };
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    const size = parseInt(bytes.toString('latin1', at, line), 16);
    if (line < 0 || !size) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
