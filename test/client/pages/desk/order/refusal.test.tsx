import { newestRefusal } from '@/pages/desk/order/attention/refusal';
import { expect, test } from '@jest/globals';

/** An order with these actions, newest first. */
const about = (actions: string[], erased: string | null = null) =>
  ({
    order: { activity: actions.map((action, id) => ({ id, action, note: `words ${id}` })), erased_at: erased },
  }) as unknown as Parameters<typeof newestRefusal>[0];

const shown = (actions: string[], erased?: string) => newestRefusal(about(actions, erased)).map(({ id }) => id);

test('the newest refusal is shown, whatever was noted that does nothing about it', () => {
  expect(shown([])).toEqual([]);
  expect(shown(['remark.added', 'form.refused', 'form.filled', 'form.refused'])).toEqual([1]);
  expect(shown(['order.assigned', 'form.refused', 'order.amended'])).toEqual([1]);
});

test.each(['form.accepted', 'order.amended', 'order.row-chosen', 'order.moved', 'order.undone'])(
  'after %s it is not, nor an earlier one',
  (action) => {
    expect(shown([action, 'form.refused', 'form.refused'])).toEqual([]);
  },
);

test('of an erased order nothing is shown: its words are gone', () => {
  expect(shown(['form.refused'], '2026-11-01T00:00:00.000Z')).toEqual([]);
});
