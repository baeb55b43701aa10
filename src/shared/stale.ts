/** What was decided on an older version: who changed it since, and when (docs/orders.md#versions). */
type ChangedSince = { what: 'Order' | 'Dispute'; did: string; by: string; at: string };

/** The refusal of a write that was decided on an older version. */
export function changedSince({ what, did, by, at }: ChangedSince): string {
  return `${what} ${did} by ${by} at ${at}`;
}

/** The message of a refused write, so that nobody takes what a colleague did for what they pressed. */
export function ownNotMade(message: string): string {
  return /^(?:Order|Dispute) was (?:moved to|changed by) /.test(message)
    ? `Your change was not made. ${message}`
    : message;
}
