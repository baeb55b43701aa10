import { type AmendValues, endOf, passportLabel } from './amend-fields.js';
import { formatDate, plainDay, processingDate } from './dates.js';
import { plainName, withoutMarks } from './plain-name.js';

/** What the form needs: the order's values, the nationality's name, the order's mailbox, and the authority's calendar. */
export type FormFacts = {
  values: AmendValues;
  nationality: string;
  mailbox: string;
  /** Today in Kuala Lumpur, YYYY-MM-DD. */
  today: string;
  /** How many days before the arrival the authority's window opens. */
  windowDays: number;
};

/** A field of the form; `fault` says why the form will refuse the value, null when it will not. */
export type FormField = { label: string; value: string; fault: string | null };

/** What was submitted to the authority: the fields in the form's order, when and by whom. `at` is ISO 8601 in UTC. */
export type Submitted = { at: string; by: string; fields: { label: string; value: string }[] };

type Row = {
  label: string;
  /** The value in the form's spelling. */
  of: (facts: FormFacts) => string;
  /** Why the form refuses a value that is there; undefined when it takes it. */
  refuses?: (value: string, facts: FormFacts) => string | undefined | false;
};

const missing = 'The form needs it.';
const latin = (value: string) => !/^[\x20-\x7e]*$/.test(value) && 'The form takes Latin letters alone.';
const day = (date: string) => formatDate(date).replaceAll('-', '/');
const digits = (value: string) => value.replace(/\D/g, '');

/** The fields of the authority's form, in its order and spelling (docs/product.md#the-authoritys-form). */
const rows: readonly Row[] = [
  {
    label: 'Name',
    of: ({ values }) => plainName(values.full_name),
    refuses: (value) =>
      (!/^[A-Z ]*$/.test(value) && 'The form takes the letters A to Z alone.') ||
      (value.length > 60 && 'The form takes at most 60 letters.'),
  },
  {
    label: passportLabel,
    of: ({ values }) => values.passport_no.toUpperCase().replace(/[\s-]/g, ''),
    refuses: (value) => !/^[A-Z0-9]{1,12}$/.test(value) && 'The form takes at most 12 of A to Z and 0 to 9.',
  },
  {
    label: 'Date of Birth',
    of: ({ values }) => day(values.dob),
    refuses: (_value, { values, today }) => values.dob >= today && 'The form takes past days alone.',
  },
  { label: 'Nationality', of: ({ nationality }) => nationality, refuses: latin },
  {
    label: 'Sex',
    of: ({ values }) => ({ M: 'MALE', F: 'FEMALE' })[values.sex] ?? values.sex,
    refuses: (value) => !/^(?:FE)?MALE$/.test(value) && 'The form takes MALE and FEMALE alone.',
  },
  {
    label: 'Passport Expiry',
    of: ({ values }) => day(values.passport_expiry),
    refuses: (_value, { values, today }) => values.passport_expiry <= today && 'The passport has expired.',
  },
  { label: 'Email', of: ({ mailbox }) => mailbox },
  { label: 'Confirm Email', of: ({ mailbox }) => mailbox },
  { label: 'Region Code', of: ({ values }) => digits(values.phone_code) },
  { label: 'Mobile No.', of: ({ values }) => digits(values.phone_number) },
  {
    label: 'Date of Arrival',
    of: ({ values }) => day(values.doa),
    refuses: (_value, { values, today, windowDays }) => {
      if (values.doa < today) return 'The day of arrival has passed.';
      const opens = processingDate(values.doa, windowDays);
      return opens > today && `The form takes it from ${plainDay(opens, today)}.`;
    },
  },
  { label: 'Date of Departure', of: ({ values }) => day(values.dod) },
  { label: 'Flight / Vessel / Transportation No.', of: ({ values }) => plain(values.flight_detail), refuses: latin },
  {
    label: 'Mode of Travel',
    of: ({ values }) => plain(values.mode_of_travel),
    refuses: (value) => !['AIR', 'LAND', 'SEA'].includes(value) && 'The form takes AIR, LAND and SEA alone.',
  },
  { label: 'Last Port of Embarkation', of: ({ values }) => plain(values.last_port_embarkation), refuses: latin },
  { label: 'Accommodation of Stay', of: ({ values }) => plain(values.accommodation_of_Stay), refuses: latin },
  { label: 'Address', of: ({ values }) => plain(values.address), refuses: latin },
  { label: 'State', of: ({ values }) => plain(values.state), refuses: latin },
  {
    label: 'Postcode',
    of: ({ values }) => values.post_code.trim(),
    refuses: (value) => !/^\d{5}$/.test(value) && 'The form takes five digits.',
  },
  { label: 'City', of: ({ values }) => plain(values.city), refuses: latin },
];

/** Every field of the form with its value and, where the form will refuse it, the reason. */
export function authorityForm(facts: FormFacts): FormField[] {
  return rows.map(({ label, of, refuses }) => {
    const value = of(facts);
    const fault = value === '' ? missing : refuses?.(value, facts);
    return { label, value, fault: fault || null };
  });
}

/** The fields with the end of the passport number alone (docs/product.md#passport-numbers). */
export function withoutPassport<Field extends { label: string; value: string }>(fields: Field[]): Field[] {
  return fields.map((field) => (field.label === passportLabel ? { ...field, value: endOf(field.value) } : field));
}

function plain(text: string): string {
  return withoutMarks(text).replace(/\s+/g, ' ').trim();
}

/** How many of the fields the form will refuse. */
export function faultsOf(fields: readonly Pick<FormField, 'fault'>[]): number {
  return fields.filter(({ fault }) => fault !== null).length;
}

/** How the sentence begins that says so. */
export const formRefusal = 'The form will refuse';

/** That the form will refuse so many values of an order, without a full stop. */
export function formRefuses(faults: number): string {
  return `${formRefusal} ${faults === 1 ? 'one value' : `${faults} values`} of this order`;
}
