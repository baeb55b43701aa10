import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { makeLog } from '../../src/platform/log.js';
import { makeWeb } from '../../src/web.js';
import { startApp, type TestApp } from '../support/app.js';

let app: TestApp | undefined;
afterEach(() => app?.close());

describe('a web process that is told to stop', () => {
  test('answers what it has begun, and waits for nobody who says nothing', async () => {
    app = await startApp();
    const web = await makeWeb(app.env, makeLog(app.env, 'web'));
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    web.getHttpAdapter().get('/slow', (_request: unknown, reply: { send(text: string): void }) => {
      setTimeout(() => reply.send('done'), 500);
      asked();
    });
    await web.listen(0, '127.0.0.1');
    const { port } = new URL(await web.getUrl());
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    const answer = once(get(`${await web.getUrl()}/slow`, { agent: new Agent({ keepAlive: true }) }), 'response');
    await isAsked;

    const began = Date.now();
    await web.close();
    // the silent connection would be kept for more than a minute
    expect(Date.now() - began).toBeLessThan(15_000);
    const [{ statusCode }] = (await answer) as [IncomingMessage];
    expect(statusCode).toBe(200);
    silent.destroy();
  });
});
