import { domainToASCII, domainToUnicode } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';
import { hasLooseDots } from '../../shared/mail-address.js';

/** A mail as it is passed to a provider. */
export type Outgoing = {
  mailId: number;
  /** The local part of our Message-ID: the same for every attempt, so that a mail client shows a duplicate once. */
  messageId: string;
  /** The number of this attempt, from 1. Delivery events return mail id and attempt. */
  attempt: number;
  /** `Name <address>` */
  sender: string;
  replyTo: string | null;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  attachment: { filename: string; contentType: string; bytes: Uint8Array } | null;
};

export interface Provider {
  /**
   * Sends one mail, within 15 seconds. Returns the provider's id of it, or null when it gave none.
   * @throws NotTaken when the provider certainly did not take it. After any other error that is unknown.
   */
  send(mail: Outgoing): Promise<string | null>;
}

/** The provider certainly did not take the mail; `forGood` when a retry would get the same answer. */
export class NotTaken extends Error {
  constructor(
    readonly reason: string,
    readonly forGood: boolean,
    /** Whether the provider failed, and not the mail: another provider may take it. */
    readonly isProviders = true,
  ) {
    super(reason);
  }
}

/**
 * The error for an HTTP status (docs/mail.md#mail). A 4xx proves that the mail was not taken; 408 and 429 allow a
 * retry. A 5xx proves nothing, because the provider may fail after it took the mail.
 */
export function refusal(provider: string, status: number, reason: string): Error {
  const sentence = `${provider} answered ${status}: ${reason.replace(/\s+/g, ' ').slice(0, 300)}`;
  if (status >= 500) return new Error(sentence);
  const isBusy = status === 408 || status === 429;
  return new NotTaken(sentence, !isBusy, isBusy || status === 401 || status === 403);
}

/** An email address for providers: with its domain in ASCII (RFC 3490), and loose dots in quotation marks (RFC 5321). */
export function asciiAddress(address: string): string {
  return withDomain(address, domainToASCII, (local) => (hasLooseDots(local) ? `"${local}"` : local));
}

/** The same email address with its domain in Unicode, as a person writes it. */
export function unicodeAddress(address: string): string {
  return withDomain(address, domainToUnicode);
}

function withDomain(address: string, change: (domain: string) => string, quote = (local: string) => local): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/^"(.*)"$/, '$1');
  return `${quote(local)}@${change(address.slice(at + 1))}`;
}

/** Splits `Name <address>`. */
export function parseSender(sender: string): { name: string; address: string } {
  const [first] = addressparser(sender, { flatten: true });
  if (!first?.address) throw new Error('MAIL_FROM has no address in it');
  return { name: first.name, address: first.address };
}

/** The header by which Outlook offers no reaction to our mails: a sign is no answer to a question. */
export const noReactions = ['x-ms-reactions', 'disallow'] as const;

/** Our Message-ID of a mail. */
export function messageIdHeader(mail: Outgoing): string {
  return `<${mail.messageId}@${parseSender(mail.sender).address.split('@')[1]}>`;
}
