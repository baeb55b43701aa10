import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placesFolder } from '../paths.js';

/** IATA's code, name, country (alpha-3), and 1 for a large airport. */
type AirportRow = readonly [code: string, name: string, country: string, isLarge: number];
/** Name, country (alpha-3), thousands of people, province. */
type CityRow = readonly [name: string, country: string, people: number, province: string];

/** What the build cut out of packages (src/places.mjs). Each file is read at the first call, and kept. */
export const postcodeFile = once<Record<string, Record<string, string>>>('postcodes');
export const airportFile = once<readonly AirportRow[]>('airports');
export const cityFile = once<readonly CityRow[]>('cities');
export const countryNameFile = once<Record<string, readonly string[]>>('country-names');

function once<T>(name: string): () => T {
  return kept(() => JSON.parse(readFileSync(join(placesFolder, `${name}.json`), 'utf8')) as T);
}

/** A value that is made at the first call. */
export function kept<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
