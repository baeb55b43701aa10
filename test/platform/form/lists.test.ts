import { expect, test } from '@jest/globals';
import { nationalities } from '../../../src/shared/countries.js';
import {
  formCities,
  formCountries,
  formModes,
  formSexes,
  formStates,
  formStays,
  labelOf,
} from '../../../src/platform/form/lists.js';

test('every row has its code once, a label and the day it was read', () => {
  for (const list of [formStates, formModes, formStays, formSexes, formCities, formCountries]) {
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    for (const { label, readOn } of list)
      expect([label, readOn]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/^2026-\d\d-\d\d$/)]);
  }
});

test('the lists have the rows that the form has', () => {
  expect([formStates, formModes, formStays, formSexes].map(({ length }) => length)).toEqual([16, 3, 3, 2]);
  expect(labelOf(formStates, '14')).toBe('WP KUALA LUMPUR');
  expect(labelOf(formStates, '17')).toBeUndefined();
});

test('every city is of a state of the list', () => {
  for (const { code } of formCities)
    expect([code, labelOf(formStates, code.slice(0, 2))]).toEqual([code, expect.any(String)]);
});

test('the countries are those of ISO 3166-1 and the codes that the form has besides', () => {
  const codes = new Set(formCountries.map(({ code }) => code));
  const besides =
    'GBN GBO GBP GBS GBD KOS RKS ROM TMP ZAR ZIM PAL FYR SER SCG YUG XXA XXB XXC XXX UNA UNH UNO EUE'.split(' ');
  for (const code of besides) expect([code, codes.has(code)]).toEqual([code, true]);
  expect(codes.size - besides.length).toBe(249);
  // what only passports, or only we, have
  for (const code of ['D', 'XKK', 'XOM', 'XAA', 'UNK']) expect([code, codes.has(code)]).toEqual([code, false]);
  const all = new Set(nationalities.map(({ code }) => code));
  for (const code of codes) if (!besides.includes(code)) expect([code, all.has(code)]).toEqual([code, true]);
});
