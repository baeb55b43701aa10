import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { delivered, pdf, track } from '../documents/cards.js';
import { eventually, product, startApp, type TestApp } from '../support/app.js';
import { makeDataFolder } from '../support/data-folder.js';
import { freePort } from '../support/free-port.js';
import { longTest, times } from '../support/sample.js';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/146.0.0.0 Mobile Safari/537.36';

let app: TestApp;
const running: ChildProcess[] = [];
beforeAll(async () => {
  app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
  product.resetLimit.held = 300;
});
afterAll(async () => {
  running.forEach((one) => one.kill());
  await app.close();
});

/** Asks for a file and resets the connection once so many bytes of it are there. */
async function breakOff(port: number, path: string, token: string, bytes: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${phone}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  let answer = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    answer = Buffer.concat([answer, chunk as Buffer]);
    const head = answer.indexOf('\r\n\r\n');
    if (head >= 0 && answer.length - head - 4 >= bytes) break;
  }
  expect(answer.subarray(0, 12).toString()).toBe('HTTP/1.1 200');
  socket.resetAndDestroy();
}

/** How many of the downloads that broke off at random bytes count as complete. */
async function completeOf(port: number, count: number): Promise<number> {
  const { id, path, card } = await delivered(app, { card: await pdf(60_000) });
  for (let turn = 0; turn < count; turn++)
    await breakOff(port, path, await track(app, id), Math.floor(Math.random() * card.length));
  const rows = () =>
    app.database.query<{ bytes: number; complete: boolean }[]>('SELECT * FROM downloads WHERE order_id = $1', [id]);
  await eventually(async () => (await rows()).every(({ bytes }) => bytes > 0));
  await wait(product.resetLimit.held + 200);
  expect(await rows()).toHaveLength(count);
  return (await rows()).filter(({ complete }) => complete).length;
}

/** nginx with its own settings, which buffers what does not say otherwise. */
async function nginx(): Promise<number> {
  const [folder, port] = await Promise.all([makeDataFolder('desk-nginx-'), freePort()]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const settings = `daemon off; pid ${folder}/pid; error_log ${folder}/error; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {} http { access_log off; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; location / {
        proxy_pass ${app.url}; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } } }`;
  await writeFile(join(folder, 'nginx.conf'), settings);
  running.push(spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error')], { stdio: 'ignore' }));
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isUp;
  });
  return port;
}

test('of downloads that break off at random bytes none is complete', async () => {
  expect(await completeOf(Number(new URL(app.url).port), times(5, 50))).toBe(0);
});

(hasNginx ? longTest : test.skip)(
  'of downloads that break off at random bytes behind nginx none is complete (needs nginx)',
  async () => {
    expect(await completeOf(await nginx(), 50)).toBe(0);
  },
  120_000,
);
