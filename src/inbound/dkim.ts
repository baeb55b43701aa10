import { resolve } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

/** Asks DNS for the records of a name, as `dns.promises.resolve`. */
type Resolver = (name: string, type: string) => Promise<string[] | string[][]>;

/** Whether the domain of the sender signed a mail (RFC 6376): `pass`, `fail`, `none`, or `temperror` when DNS gave no answer. */
type DkimVerdict = 'pass' | 'fail' | 'none' | 'temperror';

/** What the verifier says of a signature; its types lack that the signature covers a part of the body alone. */
type Result = {
  signingDomain?: string;
  canonBodyLengthLimited?: boolean;
  /** `From: Subject: Date`: what the signature covers. */
  signingHeaders?: { keys?: string };
  status: { result: string };
};

/** A mail with more signatures is none that anybody sends: each would be a question to DNS. */
const mostSignatures = 10;

/** Verifies DKIM signatures. `resolver` is the real DNS; tests replace it. */
@Injectable()
export class Dkim {
  resolver: Resolver = (name, type) => resolve(name, type) as Promise<string[] | string[][]>;

  /**
   * A signature counts when its domain is the sender's own or one above it, and it covers the sender and the whole body.
   * It covers the last of several equal fields while readers take the first: a mail with two senders or subjects is
   * forged (RFC 6376, 8.15).
   */
  async verdictOf(raw: Buffer, sender: string): Promise<DkimVerdict> {
    if (isForged(raw)) return 'fail';
    // loaded with the first mail: most processes never read one
    const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
    const { results } = await dkimVerify(raw, { resolver: this.resolver, minBitLength: 1024 });
    const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
    const own = (results as Result[]).filter(({ signingDomain = '', canonBodyLengthLimited, signingHeaders }) => {
      const signer = signingDomain.toLowerCase();
      const isSenders = signer.includes('.') && (domain === signer || domain.endsWith(`.${signer}`));
      return isSenders && !canonBodyLengthLimited && /(?:^|:)\s*from\s*(?::|$)/i.test(signingHeaders?.keys ?? '');
    });
    const verdicts = own.map(({ status }) => status.result);
    if (verdicts.includes('pass')) return 'pass';
    if (verdicts.includes('temperror')) return 'temperror';
    return verdicts.some((verdict) => verdict !== 'none') ? 'fail' : 'none';
  }
}

/** The fields that a mail has at most once (RFC 5322, 3.6; RFC 2045, 3), of which a second one would be read or shown. */
const once = ['from', 'subject', 'date', 'message-id', 'content-type', 'content-transfer-encoding'];

/** Whether a mail has a field twice that it has once, or more signatures than anybody sends. */
export function isForged(raw: Buffer): boolean {
  const names = [...headOf(raw).matchAll(/^([\w-]{1,76})[ \t]{0,9}:/gm)].map(([, name]) => name!.toLowerCase());
  return (
    names.filter((name) => name === 'dkim-signature').length > mostSignatures ||
    once.some((name) => names.indexOf(name) !== names.lastIndexOf(name))
  );
}

/** The domains in the signatures of a raw mail (`d=`), each once, in small letters. Nothing says that one is right. */
export function signingDomains(raw: Buffer): string[] {
  const fields = headOf(raw).matchAll(/^dkim-signature[ \t]{0,9}:[^\n]*(?:\n[ \t][^\n]*)*/gim);
  const domains = [...fields].map(([field]) => /[;:\s]d\s{0,9}=\s{0,9}([a-z0-9.-]{1,253})/i.exec(field)?.[1]);
  return [...new Set(domains.map((domain) => domain?.toLowerCase() ?? ''))];
}

/** The head of a raw mail. */
function headOf(raw: Buffer): string {
  const text = raw.toString('latin1');
  const end = text.search(/\n\r?\n/);
  return end < 0 ? text : text.slice(0, end);
}
