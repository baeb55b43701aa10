import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { nationalities } from '../../../src/shared/countries.js';
import { formCities, formCountries, labelOf } from '../../../src/platform/form/lists.js';
import { projectFolder } from '../../../src/platform/paths.js';
import { formModes, formSexes, formStates, formStays } from '../../../src/shared/form/lists.js';

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

test('a row stands in one place, for server and script; the copy of the authority’s pages alone has its own', () => {
  const files = ['src', 'client'].flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
      .map((file) => join(file.parentPath, file.name)),
  );
  const having = (text: string) =>
    files
      .filter((file) => readFileSync(file, 'utf8').includes(text))
      .map((file) => file.slice(projectFolder.length + 1));
  for (const row of ['RESIDENCE OF FRIENDS/RELATIVES', 'WP PUTRAJAYA'])
    expect(having(row).toSorted()).toEqual(['src/embedded/authority/lists.ts', 'src/shared/form/lists.ts']);
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
