import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { nationalityName } from '../../shared/countries.js';

/** A row of one of the form's lists. */
export type Option = { value: string; text: string };

const numbered = (texts: string[]): Option[] => texts.map((text, index) => ({ value: String(index + 1), text }));

export const sexes = numbered(['MALE', 'FEMALE']);
export const modes = numbered(['AIR', 'LAND', 'SEA']);

export const stays: readonly Option[] = [
  { value: '01', text: 'HOTEL/MOTEL/REST HOUSE' },
  { value: '02', text: 'RESIDENCE OF FRIENDS/RELATIVES' },
  { value: '99', text: 'OTHERS' },
];

export const states: readonly Option[] = [
  'JOHOR',
  'KEDAH',
  'KELANTAN',
  'MELAKA',
  'NEGERI SEMBILAN',
  'PAHANG',
  'PULAU PINANG',
  'PERAK',
  'PERLIS',
  'SELANGOR',
  'TERENGGANU',
  'SABAH',
  'SARAWAK',
  'WP KUALA LUMPUR',
  'WP LABUAN',
  'WP PUTRAJAYA',
].map((text, index) => ({ value: String(index + 1).padStart(2, '0'), text }));

/** The cities that were seen on the form. Every other state has the row of the state itself alone. */
const seenCities: Record<string, string> = {
  '01': '0101 BATU PAHAT|0109 KLUANG|0113 MERSING|0114 MUAR|0116 PONTIAN|0117 SEGAMAT|0118 JOHOR BAHRU|0119 KULAI|0120 TANGKAK',
  '10': '1024 PETALING JAYA|1035 SEPANG|1038 SHAH ALAM|1039 SUBANG JAYA|1052 CYBERJAYA',
  '14': '1401 KUALA LUMPUR|1402 CHERAS|1403 BATU CAVES',
};

/** The cities of a state; undefined when there is no such state. */
export function citiesOf(code: string): Option[] | undefined {
  const state = states.find(({ value }) => value === code);
  if (!state) return undefined;
  const whole = { value: `${code}00`, text: state.text.replace('WP KUALA LUMPUR', 'W.PERSEKUTUAN') };
  const seen = seenCities[code]?.split('|') ?? [];
  return [whole, ...seen.map((city) => ({ value: city.slice(0, 4), text: city.slice(5) }))];
}

/** Codes in the form's lists of countries that are no country's in ISO 3166-1, with plain names where they have none elsewhere. */
const specialCountries: Record<string, string> = {
  GBN: '',
  GBO: '',
  GBP: '',
  GBS: '',
  GBD: '',
  KOS: 'KOSOVO',
  RKS: '',
  ROM: 'ROMANIA',
  TMP: 'EAST TIMOR',
  ZAR: 'ZAIRE',
  ZIM: 'ZIMBABWE',
  PAL: 'PALESTINE',
  FYR: 'MACEDONIA',
  SER: 'SERBIA',
  SCG: 'SERBIA AND MONTENEGRO',
  YUG: 'YUGOSLAVIA',
  XXA: '',
  XXB: '',
  XXC: '',
  XXX: '',
  UNA: '',
  UNH: 'UNITED NATIONS HIGH COMMISSIONER',
  UNO: '',
  EUE: '',
};

const byText = (a: Option, b: Option) => a.text.localeCompare(b.text, 'en') || a.value.localeCompare(b.value);

export const countries: readonly Option[] = [
  ...isoCodes
    .map(([, alpha3]) => ({ value: alpha3!, text: nationalityName(alpha3!) }))
    .filter(({ value, text }) => value !== text),
  ...Object.entries(specialCountries).map(([value, name]) => ({ value, text: name || nationalityName(value) })),
].toSorted(byText);

/** Regions with a dialling code that have no code in ISO 3166-1. */
const otherRegions: Record<string, string> = { AC: 'ASCENSION ISLAND', TA: 'TRISTAN DA CUNHA', XK: 'KOSOVO' };
const alpha3Of = new Map([...isoCodes.map(([alpha2, alpha3]) => [alpha2!, alpha3!] as const), ['XK', 'RKS']]);

type Region = Option & { country: string };

/** Dialling codes, of which several regions share some. */
const regions: readonly Region[] = getCountries()
  .map((alpha2) => {
    const value: string = getCountryCallingCode(alpha2);
    const country = alpha3Of.get(alpha2) ?? alpha2;
    return { value, country, text: `${otherRegions[alpha2] ?? nationalityName(country)} (+${value})` };
  })
  .toSorted(byText);

/** The regions, of which that of the country is selected: its place in the list, -1 when the country has none. */
export function regionsFor(country: string): { rows: readonly Option[]; selected: number } {
  return { rows: regions, selected: regions.findIndex((region) => region.country === country) };
}
