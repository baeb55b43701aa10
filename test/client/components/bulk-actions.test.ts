import { bulkActions, type Kept, type Selected } from '@/components/order-list/bulk-actions';
import { expect, test } from '@jest/globals';

const asked = (selected: Selected) =>
  bulkActions.resend.choose!({ selected, me: { name: 'Demo Team', type: 'Team' }, colleagues: [], actions: [] }).of.map(
    ({ question }) => question?.text,
  );

test('the cards of several orders are mailed after a question where nothing was paid for one of them', () => {
  const unpaid = 'Nothing was paid for some of these orders. Send their cards anyway?';
  const completed = { status: 'Completed', seenMail: 0 } as const;
  const both: Selected = new Map<string, Kept>([
    ['a', completed],
    ['b', { status: 'Pending', seenMail: 0 }],
  ]);
  expect(asked(both)).toEqual([unpaid, unpaid]);
  expect(asked(new Map([['a', completed]]))).toEqual([undefined, undefined]);
});

test('the cards of several orders are mailed by what the member had seen when the first of them was ticked', () => {
  const body = bulkActions.resend.body(
    [
      ['a', { status: 'Completed', seenMail: 90 }],
      ['b', { status: 'Completed', seenMail: 70 }],
    ],
    'Demo Team',
  );
  expect(body).toEqual({ orderId: ['a', 'b'], seenMail: 70, seenMessage: 0 });
});
