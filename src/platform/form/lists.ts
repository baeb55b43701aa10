import { nationalities } from '../../shared/countries.js';
import { readOn } from '../../shared/form/controls.js';
import { type FormRow, formRows } from '../../shared/form/lists.js';

/**
 * The cities that were seen, each below its state: the first two digits are the state's. The list is known to be incomplete:
 * a city that is not in it is no fault. A row `NN00` is somewhere in the state.
 */
export const formCities = formRows(`
  0100 JOHOR | 0101 BATU PAHAT | 0109 KLUANG | 0113 MERSING | 0114 MUAR | 0116 PONTIAN | 0117 SEGAMAT | 0118 JOHOR BAHRU
  0119 KULAI | 0120 TANGKAK | 1000 SELANGOR | 1024 PETALING JAYA | 1035 SEPANG | 1038 SHAH ALAM | 1039 SUBANG JAYA
  1052 CYBERJAYA | 1400 W.PERSEKUTUAN | 1401 KUALA LUMPUR | 1402 CHERAS | 1403 BATU CAVES`);

/** Old and double codes that the list of countries has, as far as they are known. */
const oldCountries = formRows(`
  KOS KOSOVO (OLD CODE) | ROM ROMANIA (OLD CODE) | TMP EAST TIMOR (OLD CODE) | ZAR ZAIRE (OLD CODE) | ZIM ZIMBABWE (OLD CODE)
  PAL PALESTINE (OLD CODE) | FYR MACEDONIA (OLD CODE) | SER SERBIA (OLD CODE) | SCG SERBIA AND MONTENEGRO | YUG YUGOSLAVIA
  UNH UNITED NATIONS (UNH)`);

/** Codes of passports and of our own for which no row is known. Germany and Kosovo have theirs by other codes. */
const notInForm = 'D UNK XBA XIM XCC XCE XCO XEC XES XMP XOM XPO XDC XCT XAA XKK'.split(' ');

/**
 * The list of nationality, place of birth and embarkation: ISO 3166-1 alpha-3, and codes that the form has besides. Its labels
 * are ours: the form's own texts are read back when it is filled.
 */
export const formCountries: readonly FormRow[] = [
  ...nationalities
    .filter(({ code }) => !notInForm.includes(code))
    .map(({ code, name }) => ({ code, label: name, readOn })),
  ...oldCountries,
];

/** The text of a row; undefined when the list has no such code. */
export function labelOf(list: readonly FormRow[], code: string): string | undefined {
  return list.find((row) => row.code === code)?.label;
}
