/** Japanese carriers, some of whose addresses have dots at an end or side by side, which servers take in quotation marks alone. */
const looseDots = ['docomo.ne.jp', 'ezweb.ne.jp', 'au.com'];

/** Whether the dots of an address's local part need quotation marks (RFC 5321, 4.1.2). */
export function hasLooseDots(local: string): boolean {
  return /^\.|\.\.|\.$/.test(local);
}

/**
 * Whether a provider can mail the address: its local part is ASCII, because neither of them supports SMTPUTF8 (RFC 6531), and
 * its dots are between letters but at the carriers that give out others. A domain may have letters of any script.
 */
export function isMailable(address: string): boolean {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1).toLowerCase()];
  return /^[!-~]+$/.test(local) && (!hasLooseDots(local) || looseDots.includes(domain));
}

/** The application mailbox of an order. @param domain APPLICATION_MAIL_DOMAIN */
export function mailboxOfOrder(id: number, domain: string): string {
  return `${id}@${domain}`;
}

/** The order whose application mailbox the address is; undefined for any other address (docs/mail.md#the-application-mailbox). */
export function orderOfMailbox(address: string, domain: string): number | undefined {
  const [, id, host] = /^<?([1-9]\d{0,8})@([^\s<>@]{1,255})>?$/.exec(address.trim()) ?? [];
  return id && host!.toLowerCase() === domain.toLowerCase() ? Number(id) : undefined;
}

export const ownMailbox = 'This is an order’s own mailbox, not the customer’s address.';
