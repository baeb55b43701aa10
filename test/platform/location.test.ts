import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { locationOf, plainIp } from '../../src/platform/location.js';

describe('locationOf', () => {
  test('names the country from the shipped file', async () => {
    expect(await locationOf('1.9.0.1')).toBe('Malaysia');
    expect(await locationOf('8.8.8.8')).toBe('United States');
    expect(await locationOf('2001:4860:4860::8888')).not.toBe('');
  });

  test('takes an IPv4 address mapped into IPv6 for what it is', async () => {
    expect(await locationOf('::ffff:1.9.0.1')).toBe('Malaysia');
    expect(await locationOf('::FFFF:8.8.8.8')).toBe('United States');
  });

  test.each([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '100.64.0.1',
    '169.254.1.1',
    'fd00::1',
    'fe80::1%eth0',
    '0.0.0.0',
  ])('is blank for the private address %s', async (ip) => {
    expect(await locationOf(ip)).toBe('');
  });

  test.each(['', 'unknown', '999.1.1.1', '1.9.0', "1.9.0.1' OR 1=1", '::ffff:', '::ffff:1.2.3', '1.9.0.1:443'])(
    'is blank for %j, which is no address',
    async (ip) => {
      expect(await locationOf(ip)).toBe('');
    },
  );
});

describe('locationOf with a city file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'place-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A database with the same row for every address below 128.0.0.0 and no row for the others. */
  function cityFile(name: string, row: Value): string {
    const file = join(folder, name);
    writeFileSync(file, mmdb(row));
    return file;
  }

  test('names city and country from the format of MaxMind and DB-IP', async () => {
    const file = cityFile('maxmind.mmdb', { city: { names: { en: 'Ipoh' } }, country: { iso_code: 'MY' } });
    expect(await locationOf('1.9.0.1', file)).toBe('Ipoh, Malaysia');
    expect(await locationOf('200.1.1.1', file)).toBe('');
    expect(await locationOf('2001:db8::1', file)).toBe('');
  });

  test('names city and country from the format of ip-location-db', async () => {
    expect(await locationOf('1.9.0.1', cityFile('plain.mmdb', { city: 'Ipoh', country_code: 'MY' }))).toBe(
      'Ipoh, Malaysia',
    );
  });

  test('names what there is of them', async () => {
    expect(await locationOf('1.9.0.1', cityFile('country.mmdb', { city: '', country_code: 'MY' }))).toBe('Malaysia');
    expect(await locationOf('1.9.0.1', cityFile('city.mmdb', { city: 'Ipoh', country_code: 'ZZ' }))).toBe('Ipoh');
    expect(await locationOf('1.9.0.1', cityFile('none.mmdb', { country_code: 'a letter' }))).toBe('');
  });

  test('refuses a file that is missing or no database', async () => {
    await expect(locationOf('1.9.0.1', join(folder, 'missing.mmdb'))).rejects.toThrow('missing.mmdb');
    writeFileSync(join(folder, 'text.mmdb'), 'no database');
    await expect(locationOf('1.9.0.1', join(folder, 'text.mmdb'))).rejects.toThrow();
  });
});

describe('plainIp', () => {
  test('strips the prefix of a mapped IPv4 address', () => {
    expect(plainIp('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(plainIp('::FFFF:192.0.2.1')).toBe('192.0.2.1');
  });

  test('spells an IPv6 address in its one short way', () => {
    expect(plainIp('2001:0DB8:0:0:0:0:0:1')).toBe('2001:db8::1');
  });

  test('knows a mapped address in hexadecimal too', () => expect(plainIp('::ffff:c000:201')).toBe('192.0.2.1'));

  test('leaves every other address alone', () => {
    for (const ip of ['192.0.2.1', '2001:db8::1', '::1', 'fe80::1%eth0', 'none', '']) expect(plainIp(ip)).toBe(ip);
  });
});

type Value = string | number | { [key: string]: Value };

/** The smallest MaxMind database: one node of the search tree, whose left branch leads to the row. */
function mmdb(row: Value): Buffer {
  const tree = Buffer.from([0, 0, 1 + 16, 0, 0, 1]);
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'test',
    ip_version: 4,
    node_count: 1,
    record_size: 24,
  };
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), encode(row), marker, encode(metadata)]);
}

/** Strings below 29 bytes, numbers below 256, maps below 29 entries: each one control byte and its content. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.from([(6 << 5) | 1, value]);
  const entries = Object.entries(value).flatMap(([key, inner]) => [encode(key), encode(inner)]);
  return Buffer.concat([Buffer.from([(7 << 5) | (entries.length / 2)]), ...entries]);
}
