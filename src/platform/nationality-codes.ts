import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { nationalities } from '../shared/countries.js';

/**
 * Codes beside ISO's alpha-2 and alpha-3, and the country of each: codes that ISO 3166-3 withdrew in favour of one country,
 * ICAO 9303's own, and codes in common use. Kosovo has the code of its passports. A code whose country split up (AN, SU, YU)
 * is left out.
 */
const otherCodes = `
  D DEU XK RKS XKK RKS XAA XXA UK GBR EL GRC XKX RKS ROM ROU
  AFI DJI BU MMR BUR MMR BYS BLR DD DEU DDR DEU DHY BEN DY BEN FX FRA FXX FRA HV BFA HVO BFA NH VUT NHB VUT
  PCZ PAN PZ PAN RH ZWE RHO ZWE SKM IND TMP TLS TP TLS VD VNM VDR VNM YD YEM YMD YEM ZAR COD ZR COD`;

/** Names of countries that i18n-iso-countries lacks, or gives to another country, as `plain` writes them. */
const otherNames = {
  ARE: ['EMIRATES'],
  BIH: ['BOSNIA'],
  BOL: ['BOLIVIA PLURINATIONAL STATE OF', 'PLURINATIONAL STATE OF BOLIVIA'],
  CHN: ['MAINLAND CHINA', 'PR CHINA', 'PRC'],
  COD: ['CONGO DEMOCRATIC REPUBLIC OF', 'CONGO KINSHASA', 'DR CONGO', 'DRC', 'ZAIRE'],
  COG: ['CONGO', 'CONGO BRAZZAVILLE'],
  CPV: ['CABO VERDE'],
  DEU: ['FEDERAL REPUBLIC OF GERMANY'],
  FSM: ['FEDERATED STATES OF MICRONESIA'],
  GBR: [
    'BRITAIN',
    'ENGLAND',
    'SCOTLAND',
    'WALES',
    'NORTHERN IRELAND',
    'UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND',
  ],
  HKG: ['HONG KONG SAR'],
  IRL: ['REPUBLIC OF IRELAND'],
  IRN: ['IRAN ISLAMIC REPUBLIC OF'],
  KOR: ['KOREA SOUTH'],
  LAO: ['LAO PDR'],
  LBY: ['LIBYAN ARAB JAMAHIRIYA'],
  MAC: ['MACAU', 'MACAO SAR', 'MACAU SAR'],
  MDA: ['REPUBLIC OF MOLDOVA'],
  MKD: ['MACEDONIA'],
  MMR: ['BURMA'],
  NLD: ['HOLLAND', 'KINGDOM OF NETHERLANDS'],
  PRK: ['KOREA NORTH', 'KOREA DEMOCRATIC PEOPLES REPUBLIC OF', 'DEMOCRATIC PEOPLES REPUBLIC OF KOREA'],
  PSE: ['PALESTINE STATE OF', 'PALESTINIAN TERRITORY'],
  SWZ: ['SWAZILAND'],
  TLS: ['EAST TIMOR'],
  TUR: ['REPUBLIC OF TURKIYE'],
  TZA: ['TANZANIA UNITED REPUBLIC OF'],
  VAT: ['HOLY SEE', 'VATICAN'],
  VEN: ['VENEZUELA BOLIVARIAN REPUBLIC OF', 'BOLIVARIAN REPUBLIC OF VENEZUELA'],
  VIR: ['UNITED STATES VIRGIN ISLANDS'],
  VNM: ['VIET NAM', 'SOCIALIST REPUBLIC OF VIETNAM'],
} as const;

/** Every code that means a nationality → the code that is kept for it: one for each country and each special status. */
export const keptCodes: ReadonlyMap<string, string> = new Map([
  ...nationalities.map(({ code }) => [code, code] as const),
  ...isoCodes.flatMap(([alpha2, alpha3]) => [[alpha2!, alpha3!] as const, [alpha3!, alpha3!] as const]),
  ...pairs(otherCodes),
]);

/** ICAO's code for an unspecified nationality. */
export const noCountry = 'XXX';

const namedCodes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(english.countries).flatMap(([alpha2, names]) =>
    [names].flat().map((name) => [plain(name), keptCodes.get(alpha2)!] as const),
  ),
  ...nationalities.map(({ code, name }) => [plain(name), keptCodes.get(code)!] as const),
  ...Object.entries(otherNames).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
]);

/**
 * The code of a nationality that somebody wrote: ISO's alpha-2 or alpha-3, a special code of ICAO 9303, an older code, or
 * the name of the country in English. Ignores case, marks, dots and `The`. Undefined for any other word.
 */
export function nationalityCode(text: string): string | undefined {
  const words = plain(text);
  return keptCodes.get(words) ?? namedCodes.get(words);
}

/** All codes that mean the same nationality as this one; the code alone when it means none. */
export function sameNationality(code: string): string[] {
  const kept = keptCodes.get(code);
  return kept === undefined ? [code] : [...keptCodes].filter(([, other]) => other === kept).map(([one]) => one);
}

/** In capitals, with a blank between words alone, and single letters written together: `U.S.A.` is `USA`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .replace(/&/g, ' AND ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .replace(/\bTHE\b/g, ' ')
    .replace(/\bST (?=\p{L})/gu, 'SAINT ')
    .replace(/\b(\p{L}) (?=\p{L}\b)/gu, '$1')
    .replace(/ +/g, ' ')
    .trim();
}

/** The words of a table, two by two. */
function pairs(table: string): [string, string][] {
  const words = table.trim().split(/\s+/);
  return words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]!]] : []));
}
