import { describe, expect, test } from '@jest/globals';
import type { FormId } from '../../src/shared/form/controls.js';
import { compareCard, matchCard, type Traveller } from '../../src/documents/card-match.js';
import { submittedTraveller } from '../../src/documents/card-traveller.js';
import { checkDigit } from '../../src/shared/mrz.js';

const order = { passport: 'A12345678', name: 'Zoë Müller-Łukasz', arrival: '2027-03-04' };
const verdict = (text: string, more: Partial<typeof order> = {}) => matchCard(text, { ...order, ...more }).verdict;

describe('matchCard', () => {
  test.each([
    ['behind its label', 'Full Name: ZOE MUELLER-LUKASZ\nPassport No.: A12345678\nDate of Arrival: 04/03/2027'],
    [
      'in a column of values behind all labels',
      'Passport Number\nNationality\nArrival\nA12345678\nGBR\n4 Mar 2027\nZOE MULLER LUKASZ',
    ],
    [
      'behind labels in two languages',
      'Passport No.\nNombor Pasport\nA12345678\nPassport No. / No. Pasport : A12345678',
    ],
    ['with blanks and in small letters', 'passport no a1234 5678\nMüller-Łukasz Zoë\n2027-03-04'],
    ['without a label', 'Ref 99\nA12345678\nLukasz Muller, Zoe'],
    [
      'in a machine-readable zone',
      'P<GBRMULLER<LUKASZ<<ZOE<<<<<<<<<<<<<<<<<<<<<\nA123456784GBR9005178F3101312<<<<<<<<<<<<<<08',
    ],
  ])('agrees when the passport number stands %s', (_where, text) => {
    expect(verdict(text)).toBe('agrees');
  });

  test.each([
    ['another number behind the label', 'Passport No.: B7654321\nName: ZOE MULLER LUKASZ'],
    [
      'a second traveller',
      'Passport No: A12345678\n1. ZOE\nPIN 12\nNationality GBR, born 1990-05-17, arriving by air from London on 4 March 2027\nSex F, staying at Jalan Raja\nPassport No: B7654321',
    ],
    ['a traveller before the order’s own', 'Passport No: B7654321\nName: ANN\nPassport No: A12345678\nName: ZOE'],
    ['a machine-readable zone of somebody else', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    ['a number that only begins like the order’s', 'Passport No: A123456789'],
    ['Chinese labels', '护照号码：E12345678'],
    ['digits alone', 'Passport Number 530012345'],
  ])('differs with %s', (_what, text) => {
    expect(verdict(text)).toBe('differs');
  });

  test.each([
    ['no text', ''],
    ['no passport number', 'Malaysia Digital Arrival Card\nThank you'],
    ['a passport’s expiry and a date', 'Passport Expiry Date: 20310131\nPhone 60123456789'],
    ['a zone whose check digit is wrong', 'L898902C46UTO7408122F1204159ZE184226B<<<<<10'],
    ['a label, and an address behind it', 'Passport No: see mail to 10215312@apply.example'],
  ])('can’t be read with %s', (_what, text) => {
    expect(verdict(text)).toBe('unreadable');
  });

  test('says which numbers differ by their ends alone', () => {
    expect(matchCard('Passport No: B7656280', order).note).toBe(
      'This card is for passport …6280, the order is for …5678.',
    );
  });

  test.each([
    ['MUELLER LUKASZ ZOE 04.03.2027', ''],
    ['ZOE 04-03-2027', ' The name could not be found in it.'],
    ['MULLER LUKASZ, ZOE, born 2027-03-04, Date of Arrival', ''],
    ['LUKASZ MULLER ZOE March 5, 2027', ' The arrival date could not be found in it.'],
    ['14/03/2027', ' The name and the arrival date could not be found in it.'],
  ])('says what is not found beside the number: %s', (text, rest) => {
    expect(matchCard(`Passport No A12345678\n${text}`, order).note).toBe(
      `The passport number on this card is the order’s.${rest}`,
    );
  });

  const right = 'Passport No: A12345678\nName: ZOE MULLER LUKASZ';
  test.each([
    'Date of Arrival: 02/03/2026',
    'Date of Arrival: 04/03/2026\nDate of Departure: 04/03/2027',
    'Arrival Date 2 MAR 2026',
    'DATE OF ARRIVAL\r\n2026-03-02\r\nDATE OF DEPARTURE\r\n2027-03-04',
    'Date of Arrival\nDate of Departure\n02/12/2026\n04/03/2027',
    'Date of Birth\nDate of Arrival\n04/03/2027\n03/04/1990',
    'Date of Birth   Date of Arrival\n17/05/1990   12 Dec 2026',
    'Date of Arrival / Tarikh Ketibaan: 02-03-26',
    'Tarikh Ketibaan: 2 Mac 2026',
    'Arrival: March 2, 2026',
    '抵达日期：2026年3月2日',
    'Date of Arrival: 20260302',
    'Date of Arrival: 04/03/2027\nDate of Arrival: 02/03/2026',
  ])('last trip’s card differs, also where our day stands elsewhere: %j', (text) => {
    const { verdict: found, note, in: what } = matchCard(`${right}\n${text}`, order);
    expect([found, what]).toEqual(['differs', 'arrival']);
    expect(note).toMatch(/^This card is for an arrival on .* \d{4}, the order is for .*2027\.$/);
  });

  test.each([
    'Date of Arrival: 04/03/2027\nDate of Departure: 20/03/2027\nDate of Birth: 17/05/1990',
    'Date of Arrival: 03/04/2027',
    'Date of Birth\nDate of Arrival\n17/05/1990\n04/03/2027',
    'Date of Arrival / Tarikh Ketibaan\nDate of Departure / Tarikh Berlepas\n4 Mar 2027\n9 Mar 2027',
    'Date of Arrival: 4 Mac 2027. Date of Issue: 1 Jan 2027',
    'Date of submission: 01/03/2027\nArrival date: 4-Mar-27',
    'Passport Expiry Date: 31/01/2031\nDate of Arrival: 20270304',
  ])('this trip’s card agrees: %j', (text) => {
    expect(matchCard(`${right}\n${text}`, order)).toEqual({
      verdict: 'agrees',
      note: 'The passport number on this card is the order’s.',
    });
  });

  test.each([
    ['Name: JOHN SMITH', 'differs'],
    ['FULL NAME\r\nJOHN MULLER\r\nSEX\r\nM', 'differs'],
    ['Name: ZOE MULLER', 'agrees'],
    ['Name: MS ZOE MUELLER LUKASZ', 'agrees'],
    ['Name: 李伟', 'agrees'],
    ['Full Name\nPassport Number\nZOE MULLER LUKASZ', 'agrees'],
    ['Name of hotel: Grand Plaza', 'agrees'],
  ])('another name differs: %j', (text, found) => {
    expect(verdict(`Passport No: A12345678\n${text}\nDate of Arrival: 04/03/2027`)).toBe(found);
  });

  const whole: Traveller = {
    ...order, departure: '2027-03-20', birth: '1990-05-17', expiry: '2031-01-31', nationality: 'GBR', sex: 'F',
  }; // prettier-ignore
  test.each([
    ['Nationality: FRANCE', 'nationality'],
    ['Nationality / Citizenship : FRA', 'nationality'],
    ['Warganegara\nFRANCE', 'nationality'],
    ['Sex: MALE', 'sex'],
    ['Sex / Jantina : LELAKI', 'sex'],
    ['Gender\r\nM', 'sex'],
    ['Date of Birth: 18/05/1990', 'date of birth'],
    ['Tarikh Lahir: 18 Mei 1990', 'date of birth'],
    ['Date of Birth\nDate of Departure\n17/05/1990\n21/03/2027', 'day of departure'],
    ['Passport Expiry Date: 31/01/2030', 'day of expiry'],
    ['Sex: M\nNationality: France', 'nationality and another sex'],
  ])('another fact of the traveller differs: %j', (text, what) => {
    expect(matchCard(`${right}\nDate of Arrival: 04/03/2027\n${text}`, whole)).toEqual({
      verdict: 'differs',
      note: `This card has another ${what} than the order.`,
      in: 'more',
    });
  });

  test.each([
    'Nationality: UNITED KINGDOM\nSex: FEMALE\nDate of Birth: 17/05/1990\nDate of Departure: 20/03/2027\nPassport Expiry: 31/01/2031',
    'Nationality / Citizenship : British\nSex / Jantina : PEREMPUAN',
    'Passport Number\nNationality\nSex\nA12345678\nGBR\nF',
    'Nationality   Sex\nFRA   M',
    'Nationality: GBD\nSex: F\nDate of Birth 17 May 1990',
    'Sexual orientation is not asked. Nationality is.',
    'Date of Issue: 01/03/2027\nDate of submission: 02/03/2027',
  ])('a card that has them as the order, or not clearly, agrees: %j', (text) => {
    expect(matchCard(`${right}\nDate of Arrival: 04/03/2027\n${text}`, whole).verdict).toBe('agrees');
  });

  test('what the order does not have is not compared', () => {
    const text = `${right}\nDate of Arrival: 04/03/2027\nSex: MALE\nDate of Departure: 21/03/2027`;
    expect(matchCard(text, { ...whole, sex: 'X', departure: null }).verdict).toBe('agrees');
  });

  test('a card is also compared with what was submitted, where that is another', () => {
    const field = (id: FormId, value: string) => ({ id, value });
    const fields = [
      field('name', 'ZOE MULLER LUKASZ'), field('passNo', 'A12345678'), field('dob', '17/05/1990'),
      field('nationality', 'UNITED KINGDOM'), field('sex', 'FEMALE'), field('passExpDte', '31/01/2031'),
      field('arrDt', '04/03/2027'), field('depDt', '20/03/2027'),
    ]; // prettier-ignore
    const submitted = submittedTraveller({ submitted: { at: '2027-03-02T00:00:00.000Z', by: 'Ann', fields } });
    expect(submitted).toEqual({ ...whole, name: 'ZOE MULLER LUKASZ' });
    const card = `${right}\nDate of Arrival: 04/03/2027\nSex: FEMALE`;
    const note = (more: Partial<Traveller>, text = card) => compareCard(text, { ...whole, ...more }, submitted).note;
    expect(note({})).toBe('The passport number on this card is the order’s.');
    expect(note({ sex: 'M' })).toBe(
      'This card has another sex than the order. It is as it was submitted; the order was amended since.',
    );
    expect(note({ arrival: '2027-03-05' })).toMatch(
      /the order is for .*5 Mar 2027\. It is as it was submitted; the order was amended since\.$/,
    );
    expect(note({ sex: 'M' }, card.replace('FEMALE', 'MALE'))).toBe(
      'The passport number on this card is the order’s. It is not what was submitted.',
    );
    expect(note({ passport: 'B1234567' }, 'Passport No: C1234567')).toMatch(
      /^This card is for passport …4567, the order is for …4567\.$/,
    );
    expect(compareCard(card, whole, null).verdict).toBe('agrees');
  });

  test('names in other scripts, with marks, and of one word', () => {
    const note = (name: string, text: string) =>
      matchCard(`Passport No A12345678\n${text} 04/03/2027`, { ...order, name }).note;
    expect(note('Иван Петров', 'Петров ИВАН')).not.toMatch(/name/);
    expect(note('陈 伟', '陈 伟')).not.toMatch(/name/);
    expect(note('Ngô Đình', 'NGO DINH')).not.toMatch(/name/);
    expect(note('Ngô Đình', 'NGO DINA')).toMatch(/name/);
    expect(note('José-María O’Brien', 'OBRIEN JOSEMARIA')).not.toMatch(/name/);
    expect(note('Sukarno', 'SUKARNO')).not.toMatch(/name/);
    expect(note('😀', 'x')).toMatch(/name/);
  });

  test('the check digits of ICAO’s specimen', () => {
    expect(['L898902C3', '740812', '120415', 'ZE184226B<<<<<'].map(checkDigit)).toEqual([6, 2, 9, 1]);
  });
});
