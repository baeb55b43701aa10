import { callApi, changeAll } from '@/hooks/call-api';
import { batchesOf } from '@/components/order-list/bulk-actions';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { bulkLimit } from '@shared/limits';
import type { OrderStatus } from '@shared/order-statuses';
import { type Answer, replaceNetwork, type Sent } from '../../support/network.js';

let sent: Sent[];
let answers: Answer[];
beforeEach(() => {
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
  sent = replaceNetwork(() => answers);
});

const result = (done: number[], failed: number[] = []) => ({
  done,
  failed: failed.map((order_id) => ({ order_id, message: 'Order is already held by Demo Admin' })),
});
const offer = (token: string) => ({ token, until: '2026-03-01T10:00:00Z' });

describe('a call', () => {
  test('answers what the server said, a refusal too', async () => {
    answers = [{ code: 409, status: 0, message: 'Order is already held by Demo Admin', data: null }];
    expect(await callApi('post', '/api/x', { orderId: 1 })).toMatchObject({ status: 0, data: null });
    expect(sent).toMatchObject([{ method: 'post', url: '/api/x', data: { orderId: 1 } }]);
  });

  test('without an answer fails with a sentence', async () => {
    answers = ['none'];
    await expect(callApi('post', '/api/x', {})).rejects.toThrow('The server could not be reached. Please try again.');
  });
});

describe('a change in batches', () => {
  test('sends one after the other, each with the way back of the one before', async () => {
    answers = [
      { data: result([1]), undo: offer('a') },
      { data: result([2]), undo: offer('b') },
      { data: result([3]), undo: offer('c') },
    ];
    const through: number[] = [];
    const all = await changeAll('/api/x', [{ n: 1 }, { n: 2 }, { n: 3 }], (batches) => through.push(batches));
    expect(sent.map(({ data }) => data)).toEqual([
      { n: 1, undo: undefined },
      { n: 2, undo: 'a' },
      { n: 3, undo: 'b' },
    ]);
    expect(through).toEqual([1, 2, 3]);
    expect(all).toMatchObject({ type: 'success', done: [1, 2, 3], failed: [] });
    expect(all.undo.map(({ token }) => token)).toEqual(['a', 'b', 'c']);
  });

  test('goes on where an earlier change ended, so that both can be undone for as long', async () => {
    answers = [{ data: result([1]), undo: offer('b') }, { data: result([2]) }];
    await changeAll('/api/x', [{ n: 1, undo: 'a' }, { n: 2 }]);
    expect(sent.map(({ data }) => data)).toEqual([
      { n: 1, undo: 'a' },
      { n: 2, undo: 'b' },
    ]);
  });

  test('of one batch says what the server says', async () => {
    answers = [{ message: '1 done, 1 held by others', data: result([1], [2]), undo: offer('a') }];
    expect(await changeAll('/api/x', [{}])).toMatchObject({ type: 'warning', message: '1 done, 1 held by others' });
  });

  test('of several adds the numbers up in one sentence', async () => {
    answers = [{ data: result([1, 2], [3]) }, { code: 409, status: 0, data: result([], [4]) }, { data: result([5]) }];
    expect(await changeAll('/api/x', [{}, {}, {}])).toMatchObject({ type: 'warning', message: '3 done, 2 not' });

    answers = [{ data: result([1, 2]), message: 'Order has been deleted successfully' }, { data: result([3]) }];
    expect(await changeAll('/api/x', [{}, {}])).toMatchObject({ type: 'success', message: 'Done · 3 orders' });
  });

  test('with a batch refused as a whole keeps its reason, whatever the others answer', async () => {
    answers = [
      { message: 'Undone', data: result([1, 2]) },
      { code: 404, status: 0, message: 'This can no longer be undone.', data: null },
      { message: 'Undone', data: result([3]) },
    ];
    expect(await changeAll('/api/x', [{}, {}, {}])).toMatchObject({
      type: 'error',
      message: 'This can no longer be undone. 3 were done.',
      done: [1, 2, 3],
    });
  });

  test('that was refused altogether is an error with the reason', async () => {
    answers = [{ code: 409, status: 0, message: 'Order is already held by Demo Admin', data: result([], [1]) }];
    expect(await changeAll('/api/x', [{}])).toMatchObject({
      type: 'error',
      message: 'Order is already held by Demo Admin',
      done: [],
    });
  });

  test('ends with the first that gets no answer, and says what was done before', async () => {
    answers = [{ data: result([1, 2]), undo: offer('a') }, ...Array<Answer>(5).fill('none'), { data: result([3]) }];
    jest.useFakeTimers();
    const changed = changeAll('/api/x', [{}, {}, {}]);
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    const all = await changed;
    expect(sent).toHaveLength(6);
    expect(all).toMatchObject({
      type: 'error',
      message: "We don't know whether this was saved. 2 were done before.",
      done: [1, 2],
      through: 1,
    });
    expect(all.undo).toEqual([offer('a')]);
  });
});

test('a selection is cut into batches of what one call takes, and loses nobody', () => {
  const selected = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, n) => [`id-${n}`, { status: 'New' as OrderStatus, seenMail: n }] as const),
    );
  expect(batchesOf(selected(0))).toEqual([]);
  expect(batchesOf(selected(bulkLimit)).map(({ length }) => length)).toEqual([bulkLimit]);
  expect(batchesOf(selected(bulkLimit * 2 + 1)).map(({ length }) => length)).toEqual([bulkLimit, bulkLimit, 1]);
  expect(batchesOf(selected(1203)).flat()).toEqual([...selected(1203)]);
});
