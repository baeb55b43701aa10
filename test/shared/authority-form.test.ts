import { describe, expect, test } from '@jest/globals';
import { amendNames, type AmendValues } from '../../src/shared/amend-fields.js';
import { authorityForm, type FormFacts } from '../../src/shared/authority-form.js';

const values = {
  ...(Object.fromEntries(amendNames.map((name) => [name, ''])) as AmendValues),
  full_name: 'José Ángel Núñez-O’Łukasz', passport_no: 'x 123 4567', nationality: 'ESP', dob: '1990-05-17', sex: 'F',
  passport_expiry: '2031-01-31', doa: '2026-03-04', dod: '2026-03-18', flight_detail: 'MH 1', mode_of_travel: 'Air',
  last_port_embarkation: 'Málaga', accommodation_of_Stay: 'Hotel Merdeka', address: '12 Jalan Sultan\nIsmail', state: 'Perak', post_code: '30000',
  city: 'Ipoh', phone_code: '+34', phone_number: '600 12 34 56',
}; // prettier-ignore
const facts: FormFacts = {
  values,
  nationality: 'SPAIN',
  mailbox: '100001@mail.example',
  today: '2026-03-02',
  windowDays: 3,
};
const faultsOf = (more: Partial<AmendValues>) =>
  Object.fromEntries(
    authorityForm({ ...facts, values: { ...values, ...more } }).flatMap(({ label, fault }) =>
      fault ? [[label, fault]] : [],
    ),
  );

describe('the authority’s form', () => {
  test('its order and spelling', () => {
    const form = authorityForm(facts);
    expect(form.map(({ value }) => value)).toEqual([
      'JOSE ANGEL NUNEZ OLUKASZ', 'X1234567', '17/05/1990', 'SPAIN', 'FEMALE', '31/01/2031', '100001@mail.example', '100001@mail.example', '34',
      '600123456', '04/03/2026', '18/03/2026', 'MH 1', 'AIR', 'MALAGA', 'HOTEL MERDEKA', '12 JALAN SULTAN ISMAIL', 'PERAK', '30000', 'IPOH',
    ]); // prettier-ignore
    expect(form.filter(({ fault }) => fault !== null)).toEqual([]);
  });

  test('what it will refuse, with the reason', () => {
    expect(faultsOf({ full_name: '王伟' })).toEqual({ Name: 'The form takes the letters A to Z alone.' });
    expect(faultsOf({ passport_no: 'L898902C3L898' })).toEqual({
      'Passport No.': 'The form takes at most 12 of A to Z and 0 to 9.',
    });
    expect(faultsOf({ doa: '2026-03-01' })).toEqual({ 'Date of Arrival': 'The day of arrival has passed.' });
    expect(faultsOf({ doa: '2026-03-06' })).toEqual({ 'Date of Arrival': 'The form takes it from 4 March.' });
    expect(faultsOf({ doa: '2027-03-06' })).toEqual({ 'Date of Arrival': 'The form takes it from 4 March 2027.' });
    expect(faultsOf({ post_code: '3000', city: '' })).toEqual({
      Postcode: 'The form takes five digits.',
      City: 'The form needs it.',
    });
    expect(faultsOf({ sex: 'X', passport_expiry: '2026-03-02', mode_of_travel: 'By plane' })).toEqual({
      Sex: 'The form takes MALE and FEMALE alone.',
      'Passport Expiry': 'The passport has expired.',
      'Mode of Travel': 'The form takes AIR, LAND and SEA alone.',
    });
  });
});
