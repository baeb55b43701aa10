import { resolve } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

/** Asks DNS for the records of a name, as `dns.promises.resolve`. */
type Resolver = (name: string, type: string) => Promise<string[] | string[][]>;

/** Whether the domain of the sender signed a mail (RFC 6376): `pass`, `fail`, `none`, or `temperror` when DNS gave no answer. */
type DkimVerdict = 'pass' | 'fail' | 'none' | 'temperror';

/** What the verifier says of a signature; its types lack that the signature covers a part of the body alone. */
type Result = { signingDomain?: string; canonBodyLengthLimited?: boolean; status: { result: string } };

/** A mail with more signatures is none that anybody sends: each would be a question to DNS. */
const mostSignatures = 10;

/** Verifies DKIM signatures. `resolver` is the real DNS; tests replace it. */
@Injectable()
export class Dkim {
  resolver: Resolver = (name, type) => resolve(name, type) as Promise<string[] | string[][]>;

  /** A signature counts when its domain is the sender's own or one above it, and it covers the whole body. */
  async verdictOf(raw: Buffer, sender: string): Promise<DkimVerdict> {
    if (signatures(raw) > mostSignatures) return 'fail';
    // loaded with the first mail: most processes never read one
    const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
    const { results } = await dkimVerify(raw, { resolver: this.resolver, minBitLength: 1024 });
    const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
    const own = (results as Result[]).filter(({ signingDomain = '', canonBodyLengthLimited }) => {
      const signer = signingDomain.toLowerCase();
      return signer.includes('.') && (domain === signer || domain.endsWith(`.${signer}`)) && !canonBodyLengthLimited;
    });
    const verdicts = own.map(({ status }) => status.result);
    if (verdicts.includes('pass')) return 'pass';
    if (verdicts.includes('temperror')) return 'temperror';
    return verdicts.some((verdict) => verdict !== 'none') ? 'fail' : 'none';
  }
}

function signatures(raw: Buffer): number {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end < 0 ? raw.length : end).toString('latin1');
  return [...head.matchAll(/^dkim-signature[ \t]{0,9}:/gim)].length;
}
