import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is routed on the internet; addresses outside lead to networks of their own. */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/**
 * Whether an address is one of the internet: not of this machine, not private, not of a provider's internal network,
 * and no IPv6 address that stands for such an IPv4 address. A text that is no address is none.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;

  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return false;
  return plain instanceof ipaddr.IPv4 || plain.match(globalUnicast, 3);
}

/** Whether an address is of this machine. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
