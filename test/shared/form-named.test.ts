import { expect, test } from '@jest/globals';
import { formControls, formIds } from '../../src/shared/form/controls.js';
import { controlsNamedIn } from '../../src/shared/form/named.js';

test.each(formIds)('the label of %s names it alone', (id) => {
  expect(controlsNamedIn(`Please enter ${formControls[id].label}!`)).toEqual([id]);
});

test.each([
  ['Please select Sex', ['sex']],
  ['PLEASE ENTER PASSPORT NUMBER', ['passNo']],
  ['Invalid Date of Passport Expiry.', ['passExpDte']],
  ['Date of Arrival must be before Date of Departure', ['arrDt', 'depDt']],
  ['Nationality/Citizenship is required; Place of Birth is required', ['nationality', 'pob']],
  ['Email and Confirm Email are not the same', ['email', 'confirmEmail']],
  ['Please enter Address line 2', ['accommodationAddress2']],
  ['Please enter Address', ['accommodationAddress1']],
  ['The postcode is not of this state', ['accommodationState', 'accommodationPostcode']],
  ['Flight No. is missing', ['vesselNm']],
])('%s', (words, ids) => {
  expect(controlsNamedIn(words)).toEqual(ids);
});

test.each(['The form was shown again.', 'Rename it, or restate the surname.', 'Sila masukkan jantina', ''])(
  'nothing is named by %j',
  (words) => {
    expect(controlsNamedIn(words)).toEqual([]);
  },
);
