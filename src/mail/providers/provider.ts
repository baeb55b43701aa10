import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';

/** A mail as a provider is given it. */
export type Outgoing = {
  mailId: number;
  /** Counts the tries of this mail, from 1. Delivery events bring both numbers back. */
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
   * Hands one mail over, within 15 seconds; answers the provider's id of it, null when it named none.
   * @throws NotTaken when the provider certainly did not take it. Any other error leaves that open.
   */
  send(mail: Outgoing): Promise<string | null>;
}

/** The provider certainly has not taken the mail; `forGood` when asking again would get the same answer. */
export class NotTaken extends Error {
  constructor(
    readonly reason: string,
    readonly forGood: boolean,
  ) {
    super(reason);
  }
}

/** How long a call to a provider may take, in milliseconds (decisions: Limits). */
export const callTimeout = 15_000;

/**
 * What an HTTP refusal means. 408, 429 and 5xx are worth another try; a gateway's 504 says that nobody knows,
 * and so it comes back as an error that leaves the question open.
 */
export function refusal(provider: string, status: number, reason: string): Error {
  const sentence = `${provider} answered ${status}: ${reason.replace(/\s+/g, ' ').slice(0, 300)}`;
  if (status === 504) return new Error(sentence);
  return new NotTaken(sentence, status < 500 && status !== 408 && status !== 429);
}

/** The error of a call that got no answer: NotTaken when it never reached the provider, else as it is. */
export function noAnswer(provider: string, error: unknown): unknown {
  const [why] = neverConnected.exec(told(error)) ?? [];
  return why ? new NotTaken(`${provider} can't be reached (${why})`, false) : error;
}

const neverConnected =
  /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|\w+_CERT\w*|did not establish a connection)\b/;

/** What an error and its causes say; clients that wrap errors keep the code in one place or the other. */
function told(error: unknown): string {
  if (!(error && typeof error === 'object')) return '';
  const { code = '', message = '', cause } = error as { code?: string; message?: string; cause?: unknown };
  return `${code} ${message} ${told(cause)}`;
}

/** An address as providers take it: its domain in ASCII (RFC 3490), whatever script it was typed in. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** `Name <address>` in its parts. */
export function parseSender(sender: string): { name: string; address: string } {
  const [first] = addressparser(sender, { flatten: true });
  if (!first?.address) throw new Error('MAIL_FROM has no address in it');
  return { name: first.name, address: first.address };
}

/** Our own name for a mail, the same for each of its tries, so that whoever gets it twice shows it once. */
export function messageIdHeader(mail: Outgoing): string {
  return `<mail-${mail.mailId}@${parseSender(mail.sender).address.split('@')[1]}>`;
}
