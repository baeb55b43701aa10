import { describe, expect, test } from '@jest/globals';
import { modeOf, sexOf, stayOf } from '../../../src/platform/form/choices.js';

describe('stayOf', () => {
  test.each([
    ['HOTEL/MOTEL/REST HOUSE', '01'],
    ['01', '01'],
    ['Hotel', '01'],
    ['HOTEL', '01'],
    ['Hilton', '01'],
    ['Marriott KL', '01'],
    ['St. Regis', '01'],
    ['Shangri-La', '01'],
    ['resort', '01'],
    ['Rest house', '01'],
    ['Backpackers hostel', '01'],
    ['The Majestic Hotel Kuala Lumpur', '01'],
    ['酒店', '01'],
    ['ホテル', '01'],
    ['RESIDENCE OF FRIENDS/RELATIVES', '02'],
    ["friend's house", '02'],
    ['Friend’s place', '02'],
    ['Friends apartment', '02'],
    ['relative', '02'],
    ["Relatives' home", '02'],
    ['family', '02'],
    ['my aunt', '02'],
    ['rumah saudara', '02'],
    ['OTHERS', '99'],
    ['99', '99'],
    ['own house', '99'],
    ['transit', '99'],
    ['same day', '99'],
    ['Same-day visit', '99'],
    ['cruise', '99'],
    ['campus', '99'],
    ['student hostel', '99'],
  ])('%s is %s', (text, code) => {
    expect(stayOf(text)).toEqual({ code });
  });

  test.each([
    ['Airbnb', ['01', '99']],
    ['hostel UM', ['01', '99']],
    ['Homestay', ['01', '02', '99']],
    ['Condo', ['01', '02', '99']],
    ['Family Hotel', ['01', '02']],
    ['Jalan Ampang 12', []],
    ['N/A', []],
    ['', []],
  ])('%s is unsure: %p', (text, near) => {
    expect(stayOf(text)).toEqual({ near });
  });
});

describe('modeOf', () => {
  test.each([
    ['AIR', '1'],
    ['Air', '1'],
    ['1', '1'],
    ['by plane', '1'],
    ['flight', '1'],
    ['飞机', '1'],
    ['LAND', '2'],
    ['Bus', '2'],
    ['Airport bus', '2'],
    ['own car', '2'],
    ['train', '2'],
    ['kereta api', '2'],
    ['SEA', '3'],
    ['ferry', '3'],
    ['cruise ship', '3'],
  ])('%s is %s', (text, code) => {
    expect(modeOf(text)).toEqual({ code });
  });

  test.each([
    ['air-conditioned bus', ['1', '2']],
    ['MH370', []],
    ['', []],
  ])('%s is unsure: %p', (text, near) => {
    expect(modeOf(text)).toEqual({ near });
  });
});

describe('sexOf', () => {
  test.each([
    ['M', '1'],
    ['male', '1'],
    ['MALE', '1'],
    ['Lelaki', '1'],
    ['男', '1'],
    ['F', '2'],
    ['Female', '2'],
    ['Perempuan', '2'],
  ])('%s is %s', (text, code) => {
    expect(sexOf(text)).toEqual({ code });
  });

  test.each(['X', 'Other', ''])('%p is none of the rows', (text) => {
    expect(sexOf(text)).toEqual({ near: [] });
  });
});
