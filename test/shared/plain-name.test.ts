import { expect, test } from '@jest/globals';
import { plainName, withoutMarks } from '../../src/shared/plain-name.js';

test.each([
  ['José Ángel Núñez-O’Łukasz', 'JOSE ANGEL NUNEZ OLUKASZ'],
  ['İbrahim Çelik', 'IBRAHIM CELIK'],
  ['Nguyễn Thị', 'NGUYEN THI'],
  // one spelling in ICAO's table
  ['Strauß Øre', 'STRAUSS OERE'],
  ['STRAUẞ', 'STRAUSS'],
  ['Åse Ærø', 'AASE AEROE'],
  ['Þórður Guðrún', 'THORDUR GUDRUN'],
  ['Đorđe Łoś', 'DORDE LOS'],
  ['Œuvrard Ĳsbrand', 'OEUVRARD IJSBRAND'],
  ['Borġ Ħamrun', 'BORG HAMRUN'],
  ['Áŋŋel Sáŧŧi', 'ANNEL SATTI'],
  ['Əliyev Işıl', 'ELIYEV ISIL'],
  ['Ţepeş Șerban', 'TEPES SERBAN'],
  ['Ǆ Dvořák Čech Ů', 'DZ DVORAK CECH U'],
  // signs
  ['Ng, Wei', 'NG WEI'],
  ['SMITH/JOHN', 'SMITH JOHN'],
  ['J.R. Smith', 'J R SMITH'],
  ['Kealiʻi Mata‘afa O´Neill D`Arcy', 'KEALII MATAAFA ONEILL DARCY'],
  ['Ann “Annie” Lee', 'ANN ANNIE LEE'],
  ['Ann\u200bMarie  Lee', 'ANNMARIE LEE'],
  ['Ａｎｎａ　Ｌｅｅ', 'ANNA LEE'],
  ['Gül·Bahar', 'GUL BAHAR'],
  // other scripts are asked of the customer
  ['Анна', 'АННА'],
  ['王伟', '王伟'],
])('the name %s', (name, plain) => expect(plainName(name)).toBe(plain));

test.each([
  ['DEU', 'Jörg Müller-Groß', 'JOERG MUELLER GROSS'],
  ['AUT', 'Jörg Müller', 'JOERG MUELLER'],
  ['FIN', 'Hämäläinen Åke', 'HAEMAELAEINEN AAKE'],
  ['TUR', 'Gökçe Ünal', 'GOKCE UNAL'],
  ['ESP', 'Agüero Núñez', 'AGUERO NUNEZ'],
])('without a zone, a passport of %s: %s', (nationality, name, plain) => {
  expect(plainName(name, { nationality })).toBe(plain);
});

test.each([
  ['Jörg Müller', ['MUELLER', 'JOERG'], 'JOERG MUELLER'],
  ['Jörg Müller', ['MULLER', 'JORG'], 'JORG MULLER'],
  ['José Muñoz Agüero', ['MUNXXOZ', 'AGUXXERO', 'JOSE'], 'JOSE MUNXXOZ AGUXXERO'],
  ['Søren Åberg', ['ABERG', 'SOREN'], 'SOREN ABERG'],
  ['Anna-Maria Lee', ['LEE', 'ANNAMARIA'], 'ANNAMARIA LEE'],
  ['Anna-Maria Lee', ['LEE', 'ANNA', 'MARIA'], 'ANNA MARIA LEE'],
  ['Seán O’Brien', ['OBRIEN', 'SEAN'], 'SEAN OBRIEN'],
  ['Seán O’Brien', ['O', 'BRIEN', 'SEAN'], 'SEAN O BRIEN'],
  ['Jörg Müller', ['SCHMIDT', 'JOERG'], 'JOERG MUELLER'],
])('%s, whose zone has %j', (name, zone, plain) => {
  expect(plainName(name, { zone: { name: zone }, nationality: 'DEU' })).toBe(plain);
});

test('a zone without the line of the name, and a name with nothing but signs', () => {
  expect(plainName('Jörg Müller', { zone: { name: null }, nationality: 'DEU' })).toBe('JOERG MUELLER');
  expect(plainName(' - . ')).toBe('');
});

test('other texts keep their signs', () =>
  expect(withoutMarks('12 Jalan Ångström, d’Or')).toBe('12 JALAN AANGSTROM, D’OR'));
