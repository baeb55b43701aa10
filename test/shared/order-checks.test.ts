import { describe, expect, test } from '@jest/globals';
import { isCallable } from '../../src/platform/phone.js';
import { nationalities } from '../../src/shared/countries.js';
import { needsNoCard } from '../../src/shared/card-free-nationalities.js';
import { isMailable } from '../../src/shared/mail-address.js';
import { meantDomain } from '../../src/shared/mistyped-domain.js';
import { hasTitle } from '../../src/shared/name-titles.js';
import { checkDigit, isMrzRight, readZone } from '../../src/shared/mrz.js';
import { type CheckFacts, type CheckId, checkIds, failedChecks, sayingsOf } from '../../src/shared/order-checks.js';

/** The specimen of ICAO 9303, part 4. */
const specimen = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const;

/** The specimens of parts 5 and 6, and the first with a number of more than nine signs. */
const card = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
] as const;
const longCard = [
  'I<UTOD23145890<7349<<<<<<<<<<<',
  '3407127M9507122UTO<<<<<<<<<<<2',
  'STEVENSON<<PETER<JOHN<<<<<<<<<',
] as const;
const other = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'] as const;

/** A zone that is right, and an order that it agrees with. */
const zone = ['P<GBRERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36GBR7408122F3104150ZE184226B<<<<<16'].join(
  '\n',
);
const read: Partial<CheckFacts> = { mrz: zone, zoneNationality: 'GBR', nationality: 'GBR', expiry: '2031-04-15' };

const good: CheckFacts = {
  name: 'Anna Maria Eriksson',
  passport: 'L898902C3',
  expiry: '2031-01-31',
  mrz: null,
  zoneNationality: null,
  nationality: 'SWE',
  isNationality: true,
  born: '1974-08-12',
  sex: 'F',
  arrival: '2026-03-04',
  departure: '2026-03-18',
  mode: 'AIR',
  postCode: '50450',
  callable: true,
  email: 'anna@gmail.com',
  form: { refused: [], noted: [] },
  doubled: false,
  today: '2026-03-02',
};

/** More than a hundred faults, each with the one check that it fails. */
const faults: [CheckId, Partial<CheckFacts>][] = [
  ['birth-place', { form: { refused: ['pob'], noted: [] } }],
  ['sex', { form: { refused: ['sex'], noted: [] } }],
  ['flight', { form: { refused: ['vesselNm'], noted: [] } }],
  ['mode', { form: { refused: ['trvlMode'], noted: [] } }],
  ['embarkation', { form: { refused: ['embark'], noted: [] } }],
  ['embarkation', { form: { refused: [], noted: ['embark'] } }],
  ['stay', { form: { refused: ['accommodationStay'], noted: [] } }],
  ['stay-address', { form: { refused: ['accommodationAddress1'], noted: [] } }],
  ['state', { form: { refused: ['accommodationState'], noted: [] } }],
  ['place-differs', { form: { refused: [], noted: ['accommodationState'] } }],
  ['passport-expired', { expiry: '2026-03-03' }],
  ['passport-expired', { expiry: '2020-01-01' }],
  ['passport-expired', { expiry: '2026-03-01', arrival: '2026-03-02' }],
  ['passport-short', { expiry: '2026-03-04' }],
  ['passport-short', { expiry: '2026-09-03' }],
  ['passport-short', { arrival: '2026-08-31', departure: null, expiry: '2027-02-27' }],
  ['passport-short', { mode: 'SEA', expiry: '2026-09-03' }],
  ['passport-short', { mode: null, expiry: '2026-06-04' }],
  ['passport-short', { mode: 'Bus', expiry: '2026-06-04' }],
  ['passport-short-land', { mode: 'LAND', expiry: '2026-06-03' }],
  ['passport-short-land', { mode: ' land', expiry: '2026-03-04' }],
  ['passport-expired', { mode: 'LAND', expiry: '2026-03-03' }],
  ['passport-long', { expiry: '2126-01-01' }],
  ['passport-long', { expiry: '2568-06-01' }],
  ['passport-long', { expiry: '2041-03-02' }],
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
  ['zone-number', { ...read, passport: 'L8989O2C3' }],
  ['zone-number', { ...read, passport: 'L898902C' }],
  ['zone-birth-date', { ...read, born: '1974-12-08' }],
  ['zone-birth-date', { ...read, mrz: zone.split('\n')[1]!, born: '1974-08-13' }],
  ['zone-expiry', { ...read, expiry: '2032-04-15' }],
  ['zone-sex', { ...read, sex: 'M' }],
  ['zone-sex', { ...read, sex: 'X' }],
  ['zone-nationality', { ...read, nationality: 'SWE' }],
  ['zone-nationality', { ...read, nationality: 'CHN' }],
  ['zone-name', { ...read, name: 'Robert Miller' }],
  ['zone-name', { ...read, name: 'Anna Eriksson' }],
  ['zone-name', { ...read, name: 'Anna Maria Eirksson' }],
  ['zone-name', { ...read, name: 'Anna Maria Eriksson Lind' }],
  ['zone-name', { ...read, mrz: named('P<GBRNILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K'), name: 'Chayapa Nilavadhanananta Dejthamrong' }],
  ['zone-name', { ...read, mrz: named('P<GBRMUELLER<<JOERG'), name: 'Jürg Müller' }],
  ['nationality', { nationality: 'ATLANTIS', isNationality: false }],
  ['birth-date', { born: '2026-03-03' }],
  ['birth-date', { born: '2074-08-12' }],
  ['birth-date', { born: '1906-03-01' }],
  ['no-card-needed', { nationality: 'SGP' }],
  ['no-card-needed', { nationality: 'MYS' }],
  ['no-card-needed', { nationality: 'sgp' }],
  ['arrival-past', { arrival: '2026-03-01' }],
  ['arrival-past', { arrival: '2026-01-04', departure: '2026-02-01' }],
  ['arrival-far', { arrival: '2028-03-03', departure: null }],
  ['arrival-far', { arrival: '2029-12-20', departure: null }],
  ['long-stay', { departure: '2026-06-03' }],
  ['long-stay', { departure: '2027-01-01' }],
  ['postcode', { postCode: '5045' }],
  ['postcode', { postCode: '504500' }],
  ['postcode', { postCode: '5O450' }],
  ['postcode', { postCode: 'Kuala Lumpur' }],
  ['phone', { callable: isCallable('+44', '123') }],
  ['phone', { callable: isCallable('+60', '000000000') }],
  ['phone', { callable: isCallable('', 'call my wife') }],
  ['unmailable', { email: 'jesús.dan@gmail.com' }],
  ['unmailable', { email: 'андрей@пример.рф' }],
  ['unmailable', { email: 'anna..lee@example.com' }],
  ['unmailable', { email: '.anna@example.com' }],
  ['unmailable', { email: 'anna.@docomo.example' }],
  ['unmailable', { email: 'o’neill@example.com' }],
  ['address', { email: 'anna@gmial.com' }],
  ['address', { email: 'anna@gmail.con' }],
  ['address', { email: 'anna@hotmal.com' }],
  ['address', { email: 'anna@yahooo.com' }],
  ['address', { email: 'Anna@OUTLOK.com' }],
  ['address', { email: 'anna@icluod.com' }],
  ['doubled', { doubled: true }],
  ['one-word', { name: 'Sukarno' }],
  ['one-word', { name: 'Ångström' }],
  ['name-title', { name: 'MR JOHN SMITH' }],
  ['name-title', { name: 'Mr. John Smith' }],
  ['name-title', { name: 'Smith, Anna Mrs' }],
  ['name-title', { name: 'Dr. Ann Lee' }],
  ['name-title', { name: 'SMITH/JOHN MR' }],
  ['name-title', { name: 'SMITH/ANNA MARIAMISS' }],
  ['name-title', { name: 'SUHARTO LNU' }],
  ['name-title', { name: 'FNU AHMADI' }],
  ['name-title', { name: 'SUHARTO N/A' }],
  ['name-title', { name: 'SUHARTO NONE' }],
  ['name-title', { name: 'XXX AHMADI' }],
  ['name-title', { name: 'Ahmadi No Last Name' }],
  ['name-title', { name: 'NO NAME AHMADI' }],
  ['name-title', { name: 'NONAME AHMADI' }],
  ['name-title', { name: 'AHMADI NIL' }],
  ['name-title', { name: 'SUHARTO AHMADI -' }],
  ['name-title', { name: '. Suharto Ahmadi' }],
  ['name-title', { name: 'Master Suharto / *' }],
  ['name-title', { name: 'MSTR TOM SMITH' }],
  ['name-script', { name: ' محمد ' }],
  ['name-script', { name: 'Анна' }],
  ['name-script', { name: '王伟' }],
  ['name-script', { name: 'Ann 山田 Example' }],
  ['name-script', { name: 'สมชาย ใจดี' }],
  ['name-script', { name: 'Γιώργος Παπαδόπουλος' }],
  ['name-long', { name: `${'Anna '.repeat(12)}Lee` }],
  ['name-long', { name: `${'Ö'.repeat(31)} Eriksson`, nationality: 'DEU' }],
]; // prettier-ignore

describe('the checks before submission', () => {
  test.each(faults.map(([id, fault]) => [id, JSON.stringify(fault), fault] as const))('%s: %s', (id, _said, fault) => {
    expect(failedChecks({ ...good, ...fault })).toEqual([id]);
  });

  test('more than a hundred faults, of every check', () => {
    expect(faults.length).toBeGreaterThan(100);
    expect(new Set(faults.map(([id]) => id))).toEqual(new Set(checkIds));
  });

  test('a thousand good orders of every nationality, with every mark, fail none', () => {
    const names = [
      'Ann Example', 'José Ángel Núñez', 'O’Brien Seán', 'Nguyễn Thị Minh', 'Þórður Sigurðsson', 'Søren Åkesson', 'Łukasz Đorđević', 'Ğökçe İnönü', 'Ｗａｎｇ　Ｗｅｉ', 'Mata‘afa Kealiʻi', 'Anne-Marie D’Arcy', 'Ng, Wei', 'J. Smith',
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
        mrz: null,
        zoneNationality: null,
        nationality: codes[n % codes.length]!,
        isNationality: true,
        sex: 'FMX'[n % 3]!,
        born: n % 7 === 0 ? '2026-03-02' : `${1906 + (n % 119)}-03-02`,
        arrival: `2026-03-${String(2 + (n % 20)).padStart(2, '0')}`,
        departure: n % 4 === 0 ? null : '2026-05-20',
        mode: [null, 'AIR', 'SEA', 'LAND'][n % 4]!,
        postCode: n % 5 === 0 ? null : String(10_000 + n * 83).padStart(5, '0'),
        callable: isCallable(code, number),
        email: mails[n % mails.length]!,
        form: { refused: [], noted: [] },
        doubled: false,
        today: '2026-03-02',
      };
      if (n % 3 === 0) Object.assign(facts, { mrz: zoneOf(facts), zoneNationality: facts.nationality });
      return { facts, failed: failedChecks(facts) };
    }).filter(({ failed }) => failed.length > 0);
    expect(failing).toEqual([]);
  });
});

/** The zone with another first line. */
function named(line: string): string {
  return `${line.padEnd(44, '<')}\n${zone.split('\n')[1]}`;
}

test('a name in another script is asked about, in each script', () => {
  const names = [
    '王伟', '山田 太郎', 'やまだたろう', '김민준', 'สมชาย', 'محمد الأحمد', 'Анна Петрова', 'Γιώργος Παπαδόπουλος', 'דוד כהן', 'अमित शर्मा', 'Սարգիս Հակոբյան',
    'გიორგი ბერიძე', 'ဒေါ်အောင်ဆန်း', 'ម៉ៅ សេដ្ឋា',
  ]; // prettier-ignore
  expect(names.map((name) => failedChecks({ ...good, name }))).toEqual(names.map(() => ['name-script']));
});

test.each(['-', '.', 'N/A', 'n.a.', 'NA', 'Nil', '—', '***'])('%s alone stands for a name', (name) => {
  expect(hasTitle(name)).toBe(true);
});

test.each([
  'Ann Marie Dr Lee', 'Amr Hassan', 'HASSAN/AMR', 'M S Dhoni', 'Hae-won Na', 'Nil Yalter', 'Xu Xx', 'Max Drmić', 'Noel Lastname', 'Misse Drew', 'Mrs', 'Md Rahim Uddin', 'Ng, Wei', 'Anna - Maria Lee', 'J. Smith', 'Sean O’ Brien', 'Smith Jr.',
])('the name %s has no title', (name) => {
  expect(hasTitle(name)).toBe(false);
}); // prettier-ignore

test.each([
  [read, {}],
  [read, { name: 'ERIKSSON, Anna-Maria' }],
  [read, { name: 'Annamaria Eriksson' }],
  [read, { name: 'Ａｎｎａ　Maria Eriksson' }],
  [read, { passport: 'l89 8902 c3' }],
  [read, { mrz: zone.replace('F310', '<310') , sex: 'X' }],
  [read, { mrz: named('P<GBRMUELLER<<JOERG'), name: 'Jörg Müller' }],
  [read, { mrz: named('P<GBRMULLER<<JORG'), name: 'Jörg Müller' }],
  [read, { mrz: named('P<GBRMUNXXOZ<<JOSE'), name: 'José Muñoz' }],
  [read, { mrz: named('P<GBROBRIEN<<SEAN'), name: 'Seán O’Brien' }],
  [read, { mrz: named('P<GBRDE<LA<CRUZ<<ANA'), name: 'Ana delaCruz' }],
  [read, { mrz: named('P<GBRNILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K'), name: 'Chayapa Dejthamrong Krasuang Nilavadhanananda' }],
  [read, { mrz: named('P<GBRPAPANDROPOULOUS<<JONATHON<WARREN<TREVOR'), name: 'Jonathon Warren Trevor Smyth Papandropoulous' }],
  [read, { nationality: 'GBN' }],
  [read, { zoneNationality: 'CHN', nationality: 'HKG' }],
  [read, { zoneNationality: null, nationality: 'SWE' }],
  [read, { mrz: zone.split('\n')[1]!, name: 'Robert Miller' }],
])('what agrees with the zone, case %#', (facts, more) => {
  expect(failedChecks({ ...good, ...facts, ...more })).toEqual([]);
}); // prettier-ignore

test('a name in another script is asked about, and not compared with the zone', () => {
  expect(failedChecks({ ...good, ...read, name: 'Анна Мария Эрикссон' })).toEqual(['name-script']);
});

/** The second line of the passport of an order. */
function zoneOf({ passport: written, born, expiry: until, nationality, sex }: CheckFacts): string {
  const passport = written.toUpperCase().replaceAll(' ', '');
  const short = (day: string) => day.slice(2).replaceAll('-', '');
  const with_ = (field: string) => field + String(checkDigit(field));
  const [number, birth, expiry, personal] = [
    with_(passport.padEnd(9, '<')),
    with_(short(born)),
    with_(short(until)),
    '<'.repeat(15),
  ];
  return `${number}${nationality.padEnd(3, '<')}${birth}${sex === 'X' ? '<' : sex}${expiry}${personal}${checkDigit(number + birth + expiry + personal)}`;
}

test('every day of the Thai calendar stops, whichever it is of', () => {
  const failed = (facts: Partial<CheckFacts>) => failedChecks({ ...good, ...facts });
  expect(failed({ born: '2517-08-12', arrival: '2569-03-04', departure: '2569-03-18', expiry: '2574-01-31' })).toEqual([
    'passport-long', 'birth-date', 'arrival-far',
  ]); // prettier-ignore
  expect(failed({ expiry: '2569-03-04' })).toEqual(['passport-long']);
  expect(failed({ arrival: '2062-03-04', departure: null, expiry: '2064-01-01' })).toEqual([
    'passport-long', 'arrival-far',
  ]); // prettier-ignore
  expect(failed({ arrival: '2028-03-02', departure: null })).toEqual([]);
  expect(failed({ expiry: '2041-03-01' })).toEqual([]);
});

test.each([
  ['passport-long', { passport_expiry: '2568-06-01' }, 'Is the year 2025 (2568 in the Thai calendar)?'],
  ['birth-date', { dob: '2533-05-17' }, 'Is the year 1990 (2533 in the Thai calendar)?'],
  ['arrival-far', { doa: '2569-12-20' }, 'Is the year 2026 (2569 in the Thai calendar)?'],
] as const)('%s names the year of our calendar, to staff and to the customer', (id, day, asks) => {
  const days = { dob: null, passport_expiry: null, doa: '2126-01-01' };
  const { fault, sentence } = sayingsOf(id, { ...days, ...day });
  expect([fault, sentence].every((text) => text.endsWith(` ${asks}`))).toBe(true);
  expect(sentence.match(/Thai/g)).toHaveLength(1);
  expect(sayingsOf(id, days).sentence).not.toContain('Is the year');
});

test('a passport that is good for three months is good enough by land', () => {
  expect(failedChecks({ ...good, mode: 'LAND', expiry: '2026-06-04' })).toEqual([]);
  expect(failedChecks({ ...good, mode: 'AIR', expiry: '2026-09-04' })).toEqual([]);
});

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

  test('ICAO’s specimens of identity cards and other documents pass, also with a long number', () => {
    for (const lines of [card, other]) {
      expect(readZone(lines.join('\n'))).toMatchObject({
        nationality: 'UTO', birth: '740812', sex: 'F', expiry: '120415', name: ['ERIKSSON', 'ANNA', 'MARIA'], isCut: false,
      }); // prettier-ignore
      expect(isMrzRight(lines.join('').toLowerCase())).toBe(true);
    }
    expect(readZone(longCard.join('\n'))).toMatchObject({
      birth: '340712',
      sex: 'M',
      name: ['STEVENSON', 'PETER', 'JOHN'],
    });
    const numbers = [card, longCard, other].map((lines) => readZone(lines.join(''))?.number);
    expect(numbers).toEqual(['D23145890', 'D23145890734', 'D23145890']);
    // a line too few, and one of another size
    for (const lines of [
      card.slice(0, 2),
      other.slice(1),
      [...card, '<'.repeat(30)],
      ['V<UTO'.padEnd(36, '<'), other[1]],
    ])
      expect(isMrzRight(lines.join('\n'))).toBe(false);
  });

  test.each([
    ['a passport', specimen[1], ''],
    ['an identity card', card.slice(0, 2).join(''), card[2]],
    ['an identity card with a long number', longCard.slice(0, 2).join(''), longCard[2]],
    ['another document', other[1], other[0]],
  ] as const)('each single wrong digit of %s is caught', (_what, line, named) => {
    const whole = (digits: string) => (named === other[0] ? named + digits : digits + named);
    const wrong = Array.from(line, (sign, at) =>
      /\d/.test(sign)
        ? Array.from('0123456789')
            .filter((digit) => digit !== sign)
            .map((digit) => whole(line.slice(0, at) + digit + line.slice(at + 1)))
        : [],
    ).flat();
    expect(wrong.length).toBeGreaterThan(150);
    expect(wrong.filter(isMrzRight)).toEqual([]);
  });
});

test('which domain a mistyped one means', () => {
  expect(meantDomain('a@gmal.com')).toBe('gmail.com');
  expect(meantDomain('a@hotmail.co.uk')).toBeUndefined();
  expect(meantDomain('a@example.com')).toBeUndefined();
  for (const real of ['hotmail.se', 'hotmail.at', 'yahoo.dk', 'yahoo.in', 'yahoo.ie', 'outlook.es'])
    expect([real, meantDomain(`a@${real}`)]).toEqual([real, undefined]);
  for (const slip of ['hotmail.cm', 'hotmail.con', 'hotmial.com', 'yahoo.cm', 'outlook.om'])
    expect([slip, meantDomain(`a@${slip}`)]).not.toEqual([slip, undefined]);
});

test('a provider can mail what is ASCII, with a domain in any script, and loose dots of the carriers that give them out', () => {
  for (const address of ['ann.@ezweb.ne.jp', 'a..n@DOCOMO.ne.jp', "o'neill+tag@example.com", 'ann@münchen.example'])
    expect([address, isMailable(address)]).toEqual([address, true]);
});
