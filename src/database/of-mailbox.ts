import { mailboxOf } from '../shared/mailbox.js';
import { Sql } from './sql.js';

/**
 * The conditions of the orders with an address of this mailbox, as SQL; each has its index (docs/visitors.md#visitors).
 * @param mailbox SQL of the mailbox, as `mailboxOf` of src/shared/mailbox.ts spells it
 */
export function ofMailbox(mailbox: string): { contact: string[]; other: string[] } {
  const isOther = 'lower(email) <> lower(contact_email_address)';
  return {
    contact: [
      `lower(contact_email_address) = ${mailbox}`,
      `mailbox_of(contact_email_address) = ${mailbox} AND mailbox_of(contact_email_address) <> lower(contact_email_address)`,
    ],
    other: [
      `lower(email) = ${mailbox} AND ${isOther}`,
      `mailbox_of(email) = ${mailbox} AND mailbox_of(email) <> lower(email) AND ${isOther}`,
    ],
  };
}

/** The same for the mailbox of an address that somebody typed. */
export function ofAddress(address: string): { contact: Sql[]; other: Sql[] } {
  const { contact, other } = ofMailbox('$1');
  const asked = (condition: string) => new Sql(condition.split('$1'), [mailboxOf(address)]);
  return { contact: contact.map(asked), other: other.map(asked) };
}
