import { newsOf } from '@/components/order-list/what-became';
import { arrives, belongs } from '@/pages/orders/queue/use-live-rows';
import { describe, expect, test } from '@jest/globals';
import type { LiveChange } from '@shared/live';
import { type QueueFilter, queueRows } from '@shared/order-queues';
import type { OrderRow } from '@shared/orders';

const me = 'Demo Team';
const change = (more: Partial<LiveChange>): LiveChange => ({
  id: 100_001,
  from: 'New',
  to: 'New',
  holder: null,
  version: 2,
  by: 'Demo Admin',
  held: null,
  ...more,
});
const newOrders = queueRows.newOrder.filter;
const mine = queueRows.myOrder.filter;
const history = queueRows.allOrder.filter;

describe('after a change an order', () => {
  test.each<[string, QueueFilter, Partial<LiveChange>, boolean]>([
    ['stands in the queue of its status', newOrders, { holder: 'Somebody' }, true],
    ['no longer stands in the one it left', newOrders, { to: 'Awaiting' }, false],
    ['is mine when I hold it', mine, { to: 'Awaiting', holder: me }, true],
    ['is not mine when somebody else does', mine, { holder: 'Demo Admin' }, false],
    ['is not mine once it is settled', mine, { to: 'Completed', holder: me }, false],
    ['is always part of the history', history, { to: 'Deleted' }, true],
  ])('%s', (_fact, filter, more, expected) => {
    expect(belongs(filter, change(more), me)).toBe(expected);
  });
});

describe('an order that', () => {
  test.each<[string, QueueFilter, Partial<LiveChange>, boolean]>([
    ['has just come in is new in its queue', newOrders, { from: null, by: null }, true],
    ['was moved here is new', newOrders, { from: 'Pending' }, true],
    ['was only taken is not new', newOrders, { holder: 'Demo Admin' }, false],
    ['went elsewhere is not new', newOrders, { to: 'Future', from: null }, false],
    ['a colleague gave me is new among mine', mine, { holder: me }, true],
    ['I took myself is not', mine, { holder: me, by: me }, false],
    ['I put back myself is not new in its queue', newOrders, { from: 'Deleted', by: me }, false],
    ['has just come in is new in the history', history, { from: null, by: null }, true],
    ['was moved is not new in the history', history, { to: 'Awaiting' }, false],
  ])('%s', (_fact, filter, more, expected) => {
    expect(arrives(filter, change(more), me)).toBe(expected);
  });
});

describe('what a row says of a change', () => {
  const order = (assign_to: string | null = null) => ({ process_status: 'New', assign_to }) as OrderRow;

  test.each<[Partial<LiveChange>, string | null, string]>([
    [{ to: 'Deleted' }, null, 'deleted by Demo Admin'],
    [{ to: 'Awaiting' }, null, 'moved to Awaiting by Demo Admin'],
    [{ to: 'New', holder: 'Demo Admin' }, null, 'taken by Demo Admin'],
    [{ to: 'New', holder: me }, null, 'given to Demo Team by Demo Admin'],
    [{ to: 'New', holder: null }, 'Demo Team Two', 'given back by Demo Admin'],
    [{ to: 'New', holder: null }, null, 'changed by Demo Admin'],
    [{ to: 'New', from: 'Future', by: null }, null, 'changed by the product'],
  ])('%j of one held by %s: %s', (more, holder, words) => {
    expect(newsOf(order(holder), change(more))).toBe(words);
  });
});
