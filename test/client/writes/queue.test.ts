import { queued, underWay } from '@/writes/queue';
import { session, signedInAgain, signInLater } from '@/writes/session';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Answer, replaceNetwork, type Sent } from '../../support/network.js';

let sent: Sent[];
let answers: Answer[];
beforeEach(() => {
  jest.useFakeTimers();
  online(true);
  sent = replaceNetwork(() => answers, 100);
});
afterEach(() => void jest.useRealTimers());

const online = (onLine: boolean) =>
  Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });
const change = (path: string, version: number, orderId = 'QQ==') =>
  queued({ method: 'put', path, body: { orderId, version } });
const passes = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('writes', () => {
  test('go out one after the other, each with a key and an answer of its own', async () => {
    answers = [{ message: 'One' }, { code: 409, status: 0, message: 'Refused' }];
    const both = Promise.all([change('/one', 1, 'a'), change('/two', 1, 'b')]);
    await passes(50);
    expect([sent.length, underWay.get()]).toEqual([1, 2]);
    await passes(200);
    expect(await both).toMatchObject([
      { done: true, message: 'One' },
      { done: false, message: 'Refused' },
    ]);
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
    expect(underWay.get()).toBe(0);
  });

  test('take the version that own ones left, and no other', async () => {
    answers = [{ version: 8 }, { version: 9 }, {}];
    void change('/assign', 7, 'own');
    void change('/move', 7, 'own');
    const last = change('/move', 6, 'own');
    await passes(1_000);
    await last;
    expect(sent.map(({ data }) => data['version'])).toEqual([7, 8, 6]);
  });

  test('that wait for something are not sent when it fails, and hold nothing up', async () => {
    answers = [];
    const outcome = new Promise<{ done: boolean; message: string }>((resolve) => {
      setTimeout(() => resolve({ done: false, message: '' }), 500);
    });
    const move = queued({ method: 'put', path: '/move', body: {}, after: { outcome, otherwise: 'Not moved' } });
    const remark = queued({ method: 'post', path: '/remark', body: {} });
    await passes(200);
    expect(await remark).toMatchObject({ done: true });
    await passes(500);
    expect(await move).toEqual({ done: false, message: 'Not moved' });
    expect(sent.map(({ url }) => url)).toEqual(['/remark']);
  });
});

describe('a lost answer', () => {
  test('is asked for again with the same key', async () => {
    answers = ['none', { code: 502 }, { message: 'Saved' }];
    const one = queued({ method: 'post', path: '/remark', body: {} });
    await passes(5_000);
    expect(await one).toMatchObject({ done: true, message: 'Saved' });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  test('that never comes is not known; of what never left nothing was changed', async () => {
    answers = [...Array<Answer>(4).fill('none'), { code: 503, status: 0, message: 'Away', ref: 'r-1' }];
    const one = queued({ method: 'post', path: '/remark', body: {} });
    await passes(20_000);
    expect(await one).toEqual({
      done: false,
      unknown: true,
      message: "We don't know whether this was saved. Reference: r-1",
    });

    online(false);
    answers = Array<Answer>(5).fill('none');
    const offline = queued({ method: 'post', path: '/remark', body: {} });
    await passes(20_000);
    expect(await offline).toEqual({ done: false, unknown: false, message: 'You are offline. Nothing was changed.' });
  });
});

test('a failure on our side names its reference, a refusal doesn’t', async () => {
  answers = [
    { code: 500, status: 0, message: 'Something went wrong.', ref: 'r-1' },
    { code: 409, status: 0, message: 'Refused', ref: 'r-2' },
  ];
  const both = Promise.all([change('/one', 1, 'a'), change('/two', 1, 'b')]);
  await passes(1_000);
  expect(await both).toMatchObject([{ message: 'Something went wrong. Reference: r-1' }, { message: 'Refused' }]);
});

describe('a session that is over', () => {
  test('is asked for, and what was sent goes out once more with its key', async () => {
    answers = [{ code: 401, status: 401 }, { message: 'Saved' }];
    const one = queued({ method: 'post', path: '/remark', body: {} });
    await passes(200);
    expect(session.get()).toBe('asked');
    signedInAgain();
    await passes(200);
    expect(await one).toMatchObject({ done: true, message: 'Saved' });
    expect(sent[0]?.key).toBe(sent[1]?.key);
    expect(session.get()).toBe('good');
  });

  test('that is left so changes nothing', async () => {
    answers = [{ code: 401, status: 401 }];
    const one = queued({ method: 'post', path: '/remark', body: {} });
    await passes(200);
    signInLater();
    expect(await one).toMatchObject({ done: false, message: 'You are signed out. Nothing was changed.' });
    expect(session.get()).toBe('over');
    session.set('good');
  });

  test('or somebody else’s is said so', async () => {
    const message = 'Somebody else signed in in this browser.';
    answers = [{ code: 401, status: 401, message }];
    const one = queued({ method: 'post', path: '/remark', body: {} });
    await passes(200);
    signInLater();
    expect(await one).toMatchObject({ done: false, message: `${message} Nothing was changed.` });
    session.set('good');
  });
});
