import { isForged, signingDomains } from './dkim.js';

/** The domain of an address, in small letters; undefined for none, as in the envelope of a report. */
function domainOf(address: string | undefined): string | undefined {
  const [, domain] = /@([a-z0-9.-]{1,253})>?\s*$/i.exec(address ?? '') ?? [];
  return domain?.toLowerCase();
}

function listOf(domains: (string | undefined)[]): string[] {
  return [...new Set(domains.filter((domain) => domain !== undefined))];
}

/**
 * The domains that SendGrid vouches for: those of signatures that pass (`{@example.com : pass}`, its field `dkim`), and
 * that of the envelope when SPF passes.
 */
export function vouchedBySendgrid(said: { dkim?: string; spf: string | null; from?: string }): string[] {
  const signers = [...(said.dkim ?? '').matchAll(/@([a-z0-9.-]{1,253})\s*:\s*(\w+)/gi)];
  return listOf([
    ...signers.filter(([, , verdict]) => verdict!.toLowerCase() === 'pass').map(([, domain]) => domain!.toLowerCase()),
    said.spf === 'pass' ? domainOf(said.from) : undefined,
  ]);
}

/**
 * The domains that SES vouches for: that of the envelope when SPF passes, and the signer's when DKIM passes. SES does not
 * say which signature passed, so a mail that several domains signed counts for none of them.
 */
export function vouchedBySes(said: { dkim: string | null; spf: string | null; from?: string }, raw: Buffer): string[] {
  const [signer, ...others] = said.dkim === 'pass' ? signingDomains(raw) : [];
  return listOf([others.length === 0 ? signer : undefined, said.spf === 'pass' ? domainOf(said.from) : undefined]);
}

/** Whether a domain is another one, or below it. */
function isOf(domain: string, other: string): boolean {
  return domain === other || domain.endsWith(`.${other}`);
}

/** The vouched domains that are those of these senders, their addresses or `@domain`, or below them. */
export function domainsOf(vouched: readonly string[], senders: readonly string[]): string[] {
  const own = listOf(senders.map(domainOf));
  return vouched.filter((domain) => own.some((one) => isOf(domain, one)));
}

/**
 * Whether the provider proves who sent a mail: DMARC passes, or a domain that it vouches for is the sender's, above it or
 * below it. Of a mail with two senders it may have read the other one, so nothing proves that.
 * @param vouched domains of the authority alone (`domainsOf`): one above it may be anybody's, such as `gov.my`
 */
export function provesSender(
  { dmarc, vouched }: { dmarc: string | null; vouched: readonly string[] },
  raw: Buffer,
  sender: string,
): boolean {
  const domain = domainOf(sender);
  if (domain === undefined || isForged(raw)) return false;
  return dmarc === 'pass' || vouched.some((one) => isOf(one, domain) || isOf(domain, one));
}
