import { sha256Of } from '../platform/sha256.js';
import type { MailProvider } from '../shared/mail-providers.js';

/** A mail as a provider delivered it: the raw message and the envelope. */
export type ArrivedMail = {
  provider: MailProvider;
  raw: Buffer;
  /** The addresses it was delivered to. */
  recipients: string[];
  /** The provider's verdicts, in its own words; null when it gave none. */
  spf: string | null;
  dmarc: string | null;
  virus: string | null;
  /** The domains that the provider found a right signature or SPF of. */
  vouched: string[];
};

/**
 * What tells a raw mail from every other: its Message-ID, if it has one, and the SHA-256 of its bytes. The Message-ID alone
 * does not: some programs use one twice, and anybody who has seen it could keep the next mail out.
 */
export function messageIdOf(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end < 0 ? Math.min(raw.length, 65_536) : end).toString('latin1');
  const [, id = ''] = /^message-id:\s*(?:\r?\n\s+)?(<[^>\r\n]{1,900}>)/im.exec(head) ?? [];
  return `${id} sha256:${sha256Of(raw)}`.trim();
}
