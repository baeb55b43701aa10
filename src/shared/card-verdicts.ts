/** How a card compares with its order, as lists and filters say it (docs/form.md#the-card-must-be-this-orders). */
export const cardVerdictRows = {
  agrees: { label: 'Card agrees', hint: 'The order’s passport number is on the card', tone: 'green' },
  differs: {
    label: 'Card differs',
    hint: 'The card is another order’s, or says another passport number, day of arrival or name',
    tone: 'rose',
  },
  unreadable: { label: 'Card unread', hint: 'The card could not be read: compare it yourself', tone: 'yellow' },
  'not compared': { label: 'Card not compared', hint: 'Nobody compared the card with the order', tone: 'grey' },
} as const;

/** The verdicts that a member should look at: an order whose card has one is marked with it. */
export const cardDoubts = ['differs', 'unreadable'] as const satisfies (keyof typeof cardVerdictRows)[];
export type CardDoubt = (typeof cardDoubts)[number];
