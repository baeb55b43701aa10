import { expect, test } from '@jest/globals';
import { isHosted } from '../../src/platform/hosting-networks.js';

test('servers sit in data centres, whatever way their address is written', () => {
  for (const ip of ['3.5.140.1', '34.64.1.2', '::ffff:40.94.20.1']) expect([ip, isHosted(ip)]).toEqual([ip, true]);
  for (const ip of ['127.0.0.1', '203.0.113.9', '', 'unknown', 'fe80::1%eth0'])
    expect([ip, isHosted(ip)]).toEqual([ip, false]);
});

test('people behind iCloud Private Relay and WARP stay people, although Akamai, Cloudflare and Fastly run the addresses', () => {
  for (const ip of [
    '172.224.224.1', '172.225.10.1', '172.226.4.1', '104.28.0.1', '104.28.255.254', '146.75.128.1', '146.75.255.1',
    '140.248.17.5', '2a02:26f7::1', '2a02:26f7:c9c8:4000::1', '2606:54c0::1', '2606:54c0:7680:a8::1', '2a09:bac1::1',
  ])
    expect([ip, isHosted(ip)]).toEqual([ip, false]);
}); // prettier-ignore
