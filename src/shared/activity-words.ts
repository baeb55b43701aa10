/**
 * What the timeline says of an action of the activity; null for those that another history tells already, such as remarks.
 * A new action is a new row; one without a row is shown by its name.
 */
const words: Record<string, string | null> = {
  'order.received': 'took the order in',
  'order.assigned': 'gave the order',
  'order.released': 'gave the order back',
  'order.moved': 'moved the order',
  'order.promoted': 'moved the order, its day having come,',
  'order.refunded': 'marked the order refunded',
  'order.disputed': 'noted a chargeback',
  'order.undone': 'took a change back',
  'payment.received': 'took the payment',
  'transaction.saved': 'saved the transaction details',
  'document.uploaded': 'uploaded the card',
  'pack.made': 'made a defence pack',
  'invoice.issued': 'issued the invoice',
  'remark.added': null,
  'mail.queued': null,
  'mail.sent': 'sent a mail',
  'mail.failed': 'could not send a mail',
  'mail.retried': 'sent a mail again',
  'mail.deferred': 'has a mail waiting at the recipient’s server',
  'mail.delivered': 'delivered a mail',
  'mail.bounced': 'got a mail back',
  'mail.complained': 'got a complaint about a mail',
};

/** The words of an action, null when it is not to be shown. */
export function activityWords(action: string): string | null {
  return words[action] === undefined ? action : words[action];
}
