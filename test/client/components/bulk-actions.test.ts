import { bulkActions, type Selected } from '@/components/order-list/bulk-actions';
import { expect, test } from '@jest/globals';

const asked = (selected: Selected) =>
  bulkActions.resend.choose!({ selected, me: { name: 'Demo Team', type: 'Team' }, colleagues: [], actions: [] }).of.map(
    ({ question }) => question?.text,
  );

test('the cards of several orders are mailed after a question where nothing was paid for one of them', () => {
  const unpaid = 'Nothing was paid for some of these orders. Send their cards anyway?';
  expect(
    asked(
      new Map([
        ['a', 'Completed'],
        ['b', 'Pending'],
      ]),
    ),
  ).toEqual([unpaid, unpaid]);
  expect(asked(new Map([['a', 'Completed']]))).toEqual([undefined, undefined]);
});
