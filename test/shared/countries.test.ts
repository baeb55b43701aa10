import { describe, expect, test } from '@jest/globals';
import isoCountries from 'i18n-iso-countries';
import { nationalities, nationalityName } from '../../src/shared/countries.js';

/** The special codes of ICAO 9303, and those that travel documents use beside it. */
const specialCodes =
  'D EUE GBD GBN GBO GBP GBS RKS UNO UNA UNK XAA XBA XIM XCC XCE XCO XEC XES XMP XOM XPO XXA XXB XXC XXX XCT XDC'.split(
    ' ',
  );

describe('nationalities', () => {
  test('are all of ISO 3166-1 alpha-3 and the special codes of travel documents, once each', () => {
    const codes = nationalities.map(({ code }) => code);
    expect(codes.toSorted()).toEqual([...Object.keys(isoCountries.getAlpha3Codes()), ...specialCodes].toSorted());
  });

  test('have upper-case names that a plain keyboard can type', () => {
    for (const { name } of nationalities) expect(name).toMatch(/^[A-Z][A-Z ,.'()0-9-]+$/);
  });

  test('two share a name only when they mean the same people', () => {
    const names = nationalities.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual(['GERMANY', 'KOSOVO', 'STATELESS PERSON']);
  });

  test('have the names that the countries go by', () => {
    const others = Object.keys(isoCountries.getAlpha3Codes())
      .filter(
        (code) => !isoCountries.getName(code, 'en', { select: 'all' })!.map(plain).includes(nationalityName(code)),
      )
      .map((code) => [code, nationalityName(code)]);
    expect(Object.fromEntries(others)).toEqual(shortened);
  });
});

/** Countries for which the library has only a longer form. */
const shortened = {
  BRN: 'BRUNEI',
  FLK: 'FALKLAND ISLANDS',
  FSM: 'MICRONESIA',
  LAO: 'LAOS',
  MAF: 'SAINT MARTIN',
  MDA: 'MOLDOVA',
  SHN: 'SAINT HELENA, ASCENSION AND TRISTAN DA CUNHA',
  SXM: 'SINT MAARTEN',
  SYR: 'SYRIA',
  VAT: 'VATICAN CITY',
  VGB: 'BRITISH VIRGIN ISLANDS',
  VIR: 'US VIRGIN ISLANDS',
};

function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

describe('nationalityName', () => {
  test.each([
    ['MYS', 'MALAYSIA'],
    ['GBR', 'UNITED KINGDOM'],
    ['IND', 'INDIA'],
    ['CHN', 'CHINA'],
    ['D', 'GERMANY'],
    ['XXA', 'STATELESS PERSON'],
    ['XXB', 'REFUGEE (1951 CONVENTION)'],
    ['UNO', 'UNITED NATIONS ORGANIZATION OFFICIAL'],
  ])('%s is %s', (code, name) => {
    expect(nationalityName(code)).toBe(name);
  });

  test('ignores case', () => {
    for (const { code, name } of nationalities) {
      expect(nationalityName(code.toLowerCase())).toBe(name);
      expect(nationalityName(code[0]! + code.slice(1).toLowerCase())).toBe(name);
    }
  });

  test('answers an unknown code unchanged', () => {
    for (const code of ['QQQ', 'qqq', '', 'Malaysia', 'toString', '__proto__', 'constructor']) {
      expect(nationalityName(code)).toBe(code);
    }
  });
});
