import { describe, expect, test } from '@jest/globals';
import { regionOf } from '../../../src/platform/form/region.js';
import { addressLines, journeyText } from '../../../src/platform/form/text.js';
import { formControls } from '../../../src/shared/form/controls.js';

describe('journeyText', () => {
  test.each([
    ['No. 12, Jalan Sultan', 'NO 12, JALAN SULTAN'],
    ['No.12 Jln. Sultan.', 'NO 12 JLN SULTAN'],
    ['Tower A & B', 'TOWER A AND B'],
    ['#05-12 Menara', '05-12 MENARA'],
    ['Müller Straße 5; Block C: Lvl 3', 'MULLER STRASSE 5, BLOCK C, LVL 3'],
    ['Æbelø Łódź', 'AEBELOE LODZ'],
    ['K.L.C.C.', 'KLCC'],
    ['Jalan P. Ramlee', 'JALAN P RAMLEE'],
    ['12 Jalan Sultan\r\nIsmail\n\n50250', '12 JALAN SULTAN, ISMAIL, 50250'],
    ['Lot 2.03', 'LOT 2-03'],
    ['½ Mile', '1/2 MILE'],
    ['12½ Main St', '12 1/2 MAIN ST'],
    ['Block [A] – Lobby', 'BLOCK (A) - LOBBY'],
    ['D’Mall “East”', "D'MALL EAST"],
    ['MH 123 10:30', 'MH 123 10 30'],
    ['MH-123/MH-124', 'MH-123/MH-124'],
    [' , a ,, b , ', 'A, B'],
    ['　Ｌｏｔ　５', 'LOT 5'],
    ['', ''],
  ])('%p is %p', (text, written) => {
    expect(journeyText(text)).toBe(written);
    expect(written).toMatch(formControls.accommodationAddress1.takes!);
  });

  test('leaves letters of other scripts, which the form refuses', () => {
    expect(journeyText('吉隆坡 12')).toBe('吉隆坡 12');
  });

  test('is the same when it is written twice', () => {
    for (const text of ['No. 12; A & B', '#1.2: [x] ½', "a, b\nc. 'd'"])
      expect(journeyText(journeyText(text))).toBe(journeyText(text));
  });
});

describe('addressLines', () => {
  const long =
    'Unit 12-3, Block A, Residensi Vista Damai Sentral Boulevard Heights, Persiaran Multimedia Section 7, Taman Melawati, Off Jalan Ampang';

  test('leaves what fits', () => {
    expect(addressLines('Jalan 1', 'Kuala')).toEqual({ line1: 'JALAN 1', line2: 'KUALA', lost: false });
    expect(addressLines('x'.repeat(100), '')).toEqual({ line1: 'X'.repeat(100), line2: '', lost: false });
  });

  test('goes on in the second line, from a comma', () => {
    expect(addressLines(long, '')).toEqual({
      line1: 'UNIT 12-3, BLOCK A, RESIDENSI VISTA DAMAI SENTRAL BOULEVARD HEIGHTS, PERSIARAN MULTIMEDIA SECTION 7',
      line2: 'TAMAN MELAWATI, OFF JALAN AMPANG',
      lost: false,
    });
  });

  test('goes on from a blank where no comma leaves room', () => {
    const words =
      'A, ' +
      Array.from({ length: 30 }, () => 'MERDEKA')
        .join(' ')
        .slice(0, 190);
    const { line1, line2, lost } = addressLines(words, '');
    expect(`${line1} ${line2}`).toBe(words);
    expect(Math.max(line1.length, line2.length)).toBeLessThanOrEqual(100);
    expect(lost).toBe(false);
  });

  test.each([
    [long, 'Kuala Lumpur'],
    ['Jalan 1', long],
    [`${long} ${long}`, ''],
    ['x'.repeat(250), ''],
  ])('says what is lost of %.20s', (address, address2) => {
    const { line1, line2, lost } = addressLines(address, address2);
    expect(lost).toBe(true);
    expect(Math.max(line1.length, line2.length)).toBeLessThanOrEqual(100);
  });
});

describe('regionOf', () => {
  test.each([
    ['+49', '0170 1234567', '49', 'DEU', '1701234567'],
    ['+60', '012-345 6789', '60', 'MYS', '123456789'],
    ['1', '(212) 555-0123', '1', 'USA', '2125550123'],
    ['+1', '416 555 0123', '1', 'CAN', '4165550123'],
    ['+44', '07400 123456', '44', 'GBR', '7400123456'],
    ['+44', '07781 123456', '44', 'GGY', '7781123456'],
    ['+7', '7172 12 34 56', '7', 'KAZ', '7172123456'],
    ['+39', '06 1234 5678', '39', 'ITA', '0612345678'],
    ['+383', '43 201 234', '383', 'RKS', '43201234'],
    ['', '+65 8123 4567', '65', 'SGP', '81234567'],
    ['Malaysia', '0123456789', '60', 'MYS', '123456789'],
    // belongs to no country
    ['', '+800 1234 5678', '800', null, '12345678'],
  ])('%s %s is %s of %s and %s', (code, number, region, country, mobile) => {
    expect(regionOf(code, number)).toEqual({ region, country, mobile });
  });

  test.each([
    ['+60', '123'],
    ['', '0123456789'],
    ['+60', ''],
    ['+60', 'call me'],
  ])('%s %s is no number', (code, number) => {
    expect(regionOf(code, number)).toBeUndefined();
  });
});
