import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { eventually } from '../support/app.js';
import { spawnWorker } from '../support/processes.js';
import { openPostOffice } from './post-office.js';

test('a worker whose mails go to the web process sends none before that listens', async () => {
  const office = await openPostOffice();
  const asked = new Set<string>();
  let isListening = false;
  const web = createServer((request, response) => {
    asked.add(request.url!);
    response.writeHead(isListening ? 200 : 503).end('{"MessageId":"1"}');
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  await office.mail.sendLater((await office.write(await office.order(), { provider: 'AWS' })).id);

  const starting = spawnWorker({
    ...office.settings,
    PORT: String(port),
    MAIL_SES_ENDPOINT: `http://127.0.0.1:${port}/dev/ses`,
  });
  await eventually(async () => asked.size > 0);
  expect([...asked]).toEqual(['/healthz']);
  isListening = true;
  const worker = await starting;
  await eventually(async () => [...asked].some((path) => path.startsWith('/dev/ses/')));
  expect(await office.database.query('SELECT FROM provider_failures')).toEqual([]);
  await worker.kill();
  await office.close();
  web.close();
});
