import { describe, expect, test } from '@jest/globals';
import { isCallable } from '../../src/platform/phone.js';
import { nationalities } from '../../src/shared/countries.js';
import { needsNoCard } from '../../src/shared/card-free-nationalities.js';
import { meantDomain } from '../../src/shared/mistyped-domain.js';
import { checkDigit, isMrzRight } from '../../src/shared/mrz.js';
import { type CheckFacts, type CheckId, checkIds, failedChecks } from '../../src/shared/order-checks.js';

/** The specimen of ICAO 9303, part 4. */
const specimen = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const;

const good: CheckFacts = {
  name: 'Anna Maria Eriksson',
  passport: 'L898902C3',
  expiry: '2031-01-31',
  mrz: specimen.join('\n'),
  nationality: 'SWE',
  isNationality: true,
  born: '1974-08-12',
  arrival: '2026-03-04',
  departure: '2026-03-18',
  postCode: '50450',
  callable: true,
  email: 'anna@gmail.com',
  doubled: false,
  today: '2026-03-02',
};

/** Forty-four faults, each with the one check that it fails. */
const faults: [CheckId, Partial<CheckFacts>][] = [
  ['passport-expired', { expiry: '2026-03-03' }],
  ['passport-expired', { expiry: '2020-01-01' }],
  ['passport-expired', { expiry: '2026-03-01', arrival: '2026-03-02' }],
  ['passport-short', { expiry: '2026-03-04' }],
  ['passport-short', { expiry: '2026-09-03' }],
  ['passport-short', { arrival: '2026-08-31', departure: null, expiry: '2027-02-27' }],
  ['passport-number', { passport: 'L898902C3L898' }],
  ['passport-number', { passport: 'L8989O2С3' }],
  ['passport-number', { passport: 'L898902-C3' }],
  ['passport-number', { passport: '护照12345' }],
  ['passport-number', { passport: 'Ｌ８９８９０２' }],
  ['mrz', { mrz: specimen[1].replace('L898902C36', 'L898903C36') }],
  ['mrz', { mrz: specimen[1].replace('7408122', '7408132') }],
  ['mrz', { mrz: specimen[1].replace('1204159', '1204158') }],
  ['mrz', { mrz: specimen[1].slice(0, 40) }],
  ['mrz', { mrz: 'not read' }],
  ['nationality', { nationality: 'ATLANTIS', isNationality: false }],
  ['birth-date', { born: '2026-03-03' }],
  ['birth-date', { born: '2074-08-12' }],
  ['birth-date', { born: '1906-03-01' }],
  ['no-card-needed', { nationality: 'SGP' }],
  ['no-card-needed', { nationality: 'MYS' }],
  ['no-card-needed', { nationality: 'sgp' }],
  ['arrival-past', { arrival: '2026-03-01' }],
  ['arrival-past', { arrival: '2026-01-04', departure: '2026-02-01' }],
  ['long-stay', { departure: '2026-06-03' }],
  ['long-stay', { departure: '2027-01-01' }],
  ['postcode', { postCode: '5045' }],
  ['postcode', { postCode: '504500' }],
  ['postcode', { postCode: '5O450' }],
  ['postcode', { postCode: 'Kuala Lumpur' }],
  ['phone', { callable: isCallable('+44', '123') }],
  ['phone', { callable: isCallable('+60', '000000000') }],
  ['phone', { callable: isCallable('', 'call my wife') }],
  ['address', { email: 'anna@gmial.com' }],
  ['address', { email: 'anna@gmail.con' }],
  ['address', { email: 'anna@hotmal.com' }],
  ['address', { email: 'anna@yahooo.com' }],
  ['address', { email: 'Anna@OUTLOK.com' }],
  ['address', { email: 'anna@icluod.com' }],
  ['doubled', { doubled: true }],
  ['one-word', { name: 'Sukarno' }],
  ['one-word', { name: ' محمد ' }],
  ['one-word', { name: 'Анна' }],
]; // prettier-ignore

describe('the checks before submission', () => {
  test.each(faults.map(([id, fault]) => [id, JSON.stringify(fault), fault] as const))('%s: %s', (id, _said, fault) => {
    expect(failedChecks({ ...good, ...fault })).toEqual([id]);
  });

  test('forty-four faults, of every check', () => {
    expect(faults).toHaveLength(44);
    expect(new Set(faults.map(([id]) => id))).toEqual(new Set(checkIds));
  });

  test('a thousand good orders of every nationality and script fail none', () => {
    const names = [
      'Ann Example', 'José Ángel Núñez', 'O’Brien Seán', 'Nguyễn Thị Minh', '王伟', '山田 太郎', 'やまだたろう', '김민준', 'สมชาย', 'محمد الأحمد', 'Анна Петрова', 'Γιώργος Παπαδόπουλος',
      'דוד כהן', 'अमित शर्मा', 'Սարգիս Հակոբյան', 'გიორგი ბერიძე', 'ဒေါ်အောင်ဆန်း', 'ម៉ៅ សេដ្ឋា', 'Ng, Wei', 'J. Smith',
    ]; // prettier-ignore
    const phones = [['+44', '7911123456'], ['44', '07911 123456'], ['', '+8613800138000'], ['United Kingdom', '020 7183 8750'], ['+49', '030 123456'], ['+60', '12-345 6789'], ['', '']] as const; // prettier-ignore
    const mails = ['a@gmail.com', 'b@mail.com', 'c@ymail.com', 'd@qq.com', 'e@163.com', 'f@example.com', 'g@gmx.de', 'h@live.com', 'i@yahoo.co.uk', 'j@gov.my', 'k@me.com', 'l@münchen.example']; // prettier-ignore
    const codes = nationalities.filter(({ code }) => !needsNoCard(code)).map(({ code }) => code);
    const failing = Array.from({ length: 1000 }, (_, n) => {
      const [code, number] = phones[n % phones.length]!;
      const passport = `${'ABCEGKLNPX'[n % 10]}${String(1_000_000 + n * 7919).slice(0, 7)}`;
      const facts: CheckFacts = {
        name: names[n % names.length]!,
        passport: n % 9 === 0 ? `${passport.slice(0, 3)} ${passport.slice(3).toLowerCase()}` : passport,
        expiry: `${2027 + (n % 9)}-${String(1 + (n % 12)).padStart(2, '0')}-15`,
        mrz: n % 3 === 0 ? zoneOf(passport) : null,
        nationality: codes[n % codes.length]!,
        isNationality: true,
        born: n % 7 === 0 ? '2026-03-02' : `${1906 + (n % 119)}-03-02`,
        arrival: `2026-03-${String(2 + (n % 20)).padStart(2, '0')}`,
        departure: n % 4 === 0 ? null : '2026-05-20',
        postCode: n % 5 === 0 ? null : String(10_000 + n * 83).padStart(5, '0'),
        callable: isCallable(code, number),
        email: mails[n % mails.length]!,
        doubled: false,
        today: '2026-03-02',
      };
      return { facts, failed: failedChecks(facts) };
    }).filter(({ failed }) => failed.length > 0);
    expect(failing).toEqual([]);
  });
});

/** The second line of a passport with this number. */
function zoneOf(passport: string): string {
  const with_ = (field: string) => field + String(checkDigit(field));
  const [number, birth, expiry, personal] = [
    with_(passport.padEnd(9, '<')),
    with_('900517'),
    with_('310131'),
    '<'.repeat(15),
  ];
  return `${number}GBR${birth}F${expiry}${personal}${checkDigit(number + birth + expiry + personal)}`;
}

describe('a machine-readable zone', () => {
  test('ICAO’s specimen passes: both lines, in one, the second alone', () => {
    for (const mrz of [
      specimen.join('\n'),
      specimen.join('\r\n'),
      specimen.join(''),
      specimen[1],
      specimen[1].toLowerCase(),
    ])
      expect(isMrzRight(mrz)).toBe(true);
  });

  test('each single wrong digit is caught', () => {
    const [, line] = specimen;
    const wrong = Array.from(line, (sign, at) =>
      /\d/.test(sign)
        ? Array.from('0123456789')
            .filter((digit) => digit !== sign)
            .map((digit) => line.slice(0, at) + digit + line.slice(at + 1))
        : [],
    ).flat();
    expect(wrong.length).toBeGreaterThan(200);
    expect(wrong.filter(isMrzRight)).toEqual([]);
  });
});

test('which domain a mistyped one means', () => {
  expect(meantDomain('a@gmal.com')).toBe('gmail.com');
  expect(meantDomain('a@hotmail.co.uk')).toBeUndefined();
  expect(meantDomain('a@example.com')).toBeUndefined();
});
