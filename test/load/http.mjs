import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

/** Sends a request and reads the whole answer: `{ status, headers, text, json() }`. Any body but FormData goes as JSON. */
export async function send(url, path, { method = 'GET', headers = {}, body } = {}) {
  const form = body instanceof FormData ? new Response(body) : undefined;
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : body && Buffer.from(JSON.stringify(body));
  const type = form ? form.headers.get('content-type') : body && 'application/json';
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), {
      agent,
      method,
      headers: { ...headers, ...(bytes && { 'content-type': type, 'content-length': bytes.length }) },
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: answer.statusCode, headers: answer.headers, text, json: () => JSON.parse(text) });
      });
    });
    sent.end(bytes);
  });
}

/** Keeps a stream open until `end` and discards what it sends. */
export function listen(url, path, headers, end) {
  const sent = request(new URL(path, url), { headers }, (answer) => answer.resume());
  sent.on('error', () => undefined);
  sent.end();
  setTimeout(() => sent.destroy(), end - performance.now());
}

/** Waits a random time between `least` and `most` seconds, as a person does between two requests. */
export function think(least, most) {
  return new Promise((resolve) => setTimeout(resolve, (least + Math.random() * (most - least)) * 1_000));
}

export function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}
