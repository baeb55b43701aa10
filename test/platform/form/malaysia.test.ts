import { describe, expect, test } from '@jest/globals';
import { formCities } from '../../../src/platform/form/lists.js';
import { cityOf, contradiction, postcodeOf, stateOf } from '../../../src/platform/form/malaysia.js';
import { formStates } from '../../../src/shared/form/lists.js';

describe('stateOf', () => {
  test.each([
    // names and codes
    ['Kuala Lumpur', '14'],
    ['KUALA LUMPUR', '14'],
    ['WP KUALA LUMPUR', '14'],
    ['W.P. Kuala Lumpur', '14'],
    ['Wilayah Persekutuan Kuala Lumpur', '14'],
    ['Federal Territory of Kuala Lumpur', '14'],
    ['Wilayah Persekutuan (KL)', '14'],
    ['W.P. Putrajaya', '16'],
    ['Labuan F.T.', '15'],
    ['PULAU PINANG', '07'],
    ['Negeri Sembilan', '05'],
    ['negeri sembilan ', '05'],
    ['14', '14'],
    ['01', '01'],
    ['MY-10', '10'],
    ['JHR', '01'],
    // known spellings
    ['KL', '14'],
    ['K.L.', '14'],
    ['Penang', '07'],
    ['Penang Island', '07'],
    ['P. Pinang', '07'],
    ['Malacca', '04'],
    ['Johore', '01'],
    ['Trengganu', '11'],
    ['N. Sembilan', '05'],
    ['N9', '05'],
    ['Selangor Darul Ehsan', '10'],
    ["Johor Darul Ta'zim", '01'],
    ['State of Pahang', '06'],
    ['Negeri Selangor', '10'],
    // with the country, a city, a postcode
    ['Sarawak, Malaysia', '13'],
    ['Malaysia, Penang', '07'],
    ['Perak Malaysia', '08'],
    ['50450 Kuala Lumpur', '14'],
    ['Shah Alam Selangor', '10'],
    ['Kajang, Selangor Darul Ehsan, Malaysia', '10'],
    ['Langkawi Island, Kedah', '02'],
    ['Jalan Ampang, Kuala Lumpur', '14'],
    ['Cheras, Kuala Lumpur', '14'],
    // a city that one state alone has
    ['JB', '01'],
    ['JOHOR BHARU', '01'],
    ['KLCC', '14'],
    ['W.Persekutuan KL', '14'],
    ['Johor Bahru', '01'],
    ['Petaling Jaya', '10'],
    ['Langkawi', '02'],
    ['George Town', '07'],
    ['Kuching', '13'],
    ['Genting Highlands', '06'],
    ['Cameron Highlands', '06'],
    // one slip in a long name
    ['Kuala Lumpor', '14'],
    ['selengor', '10'],
    ['Terenganu', '11'],
    // other scripts
    ['吉隆坡', '14'],
    ['クアラルンプール', '14'],
    ['Куала-Лумпур', '14'],
    ['كوالالمبور', '14'],
  ])('%s is %s', (text, code) => {
    expect(stateOf(text)).toEqual({ code });
  });

  test.each([
    ['Wilayah Persekutuan', ['14', '15', '16']],
    ['WP', ['14', '15', '16']],
    ['Cheras', ['14', '10']],
    ['Ampang', ['14', '10']],
    ['Kuala Lumpur, Selangor', ['14', '10']],
    ['KL / Selangor', ['14', '10']],
    ['Tioman', ['06', '01']],
    ['East Malaysia', ['12', '13']],
    ['Sabah & Sarawak', ['12', '13']],
    ['Sabh', ['12']],
    ['Perlak', ['08']],
    ['Seremben', ['05']],
    ['Pinrang', ['07']],
    ['Malaysia', []],
    ['1', []],
    ['17', []],
    ['London', []],
    ['Bali', []],
    ['New South Wales', []],
    ['N/A', []],
    ['-', []],
    ['', []],
  ])('%s is unsure: %p', (text, near) => {
    expect(stateOf(text)).toEqual({ near });
  });

  test('reads every code and name of the list', () => {
    for (const { code, label } of formStates) expect([stateOf(code), stateOf(label)]).toEqual([{ code }, { code }]);
  });
});

describe('cityOf', () => {
  test.each([
    ['KL', '14', '1401'],
    ['Kuala Lumpur', '14', '1401'],
    ['KUALA LUMPUR 50450', '14', '1401'],
    ['Kuala Lumpur, Malaysia', '14', '1401'],
    ['Bukit Bintang, Kuala Lumpur', '14', '1401'],
    ['Bukit Bintang', '14', '1401'],
    ['吉隆坡', '14', '1401'],
    ['Kuala Lumpor', '14', '1401'],
    ['Batu Cave', '14', '1403'],
    ['PJ', '10', '1024'],
    ['Petalling Jaya', '10', '1024'],
    ['Shah Alam Selangor', '10', '1038'],
    ['Cyber jaya', '10', '1052'],
    ['JB', '01', '0118'],
    ['Johor Baru', '01', '0118'],
    ['Kuala Lumpur', null, '1401'],
  ])('%s in %p is %s', (text, state, code) => {
    expect(cityOf(text, state)).toEqual({ code });
  });

  test.each([
    // real, though the list has it not: somewhere in the state is offered
    ['Setapak', '14', ['1400']],
    ['Klang', '10', ['1000']],
    ['Skudai', '01', ['0100']],
    // the state itself is never taken for a city by itself
    ['Johor', '01', ['0100']],
    ['Wilayah Persekutuan', '14', ['1400']],
    ['Cheras, Kuala Lumpur', '14', ['1402', '1401']],
    ['KL', '10', []],
    // no city of the state is known
    ['Ipoh', '08', []],
    ['Nowhere', '14', []],
    ['', '14', []],
  ])('%s in %s is unsure: %p', (text, state, near) => {
    expect(cityOf(text, state)).toEqual({ near });
  });

  test('chooses among the rows that were read from the form', () => {
    const readOn = '2026-11-01';
    const rows = [
      ...formCities,
      { code: '0801', label: 'IPOH', readOn },
      { code: '0701', label: 'GEORGE TOWN', readOn },
    ];
    expect(cityOf('ipoh', '08', rows)).toEqual({ code: '0801' });
    expect(cityOf('Georgetown', '07', rows)).toEqual({ code: '0701' });
  });
});

describe('postcodeOf', () => {
  test('knows state and cities', () => {
    expect(postcodeOf('50450')).toEqual({ state: '14', otherStates: [], cities: ['KUALA LUMPUR'] });
    expect(postcodeOf(' 62000 Putrajaya')).toEqual({ state: '16', otherStates: [], cities: ['PUTRAJAYA'] });
    expect(postcodeOf('86800')).toEqual({ state: '01', otherStates: ['06'], cities: ['MERSING', 'TIOMAN'] });
  });

  test.each(['', '5045', '504500', '99999', '00000', 'abc'])('%p is not known', (text) => {
    expect(postcodeOf(text)).toBeUndefined();
  });
});

describe('contradiction', () => {
  test.each([
    ['14', 'Kuala Lumpur', '50450', []],
    ['14', '1401', '50450', []],
    ['KL', 'KL', '50450', []],
    ['07', 'George Town', '10200', []],
    ['10', 'Kuala Lumpur', '50450', ['state']],
    ['14', 'Johor Bahru', '50450', ['city']],
    ['14', '1401', '80000', ['postcode']],
    ['01', null, '50450', ['state', 'postcode']],
    ['01', 'Ipoh', null, ['state', 'city']],
    [null, 'Ipoh', '50450', ['city', 'postcode']],
    ['01', 'Ipoh', '50450', ['state', 'city', 'postcode']],
    // within a state, too
    ['08', 'Ipoh', '34000', ['city', 'postcode']],
    // over a border
    ['14', 'Batu Caves', '68100', []],
    ['10', 'Batu Caves', '68100', []],
    ['10', 'Cheras', '56000', []],
    ['06', 'Tioman', '86800', []],
    ['06', 'Genting Highlands', '69000', []],
    // what is not known is not wrong
    ['08', 'Ipoh', '99999', []],
    ['08', 'Kampung Baru', '30000', []],
    ['Nowhere', 'Ipoh', '30000', []],
    ['10', 'Sepang', '64000', []],
    ['14', '1400', '50450', []],
    [null, null, null, []],
    ['', '', '', []],
  ])('%s, %s, %s: %p', (state, city, postcode, wrong) => {
    expect(contradiction({ state, city, postcode })).toEqual(wrong);
  });
});
