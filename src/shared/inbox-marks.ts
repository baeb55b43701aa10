/** What waits in an order's mailbox, and what is to be seen of its money, as lists and the order show it (docs/mail.md#the-application-mailbox). */
export const inboxMarks = {
  wrote: { label: 'Customer wrote', hint: 'The customer wrote, and nobody has answered or read it', tone: 'amber' },
  card: { label: 'Card found', hint: 'A card came from the authority and was not sent yet', tone: 'green' },
  look: { label: 'Look at mail', hint: 'A mail in the authority’s name was not taken', tone: 'rose' },
  answered: { label: 'Answered', hint: 'The customer wrote while the order waits for that', tone: 'blue' },
  returned: { label: 'Refund failed', hint: 'The bank returned a refund, and nobody gave it again', tone: 'rose' },
  late: {
    label: 'Paid after it was cancelled',
    hint: 'The money came when there was no card to be made',
    tone: 'rose',
  },
  twice: { label: 'Charged twice', hint: 'Another charge is on record: one of them is to be given back', tone: 'rose' },
} as const;

export type InboxMark = keyof typeof inboxMarks;
export const allInboxMarks = Object.keys(inboxMarks) as InboxMark[];
