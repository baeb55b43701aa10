import type { AmendSection } from '../amend-fields.js';

/** The lists that the authority's form chooses from. */
export type FormList = 'country' | 'sex' | 'region' | 'mode' | 'stay' | 'state' | 'city';

/** A control of one of the authority's pages. */
export type Control = {
  /** As the form has it. */
  label: string;
  kind: 'text' | 'date' | 'list';
  /** Which list a control of the kind `list` chooses from. */
  list?: FormList;
  /** The most letters that it takes. */
  max?: number;
  /** What a whole value of it matches. */
  takes?: RegExp;
  /** What it takes, for whoever reads that a value is refused. */
  says?: string;
  /** Whether it may be left empty. */
  optional?: true;
  /** Whether it is in the section that the form hides until it knows that the visitor needs it. */
  accommodation?: true;
  /** Whether the page leaves it unchecked, so that ours must be the check. */
  unchecked?: true;
  /** What of an order is amended where its value is wrong; none for the order's mailbox. */
  amends?: AmendSection;
  /** The day on which it was read off the form last, YYYY-MM-DD. */
  readOn: string;
};

/** The day of the most exact reading of the form, with the scripts of its page. */
export const readOn = '2026-09-04';
/** What texts of the journey and the address are made of. */
const journeyText = /^[A-Z0-9/@(),' -]*$/;
const journeySays = 'The form takes A to Z, 0 to 9, blanks and / - @ ( ) , ’ alone.';

/**
 * The controls of the authority's form in its order, by their names there (docs/form.md#the-authoritys-form). A change of
 * the form is a change of these rows.
 */
const rows = {
  name: {
    label: 'Name',
    kind: 'text',
    max: 60,
    takes: /^[A-Z ]*$/,
    says: 'The form takes the letters A to Z alone.',
    amends: 'amendName',
    readOn,
  },
  passNo: {
    label: 'Passport No.',
    kind: 'text',
    max: 12,
    takes: /^[A-Z0-9]*$/,
    says: 'The form takes A to Z and 0 to 9 alone.',
    amends: 'amendPassport',
    readOn,
  },
  dob: { label: 'Date of Birth', kind: 'date', amends: 'amendPassport', readOn },
  nationality: { label: 'Nationality / Citizenship', kind: 'list', list: 'country', amends: 'amendPassport', readOn },
  pob: { label: 'Place of Birth', kind: 'list', list: 'country', unchecked: true, amends: 'amendPassport', readOn },
  sex: { label: 'Sex', kind: 'list', list: 'sex', amends: 'amendPassport', readOn },
  passExpDte: { label: 'Date of Passport Expiry', kind: 'date', amends: 'amendPassport', readOn },
  email: {
    label: 'Email',
    kind: 'text',
    max: 100,
    takes: /^[A-Za-z0-9_.-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9]{2,}$/,
    says: 'The form takes letters, digits, _ . and - before the @, and no hyphen after the last dot.',
    readOn,
  },
  confirmEmail: { label: 'Confirm Email', kind: 'text', max: 100, readOn },
  region: { label: 'Country / Region Code', kind: 'list', list: 'region', amends: 'amendPhone', readOn },
  mobile: {
    label: 'Mobile No.',
    kind: 'text',
    max: 12,
    takes: /^\d*$/,
    says: 'The form takes digits alone, without the country’s code.',
    amends: 'amendPhone',
    readOn,
  },
  arrDt: { label: 'Date of Arrival', kind: 'date', amends: 'amendDates', readOn },
  depDt: { label: 'Date of Departure', kind: 'date', amends: 'amendDates', readOn },
  vesselNm: {
    label: 'Flight / Vessel / Transportation No.',
    kind: 'text',
    max: 30,
    takes: journeyText,
    says: journeySays,
    amends: 'amendTravel',
    readOn,
  },
  trvlMode: { label: 'Mode of Travel', kind: 'list', list: 'mode', amends: 'amendTravel', readOn },
  embark: {
    label: 'Last Port of Embarkation before Malaysia',
    kind: 'list',
    list: 'country',
    amends: 'amendTravel',
    readOn,
  },
  accommodationStay: {
    label: 'Accommodation of Stay',
    kind: 'list',
    list: 'stay',
    accommodation: true,
    amends: 'amendStay',
    readOn,
  },
  accommodationAddress1: {
    label: 'Address (in Malaysia)',
    kind: 'text',
    max: 100,
    takes: journeyText,
    says: journeySays,
    accommodation: true,
    amends: 'amendStay',
    readOn,
  },
  accommodationAddress2: {
    label: 'Address line 2',
    kind: 'text',
    max: 100,
    takes: journeyText,
    says: journeySays,
    optional: true,
    accommodation: true,
    amends: 'amendStay',
    readOn,
  },
  accommodationState: { label: 'State', kind: 'list', list: 'state', accommodation: true, amends: 'amendStay', readOn },
  accommodationCity: { label: 'City', kind: 'list', list: 'city', accommodation: true, amends: 'amendStay', readOn },
  accommodationPostcode: {
    label: 'Postcode',
    kind: 'text',
    max: 5,
    takes: /^\d{5}$/,
    says: 'The form takes five digits.',
    accommodation: true,
    amends: 'amendStay',
    readOn,
  },
} as const satisfies Record<string, Control>;

export type FormId = keyof typeof rows;
export const formControls: Readonly<Record<FormId, Control>> = rows;
export const formIds = Object.keys(rows) as FormId[];
