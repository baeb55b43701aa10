import { describe, expect, test } from '@jest/globals';
import isoCountries from 'i18n-iso-countries';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { nationalityName } from '../../src/shared/countries.js';
import { dialCode } from '../../src/platform/dial-codes.js';

/** Uninhabited or without numbers of their own: not in the metadata of libphonenumber. */
const borrowed: Record<string, string> = {
  AQ: '+672',
  BV: '+47',
  GS: '+500',
  HM: '+672',
  PN: '+64',
  TF: '+262',
  UM: '+1',
};

describe('dialCode', () => {
  test('knows every country by the name its nationality has, as libphonenumber does', () => {
    const known = new Set<string>(getCountries());
    for (const [alpha3, alpha2] of Object.entries(isoCountries.getAlpha3Codes())) {
      const expected = known.has(alpha2) ? `+${getCountryCallingCode(alpha2 as CountryCode)}` : borrowed[alpha2];
      expect([alpha3, dialCode(nationalityName(alpha3))]).toEqual([alpha3, expected]);
    }
  });

  test('knows countries by their common and official other names', () => {
    for (const code of getCountries()) {
      for (const name of isoCountries.getName(code, 'en', { select: 'all' }) ?? []) {
        const answer = dialCode(name);
        const ofTheOtherCongo = code === 'CD' && name === 'Congo';
        if (answer !== name && !ofTheOtherCongo)
          expect([name, answer]).toEqual([name, `+${getCountryCallingCode(code)}`]);
      }
    }
    expect(dialCode('Turkey')).toBe('+90');
    expect(dialCode('Türkiye')).toBe('+90');
    expect(dialCode('Russian Federation')).toBe('+7');
    expect(dialCode('Viet Nam')).toBe('+84');
    expect(dialCode('USA')).toBe('+1');
    expect(dialCode('UK')).toBe('+44');
    expect(dialCode("Côte d'Ivoire")).toBe('+225');
    expect(dialCode('Bosnia')).toBe('+387');
    expect(dialCode('Ascension Island')).toBe('+247');
  });

  test('ignores case', () => {
    expect(dialCode('malaysia')).toBe('+60');
    expect(dialCode('MALAYSIA')).toBe('+60');
    expect(dialCode(' Malaysia ')).toBe('+60');
  });

  test('answers an unknown name unchanged', () => {
    for (const name of ['Atlantis', ' Atlantis ', '', '+60', 'constructor', '__proto__', 'toString']) {
      expect(dialCode(name)).toBe(name);
    }
  });
});
