import { expect, test } from '@jest/globals';
import { formCities, formCountries } from '../../src/platform/form/lists.js';
import { formModes } from '../../src/shared/form/lists.js';
import { formPart } from '../../src/system/system.present.js';

const domain = 'apply.arrival-card.example';

test('the operator’s page says when the form was read, and names rows older than 90 days', () => {
  expect(formPart(domain, new Date('2026-12-03T12:00:00Z'))).toMatchObject({
    ok: true,
    detail: 'read on 4 September 2026',
  });
  const old = formPart(domain, new Date('2026-12-04T12:00:00Z'));
  expect(old.ok).toBe(false);
  expect(old.detail).toMatch(/^read on 4 September 2026; more than 90 days ago: Name, Passport No\., .*Postcode, PIN$/);
});

test('a row of a list that was read earlier is named by its control', () => {
  const now = new Date('2026-12-03T12:00:00Z');
  for (const [rows, label] of [
    [formModes, 'Mode of Travel'],
    [formCities, 'City'],
    [formCountries, 'Nationality / Citizenship, Place of Birth, Last Port of Embarkation before Malaysia'],
  ] as const) {
    const row = rows.at(-1)!;
    const { readOn } = row;
    row.readOn = '2026-08-27';
    expect(formPart(domain, now).detail).toBe(`read on 4 September 2026; more than 90 days ago: ${label}`);
    row.readOn = readOn;
  }
});

test('and that the form refuses the addresses of the orders', () => {
  expect(formPart('apply.example.xn--p1ai', new Date('2026-12-03T12:00:00Z'))).toMatchObject({
    ok: false,
    detail: 'read on 4 September 2026; the form refuses addresses at apply.example.xn--p1ai (APPLICATION_MAIL_DOMAIN)',
  });
});
