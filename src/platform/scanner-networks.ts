import { type BlockList, isIP } from 'node:net';
import { isHosted, listOf } from './hosting-networks.js';
import { plainIp } from './location.js';

/** Networks in which mail security alone fetches: Barracuda, Proofpoint, Mimecast and Trend Micro. The list is not complete. */
const scanners = listOf(`
64.235.144.0/20 209.222.80.0/21 67.231.144.0/20 148.163.128.0/19 205.220.160.0/19 185.132.180.0/22 185.183.28.0/22
205.139.110.0/24 205.139.111.0/24 207.211.31.0/24 207.211.41.0/24 63.128.21.0/24 170.10.128.0/20 91.220.42.0/24
146.101.78.0/24 195.130.217.0/24 185.58.84.0/22 150.70.0.0/16 216.104.0.0/19 66.180.80.0/20`);

/** Where Microsoft and Amazon have networks; of these those that `isHosted` knows. */
const clouds = listOf(`
3.0.0.0/8 4.0.0.0/8 13.0.0.0/8 15.0.0.0/8 16.0.0.0/8 18.0.0.0/8 20.0.0.0/8 34.192.0.0/10 35.152.0.0/13 40.64.0.0/10
44.192.0.0/10 50.16.0.0/14 51.104.0.0/14 51.120.0.0/14 51.132.0.0/14 51.140.0.0/14 52.0.0.0/8 54.0.0.0/8 65.52.0.0/14
104.40.0.0/13 104.47.0.0/17 104.208.0.0/13 137.116.0.0/15 168.61.0.0/16 2600:1f00::/24 2406:da00::/24 2a05:d000::/25
2603:1000::/24 2a01:111::/32`);

/** Cogent's, by which scanners of several companies fetch; people sit there too. */
const cogent = listOf('38.0.0.0/8 154.48.0.0/14 149.6.0.0/16 2001:550::/32');

/** Whether mail security alone fetches from the address, at any time. */
export function isScanners(ip: string): boolean {
  return holds(scanners, ip);
}

/**
 * Whether what fetches from the address within minutes after a mail is a scanner rather than its reader: in the clouds of
 * Microsoft and Amazon, and by Cogent. Relays of browsers and ordinary VPNs have other networks.
 */
export function scansNewMail(ip: string): boolean {
  return (isHosted(ip) && holds(clouds, ip)) || holds(cogent, ip);
}

function holds(list: BlockList, ip: string): boolean {
  const address = plainIp(ip);
  const version = isIP(address);
  return version !== 0 && !address.includes('%') && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
