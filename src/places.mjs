import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The languages whose names of countries are read: those of most travellers to Malaysia. */
const languages =
  'ar bn cs da de el es fa fi fr he hi hu id it ja kk km ko ms nb nl pl pt ro ru sv ta th tr uk ur uz vi zh';
/** Towns with fewer people are left out: their names are those of many places. */
const leastPeople = 10_000;

/**
 * Cuts out of the packages that know postcodes, airports, cities and countries what src/platform/form reads, into dist/form,
 * with the licence that asks to be named.
 */
export async function cutPlaces(root) {
  const load = createRequire(join(root, 'package.json'));
  const target = join(root, 'dist/form');
  await mkdir(target, { recursive: true });
  const write = (name, value) => writeFile(join(target, `${name}.json`), JSON.stringify(value));
  const codes = new Map(load('i18n-iso-countries/codes.json').map(([alpha2, alpha3]) => [alpha2, alpha3]));

  await Promise.all([
    write('postcodes', postcodes(load('malaysia-postcodes').allPostcodes)),
    write('airports', airports(await load('airport-data-js').findAirports({}), codes)),
    write('cities', cities(load('city-timezones').cityMapping)),
    write('country-names', await countryNames(load, codes)),
    writeFile(join(target, 'AIRPORTS-LICENSE'), await airportsLicense(root)),
  ]);
}

/** State → city → its postcodes. */
function postcodes(states) {
  return Object.fromEntries(
    states.map(({ name, city }) => [
      name,
      Object.fromEntries(city.map(({ name: town, postcode }) => [town, postcode.join(' ')])),
    ]),
  );
}

/** Code, name, country and whether it is large, of each airport that has a code and is large or has a timetable. */
function airports(all, codes) {
  return all
    .filter(
      ({ iata, type, scheduled_service: timetable }) => iata && (type === 'large_airport' || timetable === 'TRUE'),
    )
    .filter(({ country_code: country }) => codes.has(country))
    .map(({ iata, airport, country_code: country, type }) => [
      iata,
      airport,
      codes.get(country),
      type === 'large_airport' ? 1 : 0,
    ]);
}

/** Name, country, thousands of people and province of each city. */
function cities(all) {
  return all
    .filter(({ pop }) => pop >= leastPeople)
    .map(({ city, iso3, pop, province }) => [city, iso3, Math.round(pop / 1000), province ?? '']);
}

/** Country → its names in the languages above. */
async function countryNames(load, codes) {
  const names = new Map();
  for (const language of languages.split(' ')) {
    const file = await readFile(load.resolve(`i18n-iso-countries/langs/${language}.json`), 'utf8');
    for (const [alpha2, name] of Object.entries(JSON.parse(file).countries)) {
      const code = codes.get(alpha2);
      names.set(code, new Set([...(names.get(code) ?? []), ...[name].flat()]));
    }
  }
  return Object.fromEntries(Array.from(names, ([code, set]) => [code, [...set]]));
}

/** The licence of the airports, with what it asks for: whose they are, and that they were changed. */
async function airportsLicense(root) {
  const text = await readFile(join(root, 'node_modules/airport-data-js/LICENSE'), 'utf8');
  const credit =
    'airports.json: airport-data-js, https://github.com/aashishvanand/airport-data-js; cut to code, name, country and size.';
  return `${credit}\n\n${text}`;
}
