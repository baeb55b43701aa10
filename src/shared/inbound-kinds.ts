/** What a mail to an application mailbox is (docs/mail.md#the-application-mailbox). */
export const inboundKinds = {
  unread: { label: 'Being read', tone: 'neutral' },
  authority: { label: 'The authority', tone: 'green' },
  look: { label: 'Look at this mail', tone: 'rose' },
  customer: { label: 'The customer', tone: 'blue' },
  automatic: { label: 'Automatic reply', tone: 'grey' },
} as const;

export type InboundKind = keyof typeof inboundKinds;
export const allInboundKinds = Object.keys(inboundKinds) as InboundKind[];

/** The type of a file that came with a mail and is no picture or PDF that was checked. */
export const uncheckedType = 'application/octet-stream';
