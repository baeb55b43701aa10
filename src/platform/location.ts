import { isIP, isIPv6 } from 'node:net';
import { type CountryResponse, type Reader, open } from 'maxmind';
import { countryFile } from './paths.js';

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A row in the formats of MaxMind and DB-IP (names in maps) and of ip-location-db (plain texts). */
type Row = {
  country_code?: string;
  country?: { iso_code?: string };
  city?: string | { names?: { en?: string } };
};

const databases = new Map<string, Promise<Reader<CountryResponse>>>();

/**
 * The location of an IP address by offline data: `Malaysia`, with a city file `Ipoh, Malaysia`. '' when it is unknown or
 * private, or no IP address. The file is read into memory at the first call and kept.
 * @param file a city file in MaxMind's format, GEOIP_MMDB_PATH; the shipped country file when absent
 * @throws when the file can't be read or is no such database
 */
export async function locationOf(ip: string, file = countryFile): Promise<string> {
  const address = plainIp(ip);
  const version = isIP(address);
  const reader = await database(file);
  if (version === 0 || version > reader.metadata.ipVersion) return '';

  const row = reader.get(address) as Row | null;
  if (!row) return '';

  const city = typeof row.city === 'string' ? row.city : row.city?.names?.en;
  return [city, countryName(row.country_code ?? row.country?.iso_code)].filter(Boolean).join(', ');
}

/**
 * The canonical spelling of an IP address, so that equal addresses are equal texts: without the prefix of an IPv4 address
 * mapped into IPv6 (`::ffff:192.0.2.1` → `192.0.2.1`), and IPv6 shortened and in lower case (`2001:DB8:0::1` →
 * `2001:db8::1`). Any other text is returned unchanged.
 */
export function plainIp(ip: string): string {
  // a zone (`fe80::1%eth0`) is no part of an address
  if (!isIPv6(ip) || ip.includes('%')) return ip;

  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short);
  if (!mapped) return short;
  return mapped.slice(1).flatMap(bytesOf).join('.');
}

/** The two bytes of a group of an IPv6 address. */
function bytesOf(group: string): number[] {
  const value = parseInt(group, 16);
  return [value >> 8, value & 255];
}

function database(file: string): Promise<Reader<CountryResponse>> {
  const opened = databases.get(file) ?? open<CountryResponse>(file);
  databases.set(file, opened);
  return opened;
}

/** '' also for the codes that stand for 'unknown' in such files: ZZ, and what is no code. */
function countryName(code = ''): string {
  return /^(?!ZZ)[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? '') : '';
}
