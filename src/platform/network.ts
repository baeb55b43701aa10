import { isIPv6 } from 'node:net';
import { plainIp } from './location.js';

/**
 * The key by which requests of one network are counted: an IPv4 address, also one mapped into IPv6, or the first 64 bits
 * of an IPv6 address, which is what one customer of a provider has.
 */
export function networkOf(ip: string): string {
  const plain = plainIp(ip);
  if (!isIPv6(plain)) return plain;

  const [head = '', tail] = plain.toLowerCase().split('%')[0]!.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...gap, ...back]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
