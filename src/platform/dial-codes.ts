import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { keptCodes, nationalityCode } from './nationality-codes.js';

/** Countries without numbers of their own, which libphonenumber does not know, and whose code they would use. */
const borrowed = { ATA: '672', ATF: '262', BVT: '47', HMD: '672', PCN: '64', SGS: '500', UMI: '1' };

/** Code of a country, as a nationality has it → its dial code. */
const dialCodes: ReadonlyMap<string, string> = new Map([
  ...getCountries().map((country) => [keptCodes.get(country) ?? country, getCountryCallingCode(country)] as const),
  ...Object.entries(borrowed),
]);

/** Places with a dial code that are no country of ISO 3166. */
const otherPlaces: ReadonlyMap<string, CountryCode> = new Map([
  ['ascension island', 'AC'],
  ['tristan da cunha', 'TA'],
  ['northern cyprus', 'TR'],
]);

/**
 * The dial code of a country, `malaysia` → `+60`, by a name or code as a nationality may have (docs/form.md#lookups). An
 * unknown name is returned unchanged.
 */
export function dialCode(country: string): string {
  const place = otherPlaces.get(country.trim().toLowerCase());
  const code = place ? getCountryCallingCode(place) : dialCodes.get(nationalityCode(country) ?? '');
  return code === undefined ? country : `+${code}`;
}
