import { describe, expect, test } from '@jest/globals';
import isoCountries from 'i18n-iso-countries';
import { nationalities, nationalityName } from '../../src/shared/countries.js';
import { keptCodes, nationalityCode, sameNationality } from '../../src/platform/nationality-codes.js';

describe('nationalityCode', () => {
  test('reads every alpha-2 and alpha-3 code, and the English names of every country', () => {
    for (const [alpha2, alpha3] of Object.entries(isoCountries.getAlpha2Codes())) {
      const kept = alpha3 === 'XKK' ? 'RKS' : alpha3;
      expect([alpha2, nationalityCode(alpha2)]).toEqual([alpha2, kept]);
      expect([alpha3, nationalityCode(alpha3.toLowerCase())]).toEqual([alpha3, kept]);
      // Congo is ISO’s name of one country, and a shorter name of another
      const names = isoCountries.getName(alpha3, 'en', { select: 'all' })!;
      const own = names.filter((name) => !(alpha3 === 'COD' && name === 'Congo'));
      for (const name of own) expect([name, nationalityCode(name)]).toEqual([name, kept]);
    }
  });

  test('reads our own names, each as what has this name', () => {
    for (const { name } of nationalities)
      expect([name, nationalityName(nationalityCode(name) ?? '')]).toEqual([name, name]);
  });

  test.each([
    ['SG', 'SGP'],
    [' us ', 'USA'],
    ['U.S.A.', 'USA'],
    ['the Gambia', 'GMB'],
    ['St. Lucia', 'LCA'],
    ['Trinidad & Tobago', 'TTO'],
    ['Türkiye', 'TUR'],
    ['Côte d’Ivoire', 'CIV'],
    ['D', 'DEU'],
    ['UK', 'GBR'],
    ['ZAR', 'COD'],
    ['ROM', 'ROU'],
    ['BU', 'MMR'],
    // a status of its own, no country
    ['GBD', 'GBD'],
    ['GBN', 'GBN'],
    ['UNO', 'UNO'],
    ['XXA', 'XXA'],
  ])('%s is %s', (text, code) => {
    expect(nationalityCode(text)).toBe(code);
  });

  test.each([
    'Atlantis',
    'QQQ',
    'ZZ',
    'YU',
    'SUN',
    'AN',
    'Korea',
    '',
    'X',
    'toString',
    '__proto__',
    'constructor',
    '新加坡',
  ])('%p is no nationality', (text) => {
    expect(nationalityCode(text)).toBeUndefined();
  });

  test('keeps one code for each name, and that code for itself', () => {
    const kept = [...new Set(keptCodes.values())];
    expect(kept.map((code) => keptCodes.get(code))).toEqual(kept);
    expect(new Set(kept.map(nationalityName)).size).toBe(kept.length);
    expect(new Set(kept.map(nationalityName))).toEqual(new Set(nationalities.map(({ name }) => name)));
  });

  test('knows all codes of a nationality', () => {
    expect(sameNationality('DEU').toSorted()).toEqual(['D', 'DD', 'DDR', 'DE', 'DEU']);
    expect(sameNationality('DE').toSorted()).toEqual(sameNationality('D').toSorted());
    expect(sameNationality('QQQ')).toEqual(['QQQ']);
  });
});
