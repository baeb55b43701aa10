import { Agent, request } from 'node:http';

/** Sends requests over keep-alive connections; each answer must be 200 and is read to its end. */
export function client(url, headers = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = request({
        agent,
        hostname,
        port,
        path,
        method,
        headers: {
          ...headers,
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      });
      sent.once('response', (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => {
          const read = Buffer.concat(parts).toString();
          if (answer.statusCode === 200) resolve(read);
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${read.slice(0, 300)}`));
        });
      });
      sent.once('error', reject);
      sent.end(text);
    });
}

/** Signs the demo's Admin in, and returns the token. */
export async function signIn(url) {
  const login = { email: 'admin@demo.test', password: 'demo-password' };
  return JSON.parse(await client(url)('POST', '/api/admin/admin-login', login)).data.jwtToken;
}
