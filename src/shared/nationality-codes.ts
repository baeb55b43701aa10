import { nationalities } from './countries.js';

/** ISO 3166-1: each alpha-2 code, and the alpha-3 code behind it; Kosovo has only that of its passports. */
const alpha2 = `
  AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AQ ATA AR ARG AS ASM AT AUT AU AUS AW ABW AX ALA
  AZ AZE BA BIH BB BRB BD BGD BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BL BLM BM BMU BN BRN BO BOL BQ BES
  BR BRA BS BHS BT BTN BV BVT BW BWA BY BLR BZ BLZ CA CAN CC CCK CD COD CF CAF CG COG CH CHE CI CIV CK COK
  CL CHL CM CMR CN CHN CO COL CR CRI CU CUB CV CPV CW CUW CX CXR CY CYP CZ CZE DE DEU DJ DJI DK DNK DM DMA
  DO DOM DZ DZA EC ECU EE EST EG EGY EH ESH ER ERI ES ESP ET ETH FI FIN FJ FJI FK FLK FM FSM FO FRO FR FRA
  GA GAB GB GBR GD GRD GE GEO GF GUF GG GGY GH GHA GI GIB GL GRL GM GMB GN GIN GP GLP GQ GNQ GR GRC GS SGS
  GT GTM GU GUM GW GNB GY GUY HK HKG HM HMD HN HND HR HRV HT HTI HU HUN ID IDN IE IRL IL ISR IM IMN IN IND
  IO IOT IQ IRQ IR IRN IS ISL IT ITA JE JEY JM JAM JO JOR JP JPN KE KEN KG KGZ KH KHM KI KIR KM COM KN KNA
  KP PRK KR KOR KW KWT KY CYM KZ KAZ LA LAO LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU LU LUX LV LVA
  LY LBY MA MAR MC MCO MD MDA ME MNE MF MAF MG MDG MH MHL MK MKD ML MLI MM MMR MN MNG MO MAC MP MNP MQ MTQ
  MR MRT MS MSR MT MLT MU MUS MV MDV MW MWI MX MEX MY MYS MZ MOZ NA NAM NC NCL NE NER NF NFK NG NGA NI NIC
  NL NLD NO NOR NP NPL NR NRU NU NIU NZ NZL OM OMN PA PAN PE PER PF PYF PG PNG PH PHL PK PAK PL POL PM SPM
  PN PCN PR PRI PS PSE PT PRT PW PLW PY PRY QA QAT RE REU RO ROU RS SRB RU RUS RW RWA SA SAU SB SLB SC SYC
  SD SDN SE SWE SG SGP SH SHN SI SVN SJ SJM SK SVK SL SLE SM SMR SN SEN SO SOM SR SUR SS SSD ST STP SV SLV
  SX SXM SY SYR SZ SWZ TC TCA TD TCD TF ATF TG TGO TH THA TJ TJK TK TKL TL TLS TM TKM TN TUN TO TON TR TUR
  TT TTO TV TUV TW TWN TZ TZA UA UKR UG UGA UM UMI US USA UY URY UZ UZB VA VAT VC VCT VE VEN VG VGB VI VIR
  VN VNM VU VUT WF WLF WS WSM XK RKS YE YEM YT MYT ZA ZAF ZM ZMB ZW ZWE`;

/**
 * Other codes of a country, and the country: those that ISO 3166-3 withdrew where one country followed, those of ICAO 9303
 * beside alpha-3, and those in common use. A country that became several ones (AN, SU, YU) is none of them.
 */
const otherCodes = `
  D DEU XKK RKS XAA XXA UK GBR EL GRC XKX RKS ROM ROU
  AFI DJI BU MMR BUR MMR BYS BLR DD DEU DDR DEU DHY BEN DY BEN FX FRA FXX FRA HV BFA HVO BFA NH VUT NHB VUT
  PCZ PAN PZ PAN RH ZWE RHO ZWE SKM IND TMP TLS TP TLS VD VNM VDR VNM YD YEM YMD YEM ZAR COD ZR COD`;

/** Other names of a country, as `plain` writes them. */
const otherNames = {
  ARE: ['EMIRATES', 'UAE'],
  BOL: ['BOLIVIA PLURINATIONAL STATE OF', 'PLURINATIONAL STATE OF BOLIVIA'],
  BRN: ['BRUNEI DARUSSALAM'],
  CHN: ['PEOPLES REPUBLIC OF CHINA', 'MAINLAND CHINA', 'PR CHINA', 'PRC'],
  CIV: ['IVORY COAST'],
  COD: ['CONGO DEMOCRATIC REPUBLIC OF', 'CONGO KINSHASA', 'DR CONGO', 'DRC', 'ZAIRE'],
  COG: ['CONGO', 'REPUBLIC OF CONGO', 'CONGO BRAZZAVILLE'],
  CPV: ['CABO VERDE'],
  CZE: ['CZECHIA'],
  DEU: ['FEDERAL REPUBLIC OF GERMANY'],
  FLK: ['FALKLAND ISLANDS MALVINAS'],
  FSM: ['MICRONESIA FEDERATED STATES OF', 'FEDERATED STATES OF MICRONESIA'],
  GBR: [
    'GREAT BRITAIN',
    'BRITAIN',
    'ENGLAND',
    'SCOTLAND',
    'WALES',
    'NORTHERN IRELAND',
    'UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND',
  ],
  GMB: ['REPUBLIC OF GAMBIA'],
  HKG: ['HONG KONG SAR'],
  IRL: ['REPUBLIC OF IRELAND'],
  IRN: ['IRAN ISLAMIC REPUBLIC OF', 'ISLAMIC REPUBLIC OF IRAN'],
  KOR: ['REPUBLIC OF KOREA', 'KOREA REPUBLIC OF', 'KOREA SOUTH', 'SOUTH KOREA'],
  LAO: ['LAO PEOPLES DEMOCRATIC REPUBLIC', 'LAO PDR'],
  MAC: ['MACAU', 'MACAO SAR', 'MACAU SAR'],
  MAF: ['SAINT MARTIN FRENCH PART'],
  MDA: ['MOLDOVA REPUBLIC OF', 'REPUBLIC OF MOLDOVA'],
  MKD: ['MACEDONIA', 'REPUBLIC OF NORTH MACEDONIA'],
  MMR: ['BURMA'],
  NLD: ['HOLLAND', 'NETHERLANDS KINGDOM OF', 'KINGDOM OF NETHERLANDS'],
  PCN: ['PITCAIRN ISLANDS'],
  PRK: ['NORTH KOREA', 'KOREA NORTH', 'KOREA DEMOCRATIC PEOPLES REPUBLIC OF', 'DEMOCRATIC PEOPLES REPUBLIC OF KOREA'],
  PSE: ['STATE OF PALESTINE', 'PALESTINE STATE OF', 'PALESTINE'],
  RUS: ['RUSSIA', 'RUSSIAN FEDERATION'],
  SHN: ['SAINT HELENA'],
  SWZ: ['SWAZILAND'],
  SXM: ['SINT MAARTEN DUTCH PART'],
  SYR: ['SYRIAN ARAB REPUBLIC'],
  TLS: ['EAST TIMOR'],
  TUR: ['TURKEY', 'REPUBLIC OF TURKIYE'],
  TWN: ['TAIWAN', 'TAIWAN PROVINCE OF CHINA'],
  TZA: ['TANZANIA', 'TANZANIA UNITED REPUBLIC OF', 'UNITED REPUBLIC OF TANZANIA'],
  USA: ['UNITED STATES'],
  VAT: ['HOLY SEE', 'HOLY SEE VATICAN CITY STATE', 'VATICAN'],
  VEN: ['VENEZUELA BOLIVARIAN REPUBLIC OF', 'BOLIVARIAN REPUBLIC OF VENEZUELA'],
  VGB: ['VIRGIN ISLANDS BRITISH'],
  VIR: ['VIRGIN ISLANDS US', 'UNITED STATES VIRGIN ISLANDS'],
  VNM: ['VIET NAM', 'SOCIALIST REPUBLIC OF VIETNAM'],
} as const;

/** Every code that means a nationality → the code that is kept for it: one for each country and each special status. */
export const keptCodes: ReadonlyMap<string, string> = new Map([
  ...nationalities.map(({ code }) => [code, code] as const),
  ...pairs(alpha2),
  ...pairs(otherCodes),
]);

/** The code of those whose nationality names nobody's country: ICAO's for an unspecified one. */
export const noCountry = 'XXX';

const namedCodes: ReadonlyMap<string, string> = new Map([
  ...nationalities.map(({ code, name }) => [plain(name), keptCodes.get(code)!] as const),
  ...Object.entries(otherNames).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
]);

/**
 * The code of a nationality that somebody wrote: ISO's alpha-2 or alpha-3, a special code of ICAO 9303, an older code, or
 * the name of the country in English. Ignores case, marks, dots and `The`. Undefined for any other word.
 */
export function nationalityCode(text: string): string | undefined {
  const told = plain(text);
  return keptCodes.get(told) ?? namedCodes.get(told);
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
