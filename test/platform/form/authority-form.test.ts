import { describe, expect, test } from '@jest/globals';
import { authorityForm, chooseRow, type FormFacts, formOf, noRow } from '../../../src/platform/form/authority-form.js';
import { amendNames, type AmendValues } from '../../../src/shared/amend-fields.js';
import { formControls, type FormId, formIds } from '../../../src/shared/form/controls.js';
import { mailboxRefused } from '../../../src/shared/form/mailbox.js';

const values = {
  ...(Object.fromEntries(amendNames.map((name) => [name, ''])) as AmendValues),
  full_name: 'José Ángel Núñez-O’Łukasz', passport_no: 'x 123 4567', nationality: 'ESP', place_of_birth: 'Spain', dob: '1990-05-17', sex: 'F',
  passport_expiry: '2031-01-31', doa: '2026-03-04', dod: '2026-03-18', flight_detail: 'MH 1', mode_of_travel: 'Air',
  last_port_embarkation: 'Málaga', accommodation_of_Stay: 'Hotel Merdeka', address: '12 Jalan Sultan\nIsmail', state: 'Perak', post_code: '30000',
  city: 'Ipoh', phone_code: '+34', phone_number: '600 12 34 56',
}; // prettier-ignore
const facts: FormFacts = {
  values,
  mrz: null,
  choices: {},
  mailbox: '100001@mail.example',
  today: '2026-03-02',
  windowDays: 3,
};

const formWith = (more: Partial<AmendValues>, other: Partial<FormFacts> = {}) =>
  authorityForm({ ...facts, ...other, values: { ...values, ...more } });
const fieldOf = (id: FormId, more: Partial<AmendValues>, other: Partial<FormFacts> = {}) =>
  formWith(more, other).find((field) => field.id === id)!;
const faultsOf = (more: Partial<AmendValues>) =>
  Object.fromEntries(formWith(more).flatMap(({ id, fault }) => (fault ? [[id, fault]] : [])));

describe('the authority’s form', () => {
  test('its state is worked out once, for itself and for the city', () => {
    let read = 0;
    const counted = Object.defineProperty({ ...values }, 'state', {
      get: () => {
        read += 1;
        return values.state;
      },
    });
    authorityForm({ ...facts, values: counted });
    expect(read).toBe(1);
  });

  test('an order that is not stored yet has no mailbox', () => {
    const env = { APPLICATION_MAIL_DOMAIN: 'mail.example', SUBMISSION_WINDOW_DAYS: 3 };
    const mailboxOf = (id?: number) => formOf({ id }, values, env, facts.today).find((field) => field.id === 'email');
    expect(mailboxOf()).toMatchObject({ value: '', fault: 'The form needs it.' });
    expect(formOf({ id: 100001 }, values, env, facts.today)).toEqual(formWith({}));
  });

  test('its order and spelling', () => {
    const form = formWith({});
    expect(form.map(({ id }) => id)).toEqual(formIds);
    expect(form.map(({ value }) => value)).toEqual([
      'JOSE ANGEL NUNEZ OLUKASZ', 'X1234567', '17/05/1990', 'SPAIN', 'SPAIN', 'FEMALE', '31/01/2031', '100001@mail.example', '100001@mail.example',
      'SPAIN (+34)', '600123456', '04/03/2026', '18/03/2026', 'MH 1', 'AIR', 'SPAIN', 'HOTEL/MOTEL/REST HOUSE', '12 JALAN SULTAN, ISMAIL', '', 'PERAK',
      'IPOH', '30000',
    ]); // prettier-ignore
    expect(form.filter(({ fault }) => fault !== null)).toEqual([]);
    expect(form.flatMap(({ code }) => code ?? [])).toEqual(['ESP', 'ESP', '2', '34', '1', 'ESP', '01', '08']);
  });

  test('what it will refuse, with the reason', () => {
    expect(faultsOf({ full_name: '王伟' })).toEqual({ name: 'The form takes the letters A to Z alone.' });
    expect(faultsOf({ passport_no: 'L898902C3L898' })).toEqual({ passNo: 'The form takes at most 12 letters.' });
    expect(faultsOf({ doa: '2026-03-01', dod: '' })).toEqual({
      arrDt: 'The day of arrival has passed.',
      depDt: 'The form needs it.',
    });
    expect(faultsOf({ doa: '2026-03-06' })).toEqual({
      arrDt: 'Can be submitted from 4 March, 00:00, to 6 March, 24:00 in Kuala Lumpur.',
    });
    expect(faultsOf({ doa: '2027-03-06', dod: '2027-03-07' })).toEqual({
      arrDt: 'Can be submitted from 4 March 2027, 00:00, to 6 March 2027, 24:00 in Kuala Lumpur.',
    });
    expect(faultsOf({ post_code: '3000', city: '', place_of_birth: '' })).toEqual({
      pob: 'The form needs it.',
      accommodationPostcode: 'The form takes five digits.',
      accommodationCity: 'The form needs it.',
    });
    expect(faultsOf({ sex: 'X', passport_expiry: '2026-03-01', place_of_birth: 'Xyzzy' })).toEqual({
      pob: noRow,
      sex: chooseRow,
      passExpDte: 'The passport has expired.',
    });
    expect(faultsOf({ dod: '2026-03-03', flight_detail: 'MH 1 to Kuala Lumpur and on to Penang' })).toEqual({
      depDt: 'The departure is before the arrival.',
      vesselNm: 'The form takes at most 30 letters.',
    });
    expect(faultsOf({ passport_expiry: '2026-03-02' })).toEqual({});
  });

  test.each(['N/A', 'NIL', 'Ipoh', 'Hotel Merdeka'])('an address of %s is too short for it', (address) => {
    expect(faultsOf({ address })).toEqual({
      accommodationAddress1: 'The form takes an address of at least three words.',
    });
  });

  test('a text that may mean several rows is not guessed: the rows are offered, and the one that is chosen counts', () => {
    const state = fieldOf('accommodationState', { state: 'Wilayah Persekutuan', post_code: '', city: '' });
    expect(state).toMatchObject({
      value: '',
      code: null,
      fault: chooseRow,
      sent: 'Wilayah Persekutuan',
      chosen: false,
    });
    expect(state.choices.map(({ code }) => code)).toEqual(['14', '15', '16']);

    const chosen = fieldOf(
      'accommodationState',
      { state: 'Wilayah Persekutuan', post_code: '' },
      { choices: { accommodationState: '15' } },
    );
    expect(chosen).toMatchObject({ value: 'WP LABUAN', code: '15', fault: null, chosen: true, choices: [] });
  });

  test('a city that was chosen counts while its state is the one that is meant', () => {
    const place = { state: 'Wilayah', city: 'Somewhere', post_code: '' };
    const chosen = (accommodationState: string) =>
      fieldOf('accommodationCity', place, { choices: { accommodationState, accommodationCity: '1402' } });
    expect(chosen('14')).toMatchObject({ value: 'CHERAS', code: '1402', chosen: true });
    expect(chosen('15')).toMatchObject({ value: 'SOMEWHERE', code: null, chosen: false });
  });

  test('where a text is like no row of a short list, all of its rows are offered', () => {
    const mode = fieldOf('trvlMode', { mode_of_travel: 'By magic' });
    expect(mode).toMatchObject({ value: '', fault: chooseRow, sent: 'By magic' });
    expect(mode.choices.map(({ name }) => name)).toEqual(['AIR', 'LAND', 'SEA']);
    expect(fieldOf('trvlMode', { mode_of_travel: '' })).toMatchObject({ fault: 'The form needs it.', choices: [] });
  });

  test('what was sent is said where it is another text, not where it is the row’s own code', () => {
    const sent = formWith({}).flatMap(({ id, sent: text }) => (text === null ? [] : [[id, text]]));
    expect(sent).toEqual([
      ['name', 'José Ángel Núñez-O’Łukasz'],
      ['embark', 'Málaga'],
      ['accommodationStay', 'Hotel Merdeka'],
      ['accommodationAddress1', '12 Jalan Sultan\nIsmail'],
    ]);
  });

  test('the postcode decides where the state is missing or unsure, and is named where it disagrees', () => {
    expect(fieldOf('accommodationState', { state: 'Wilayah Persekutuan', post_code: '50450' })).toMatchObject({
      code: '14',
    });
    expect(fieldOf('accommodationState', { state: '', post_code: '50450' })).toMatchObject({
      code: '14',
      sent: '50450',
    });
    expect(fieldOf('accommodationCity', { state: '', city: '', post_code: '50450' })).toMatchObject({ code: '1401' });
    expect(fieldOf('accommodationState', { state: 'Penang', post_code: '50450' })).toMatchObject({
      code: '07',
      note: 'The postcode 50450 is in WP KUALA LUMPUR.',
    });
  });

  test('the country before Malaysia: the port’s, unless the shop says it; Malaysia itself is marked', () => {
    expect(fieldOf('embark', { last_port_embarkation: 'LHR' })).toMatchObject({ code: 'GBR', note: null });
    expect(fieldOf('embark', { last_port_embarkation: 'PER' })).toMatchObject({ code: null, fault: chooseRow });
    expect(fieldOf('embark', { last_port_embarkation: 'KLIA' })).toMatchObject({
      code: 'MYS',
      note: 'A journey to Malaysia does not begin there.',
    });
    expect(fieldOf('embark', { last_port_embarkation: 'Changi', embarkation_country: 'Thailand' })).toMatchObject({
      code: 'THA',
      note: 'Changi is in SINGAPORE.',
    });
  });

  test('a long address goes into both lines, and what is left out is said', () => {
    const address = 'Jalan Sultan Ismail '.repeat(7).trim();
    const [one, two] = ['accommodationAddress1', 'accommodationAddress2'].map((id) =>
      fieldOf(id as FormId, { address }),
    );
    expect([one!.value.length <= 100, two!.value.length <= 100]).toEqual([true, true]);
    expect(`${one!.value} ${two!.value}`).toBe(address.toUpperCase());
    expect(fieldOf('accommodationAddress1', { address: address.repeat(3) }).note).toBe(
      'It does not fit into the two lines of the form: what is beyond is left out.',
    );
  });
});

test('every control was read on a day', () => {
  for (const id of formIds) expect(formControls[id].readOn).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test.each([
  ['apply.arrival-card.example', true],
  ['apply.example.online', true],
  ['apply.example.xn--p1ai', false],
  ['my_mail.example.com', false],
])('a mailbox at %s', (domain, isTaken) => expect(mailboxRefused(domain) === undefined).toBe(isTaken));
