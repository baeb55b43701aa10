import { keptCodes, nationalityCode } from '../nationality-codes.js';
import { demonyms, metropolitanCodes, otherCountryNames, otherPlaceNames } from './country-spellings.js';
import { formCountries } from './lists.js';
import { statesNamed } from './malaysia.js';
import { keyOf, type Match, resembling, slipOf, wordsOf } from './match.js';
import { airportFile, cityFile, countryNameFile, kept } from './places.js';

const malaysia = 'MYS';
const rows = new Set(formCountries.map(({ code }) => code));

/** Texts that are no place, though they are codes of one. */
const notPlaces = new Set(
  'NA NIL NONE NULL NO YES XXX TBA TBC TBD AIR CAR BUS SEA VAN LAND MALE FEMALE TRAIN FERRY FLIGHT DIRECT SAME OTHER TEST'.split(
    ' ',
  ),
);

/** Words that say nothing about which place it is. */
const noise = new Set(
  `AIRPORT AIRPORTS INTERNATIONAL INTL INT AERODROME TERMINAL TERMINALS FLUGHAFEN AEROPORT AEROPUERTO AEROPORTO OF FROM THE AND
  CITY STATION FERRY CRUISE CENTRE CENTER CHECKPOINT DEPARTURE DEPARTING BORN IN AT BY VIA FLIGHT HARBOUR IMMIGRATION
  T1 T2 T3 T4 T5 CITIZEN PROVINCE NEAR BANDARA`.split(/\s+/),
);

/** Not Turkey: `TR 452` is a flight. */
const flightNumber = /(?<![\p{L}\p{N}])(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])[\s-]?\d{1,4}(?![\p{L}\p{N}])/giu;

/** Letters for a state or province, and the countries that have one: they decide between cities of the same name. */
const provinceCodes = new Map<string, readonly string[]>();
for (const [country, codes] of [
  [
    'USA',
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC',
  ],
  ['CAN', 'AB BC MB NB NL NS NT NU ON PE QC SK YT'],
  ['AUS', 'NSW VIC QLD WA SA TAS NT ACT'],
] as const)
  for (const code of codes.split(' ')) provinceCodes.set(code, [...(provinceCodes.get(code) ?? []), country]);

/**
 * What a phrase may mean: every country that has a place of this name, the likeliest first, and the one that is meant when
 * nothing else is said. `names` says that it is the name of a country.
 */
type Reading = { all: readonly string[]; best: string | undefined; names?: boolean };

const nothing: Reading = { all: [], best: undefined };

/**
 * A city is meant that has so many times the people of any other place of its name. The table lacks small towns: each name
 * may be that of one with so many thousands of people.
 */
const farLarger = 15;
const smallTown = 5;

/** The country that a text means, as nationality or place of birth: a code, a name in many languages, an adjective, a city. */
export function countryOf(text: string): Match {
  return answer(text, false);
}

/**
 * The country of a port of embarkation: as `countryOf`, and by an airport's code or name, a landing, or a route (`SIN-KUL`:
 * the port before Malaysia). Malaysia itself is a result: the sheet marks it.
 */
export function embarkationOf(text: string): Match {
  return answer(text, true);
}

function answer(text: string, withPorts: boolean): Match {
  const written = text.normalize('NFKC').replace(flightNumber, ' ').trim();
  const whole = phrase(written, withPorts);
  if (whole.all.length > 0) return matchIn(whole);
  if (notPlaces.has(keyOf(written))) return { near: /^\p{L}+$/u.test(written) ? shown(codesOf(keyOf(written))) : [] };

  const parts = partsOf(written).map((part, at) => readPart(part, at, withPorts));
  const known = parts.filter(({ reading }) => reading.all.length > 0);
  if (known.length === 0) return similar(keyOf(written));

  const before = withPorts && isRoute(written) ? beforeMalaysia(known.map(({ reading }) => reading)) : undefined;
  if (before) return matchIn(before);
  const reading = together(known.map((part) => part.reading));
  const last = parts.at(-1)!;
  const isWhole = parts.every(({ isRead }) => isRead) || (last.isRead && last.reading.names);
  return isWhole ? matchIn(reading) : { near: shown(reading.best ? [reading.best, ...reading.all] : reading.all) };
}

function matchIn({ all, best }: Reading): Match {
  return best !== undefined && rows.has(best) ? { code: best } : { near: shown(all) };
}

/** The rows of these countries, at most three. */
function shown(codes: readonly string[]): string[] {
  return [...new Set(codes)].filter((code) => rows.has(code)).slice(0, 3);
}

/** What all parts allow. Where they contradict each other, nothing is sure. */
function together(readings: readonly Reading[]): Reading {
  const common = readings[0]!.all.filter((code) => readings.every(({ all }) => all.includes(code)));
  const best = [...new Set(readings.map((reading) => reading.best).filter((code) => code !== undefined))];
  if (common.length === 0) return { all: [...best, ...readings.flatMap(({ all }) => all)], best: undefined };
  const likely = best.filter((code) => common.includes(code));
  return { all: common, best: common.length === 1 ? common[0] : likely.length === 1 ? likely[0] : undefined };
}

/** Whether a text has a sign or word between two places that leads from one to the other. */
function isRoute(text: string): boolean {
  return /-|–|—|>|→|\bto\b/i.test(text) || /^\s*[A-Z]{3}(?:\s*\/\s*[A-Z]{3})+\s*$/.test(text);
}

/** The last port of a route that ends in Malaysia; undefined for one that does not. */
function beforeMalaysia(readings: readonly Reading[]): Reading | undefined {
  const isMalaysia = ({ all, best }: Reading) => (best ?? all[0]) === malaysia;
  if (!isMalaysia(readings.at(-1)!)) return undefined;

  const abroad = readings.filter((reading) => !isMalaysia(reading));
  const last = abroad.at(-1);
  const start = readings.slice(
    0,
    readings.findLastIndex((reading) => !isMalaysia(reading)),
  );
  return last && !start.some(isMalaysia) ? last : undefined;
}

function partsOf(text: string): string[] {
  return text.split(/[,;:()[\]/|>\n→–—-]|\s(?:to|via|from)\s/i).filter((part) => keyOf(part) !== '');
}

/** What a part of a text means, and whether all of its words were read. */
function readPart(part: string, at: number, withPorts: boolean): { reading: Reading; isRead: boolean } {
  const province = at > 0 ? provinceReading(part.trim()) : undefined;
  if (province) return { reading: province, isRead: true };

  const whole = phrase(part, withPorts);
  if (whole.all.length > 0) return { reading: at > 0 ? orProvince(whole, keyOf(part)) : whole, isRead: true };

  const words = wordsOf(part).filter((word) => !isNoise(word));
  if (words.length === 0) return { reading: nothing, isRead: true };
  return readWords(words, withPorts);
}

/** What letters after a place mean: a state or province, or a country with this code. */
function provinceReading(letters: string): Reading | undefined {
  const province = provinceCodes.get(letters);
  return province && { all: [...new Set([...province, ...codesOf(letters)])], best: undefined };
}

/** A name after a place may be its province, though a city has the same name: `London, Ontario`. */
function orProvince(reading: Reading, key: string): Reading {
  const all = [...new Set([...reading.all, ...(provinces().get(key) ?? []).map(({ country }) => country)])];
  return all.length === reading.all.length || reading.names ? reading : { all, best: undefined };
}

/** The longest names first, among the words of a part. */
function readWords(words: readonly string[], withPorts: boolean): { reading: Reading; isRead: boolean } {
  const found: Reading[] = [];
  let unread = 0;
  for (let at = 0; at < words.length;) {
    const province = at > 0 && at === words.length - 1 ? provinceReading(words[at]!) : undefined;
    const length = [4, 3, 2, 1].find(
      (count) =>
        at + count <= words.length &&
        isNamed(words.slice(at, at + count), withPorts, at > 0 && at + count === words.length),
    );
    if (province) found.push(province);
    else if (length) found.push(phrase(words.slice(at, at + length).join(' '), withPorts));
    else unread++;
    at += length ?? 1;
  }
  if (found.length === 0) return { reading: nothing, isRead: false };
  return { reading: { ...together(found), names: false }, isRead: unread === 0 };
}

/** Whether words are a name that can be found within a text. A code of two letters is one at its end alone: `Berlin DE`. */
function isNamed(words: readonly string[], withPorts: boolean, isEnd: boolean): boolean {
  const text = words.join(' ');
  return (text.length > 2 || (isEnd && codesOf(text).length > 0)) && phrase(text, withPorts).all.length > 0;
}

/** Words without meaning here: numbers of flights and terminals too. */
function isNoise(word: string): boolean {
  return noise.has(word) || /^(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])?\d{1,4}[A-Z]?$/.test(word);
}

/** What a whole phrase means. */
function phrase(text: string, withPorts: boolean): Reading {
  const key = keyOf(text);
  if (key === '' || notPlaces.has(key)) return nothing;

  // Mỹ is Vietnamese for the United States, MY is Malaysia
  if (key.length <= 2 && /[^\p{ASCII}]/u.test(text) && /^[A-Z]+$/.test(key)) return nothing;

  const named = countriesNamed(text, key);
  if (key.length <= 3 && /^\p{Script=Latin}+$/u.test(key)) return coded(key, named, withPorts);
  if (named.length > 0) return country(named, placesNamed(key), named);
  const foreign = countryNames().get(key) ?? [];
  // Granada is Spanish for Grenada, and a city in Spain
  if (foreign.length > 0) return country(foreign, placesNamed(key), [...foreign, ...placesNamed(key)]);
  return placed(text, key, withPorts);
}

/** The reading of a country's name, where it is meant if nothing else that counts has this name. */
function country(named: readonly string[], places: readonly string[], counts: readonly string[]): Reading {
  const best = new Set(counts).size === 1 ? named[0] : undefined;
  return { all: [...new Set([...named, ...places])], best, names: true };
}

/** The countries with a city or a province of this name. */
function placesNamed(key: string): string[] {
  return [...(cities().get(key) ?? []), ...(provinces().get(key) ?? [])].map(({ country }) => country);
}

/** A code of a country, of an airport, or letters for a city. Where they mean several countries, none is meant more. */
function coded(key: string, named: readonly string[], withPorts: boolean): Reading {
  const ports = withPorts ? [...(airportCodes().get(key) ?? []), ...(metropolitanCodes.get(key) ?? [])] : [];
  const all = [...new Set([...named, ...(otherPlaceNames.get(key) ?? []), ...ports])];
  if (all.length > 0) {
    const isCountry = named.length === 1 && all.length === 1;
    return { all, best: all.length === 1 ? all[0] : undefined, names: isCountry };
  }
  return placed(key, key, withPorts);
}

/** The countries that a code, a name in English, or an adjective means. */
function countriesNamed(text: string, key: string): readonly string[] {
  const other = otherCountryNames.get(key);
  if (other) return other;
  const code = nationalityCode(text);
  if (code) return [code];
  if (rows.has(key)) return [key];
  return demonyms.get(key) ?? [];
}

/** The countries of a code. */
function codesOf(key: string): string[] {
  const code = keptCodes.get(key) ?? (rows.has(key) ? key : undefined);
  return code === undefined ? [] : [code];
}

/** What a name of a place means: one that is spelled in our own table, a city, an airport, a region. */
function placed(text: string, key: string, withPorts: boolean): Reading {
  const own = otherPlaceNames.get(key);
  if (own) {
    const others = (cities().get(key) ?? []).map(({ country }) => country);
    return { all: [...new Set([...own, ...others])], best: own.length === 1 ? own[0] : undefined };
  }

  const known = placedByTables(text, key, withPorts);
  if (statesNamed(text).length > 0) {
    const all = [...new Set([...known.all, malaysia])];
    return { all, best: all.length === 1 ? malaysia : undefined };
  }
  if (known.all.length > 0) return known;

  const short = withoutNoise(text);
  return short === undefined ? nothing : phrase(short, withPorts);
}

/** A city, else an airport, else a province. */
function placedByTables(text: string, key: string, withPorts: boolean): Reading {
  const city = cityReading(text, key, withPorts);
  if (city.all.length > 0) return city;
  const airport = withPorts ? airportReading(text) : nothing;
  if (airport.all.length > 0) return airport;
  const all = (provinces().get(key) ?? []).map(({ country }) => country);
  return { all, best: all.length === 1 && key.length > 4 ? all[0] : undefined };
}

/** A text without the words that say nothing at its beginning and end; undefined when it has none, or nothing else. */
function withoutNoise(text: string): string | undefined {
  const words = wordsOf(text);
  const first = words.findIndex((word) => !isNoise(word));
  const last = words.findLastIndex((word) => !isNoise(word));
  return first < 0 || last - first + 1 === words.length ? undefined : words.slice(first, last + 1).join(' ');
}

/**
 * The countries with a city of this name. One is meant where its city is far larger than the next one, and than a province of
 * another country with this name; or where it is the largest and alone has an airport of the name. Names of saints are those of
 * too many towns.
 */
function cityReading(text: string, key: string, withPorts: boolean): Reading {
  const same = cities().get(key) ?? [];
  const [largest] = same;
  if (!largest) return nothing;

  const rivals = [...same, ...(provinces().get(key) ?? [])].filter(({ country }) => country !== largest.country);
  const isFar = largest.people >= farLarger * Math.max(smallTown, ...rivals.map(({ people }) => people));
  const ports = withPorts && !isFar ? airportsCalled(key) : [];
  const isPort = ports.length === 1 && ports[0] === largest.country;
  const isSaint = /^(?:SAN|SANTA|SANTO) /.test(wordsOf(text).join(' '));
  return {
    all: [...new Set([...same, ...rivals].map(({ country }) => country))],
    best: (isFar || isPort) && !isSaint ? largest.country : undefined,
  };
}

/** An airport by its name, or by a word that the names of one country's airports alone have. */
function airportReading(text: string): Reading {
  const all = airportNames().get(keyOf(withoutNoise(text) ?? text)) ?? [];
  return { all, best: all.length === 1 ? all[0] : undefined };
}

/** The countries with an airport whose name begins so. */
function airportsCalled(key: string): string[] {
  return [
    ...new Set(
      airportKeys()
        .filter(([name]) => name.startsWith(key))
        .map(([, country]) => country),
    ),
  ];
}

/** The rows whose names resemble a text. Only the name of a country is sure with a slip. */
function similar(key: string): Match {
  const country = resembling(key, englishNames());
  const city = resembling(key, largeCities());
  const all = [...country, ...city].toSorted((a, b) => a.slips - b.slips);
  const codes = [...new Set(all.map(({ code }) => code))];
  const isCountry = country.length === 1 && codes.length === 1;
  return isCountry ? slipOf(key, country) : { near: shown(codes) };
}

/** A city or province of some name in a country, in thousands of people. */
type Place = { country: string; people: number };

/** City → the countries that have one, the largest first. */
const cities = kept(() =>
  placesBy(
    cityFile().map(([name, country, people]) => [name, country, people]),
    Math.max,
  ),
);

/** Province → the countries that have one of this name, the largest first: as many people as its cities have. */
const provinces = kept(() =>
  placesBy(
    cityFile().map(([, country, people, province]) => [province, country, people]),
    (one, other) => one + other,
  ),
);

function placesBy(
  rows: readonly (readonly [name: string, country: string, people: number])[],
  both: (one: number, other: number) => number,
): ReadonlyMap<string, readonly Place[]> {
  const known = new Map<string, Map<string, number>>();
  for (const [name, code, people] of rows.filter(([name]) => name !== '')) {
    const country = keptCodes.get(code) ?? code;
    const same = known.get(keyOf(name)) ?? new Map<string, number>();
    known.set(keyOf(name), same.set(country, both(same.get(country) ?? 0, people)));
  }
  const sorted = (same: Map<string, number>) =>
    Array.from(same, ([country, people]) => ({ country, people })).toSorted((a, b) => b.people - a.people);
  return new Map(Array.from(known, ([key, same]) => [key, sorted(same)]));
}

const largeCities = kept(() =>
  Array.from(cities(), ([key, [largest]]) => [key, largest!] as const)
    .filter(([, { people }]) => people >= 500)
    .map(([key, { country }]) => [key, [country]] as const),
);

/** Names in other languages. Short ones are left to the codes: `Man` is an airport's, too. */
const countryNames = kept(() =>
  gathered(
    Object.entries(countryNameFile()).flatMap(([code, names]) =>
      names
        .map((name) => [keyOf(name), keptCodes.get(code) ?? code] as const)
        .filter(([key]) => key.length > 3 || !/^[A-Z]/.test(key)),
    ),
  ),
);

/** What a slip can be made in: the rows' names, the known others and the adjectives. */
const englishNames = kept(() => [
  ...formCountries
    .filter(({ code }) => keptCodes.get(code) === code)
    .map(({ code, label }) => [keyOf(label), [code]] as const),
  ...otherCountryNames,
  ...demonyms,
]);

/**
 * IATA's code → the airport's country. Against the present code of another country only an airport counts that is large or calls
 * itself international: nobody flies to Malaysia from Laoag when `LAO` is written.
 */
const airportCodes = kept(() =>
  gathered(
    airportFile()
      .filter(([code, name, country, isLarge]) => {
        const isOther = keptCodes.get(code) === code && code !== country;
        return !isOther || isLarge === 1 || /international/i.test(name);
      })
      .map(([code, , country]) => [code, country] as const),
  ),
);

const airportKeys = kept(() => airportFile().map(([, name, country]) => [keyOf(name), country] as const));

/** Names of airports without the words that all have, and the words of large ones that no other country's airports have. */
const airportNames = kept(() => {
  const short = airportFile().map(([, name, country, isLarge]) => {
    const words = wordsOf(name).filter((word) => !isNoise(word));
    return { words, country, isLarge: isLarge === 1 };
  });
  const ofWords = gathered(short.flatMap(({ words, country }) => words.map((word) => [word, country] as const)));
  const own = short
    .filter(({ isLarge }) => isLarge)
    .flatMap(({ words, country }) =>
      words
        .filter((word) => word.length > 4 && ofWords.get(word)!.length === 1)
        .map((word) => [word, country] as const),
    );
  return gathered([...short.map(({ words, country }) => [keyOf(words.join(' ')), country] as const), ...own]);
});

/** Key → all values that it has. */
function gathered(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>();
  for (const [key, value] of pairs) if (key !== '') known.set(key, [...new Set([...(known.get(key) ?? []), value])]);
  return known;
}
