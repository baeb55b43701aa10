type MailKindRow = {
  /**
   * Who gets the mail. A member's mail is about the member's work or password, a customer's about an order, and an address
   * gets what all orders with it have in common.
   */
  to: 'customer' | 'member' | 'address';
  /** The name in Email History. */
  label: string;
  /** The content, as the timeline prints it after 'mailed'. */
  content: string;
  /** Whether the mail carries the card itself or the link to it. */
  card?: 'attached' | 'linked';
  /** True when the mail has a file of its own. The sweep of files looks for it by an index (find-files-by-key). */
  ownFile?: true;
  /** True when the text is a secret and no evidence: it is removed once the mail no longer waits. */
  secret?: true;
  /** True when a macro may send it: its undo can take it back, because it leaves nothing but the mail (docs/orders.md#macros). */
  macro?: true;
  /** Kinds with the same value are the same mail when it is repeated at once (docs/mail.md#mail). */
  sameAs?: string;
};

/** The kinds of mail. To add one, add a row here and its words in `views/mail/letters.ts`. */
const rows = {
  approval: { to: 'customer', label: 'Approval', content: 'the card', card: 'attached', sameAs: 'uploaded' },
  resend: { to: 'customer', label: 'Resent', content: 'the card again', card: 'attached', macro: true },
  upload: { to: 'customer', label: 'Upload', content: 'a new card', card: 'attached', sameAs: 'uploaded' },
  invoice: { to: 'customer', label: 'Invoice', content: 'the invoice', ownFile: true },
  question: { to: 'customer', label: 'Question', content: 'a question', macro: true },
  'download-link': {
    to: 'customer',
    label: 'Download link',
    content: 'the download link',
    card: 'linked',
    macro: true,
  },
  'order-numbers': { to: 'address', label: 'Order numbers', content: 'the order numbers' },
  password: { to: 'member', label: 'Password', content: 'a link', secret: true },
  'password-changed': { to: 'member', label: 'Password changed', content: 'that the password changed' },
  'orders-at-risk': { to: 'member', label: 'Orders at risk', content: 'which orders are at risk' },
  'dispute-refunded': {
    to: 'member',
    label: 'Dispute of a refunded order',
    content: 'that a refunded order is disputed',
  },
  'paid-after-cancel': {
    to: 'member',
    label: 'Paid after it was cancelled',
    content: 'that an order was paid after it was cancelled',
  },
  invitation: { to: 'member', label: 'Invitation', content: 'an invitation', secret: true },
  'factor-changed': { to: 'member', label: 'Second factor', content: 'that the second factor changed' },
  alarm: { to: 'member', label: 'Alarm', content: 'an alarm' },
  'dispute-reminder': { to: 'member', label: 'Dispute reminder', content: 'that a dispute is due' },
} as const satisfies Record<string, MailKindRow>;

export type MailKind = keyof typeof rows;
type KindsOf<Traits> = { [Kind in MailKind]: (typeof rows)[Kind] extends Traits ? Kind : never }[MailKind];
export type MemberMailKind = KindsOf<{ to: 'member' }>;
export type OrderMailKind = KindsOf<{ to: 'customer' }>;
export type CardMailKind = KindsOf<{ card: string }>;
export type MacroMailKind = KindsOf<{ macro: true }>;

export const mailKindRows: Record<MailKind, MailKindRow> = rows;
export const mailKinds = Object.keys(rows) as MailKind[];

/** The kinds whose row fulfils a condition. */
export function mailKindsWhere(holds: (row: MailKindRow) => unknown): MailKind[] {
  return mailKinds.filter((kind) => holds(mailKindRows[kind]));
}

export const macroMailKinds = mailKindsWhere(({ macro }) => macro) as MacroMailKind[];

export function isToMember(kind: MailKind): kind is MemberMailKind {
  return mailKindRows[kind].to === 'member';
}

export const mailStates = ['queued', 'sent', 'delivered', 'deferred', 'bounced', 'complained', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** States of a mail that the provider accepted, delivered or not. */
export const acceptedStates: readonly MailState[] = ['sent', 'delivered', 'deferred', 'bounced', 'complained'];

/** States of a mail that did not arrive. Such a mail can be sent again. */
export const notArrivedStates: readonly MailState[] = ['failed', 'bounced'];

export function didNotArrive({ state }: { state: MailState }): boolean {
  return notArrivedStates.includes(state);
}

/** The newest mail with the card or its link, from an order's mails sorted newest first. */
export function lastCardMail<Mail extends { kind: MailKind }>(mails: Mail[]): Mail | undefined {
  return mails.find(({ kind }) => mailKindRows[kind].card);
}

/** Whether the newest mail with the card or its link has neither failed nor bounced. */
export function isCardSent(mails: { kind: MailKind; state: MailState }[]): boolean {
  const last = lastCardMail(mails);
  return last !== undefined && !didNotArrive(last);
}

/** How the refusal of a mail to an address begins at which a mail about the order bounced. */
export const bouncedAt = 'A mail about this order bounced at';

/** How the question ends about a card that somebody sent since the member looked (docs/mail.md#mail). */
export const sendThisToo = 'Send this one too?';
