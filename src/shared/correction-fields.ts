import type { AmendName } from './amend-fields.js';
import { formControls, type FormId } from './form/controls.js';

type Row = {
  /** As a customer reads it. */
  label: string;
  hint?: string;
  /** `list`: an entry of the form's list is chosen. */
  kind: 'text' | 'date' | 'list';
  /** The control whose list is chosen from. */
  control?: FormId;
  /** The most characters that the authority's form takes. */
  limit?: number | undefined;
  autoComplete?: string;
  inputMode?: 'numeric' | 'tel';
  /** Whether what is on record is never shown on the customer's pages. */
  hidden?: true;
};

/** The fields that a customer can correct, as the customer's form shows them; a member alone changes the others. */
const rows = {
  full_name: {
    label: 'Full name',
    hint: 'As your passport spells it, in the letters A to Z',
    kind: 'text',
    limit: formControls.name.max,
    autoComplete: 'name',
  },
  passport_no: { label: 'Passport number', kind: 'text', limit: formControls.passNo.max, hidden: true },
  nationality: {
    label: 'Nationality',
    hint: 'The country that issued your passport',
    kind: 'list',
    control: 'nationality',
  },
  place_of_birth: { label: 'Country of birth', kind: 'list', control: 'pob' },
  dob: { label: 'Date of birth', kind: 'date', autoComplete: 'bday', hidden: true },
  sex: { label: 'Sex', kind: 'list', control: 'sex' },
  passport_expiry: { label: 'Day on which the passport expires', kind: 'date' },
  doa: { label: 'Day of arrival in Malaysia', kind: 'date' },
  dod: { label: 'Day of departure from Malaysia', kind: 'date' },
  flight_detail: {
    label: 'Flight, ship, bus or car',
    hint: 'Its number, for example MH 2',
    kind: 'text',
    limit: formControls.vesselNm.max,
  },
  mode_of_travel: { label: 'How you enter Malaysia', kind: 'list', control: 'trvlMode' },
  embarkation_country: { label: 'Country where the journey to Malaysia begins', kind: 'list', control: 'embark' },
  accommodation_type: { label: 'Kind of stay', kind: 'list', control: 'accommodationStay' },
  address: { label: 'Address in Malaysia', hint: 'In the letters A to Z', kind: 'text', limit: 200 },
  address2: {
    label: 'Second line of the address',
    hint: 'In the letters A to Z',
    kind: 'text',
    limit: formControls.accommodationAddress2.max,
  },
  state: { label: 'State', kind: 'list', control: 'accommodationState' },
  post_code: {
    label: 'Postcode',
    hint: 'Five digits',
    kind: 'text',
    limit: formControls.accommodationPostcode.max,
    inputMode: 'numeric',
  },
  city: { label: 'City', kind: 'list', control: 'accommodationCity', limit: 100 },
  phone_code: {
    label: 'Country code of the phone',
    hint: 'For example +44',
    kind: 'text',
    limit: 10,
    autoComplete: 'tel-country-code',
    inputMode: 'tel',
  },
  phone_number: {
    label: 'Phone number',
    hint: 'Without the country code',
    kind: 'text',
    limit: 20,
    autoComplete: 'tel-national',
    inputMode: 'tel',
  },
} as const satisfies Partial<Record<AmendName, Row>>;

export type CorrectionName = keyof typeof rows;
export const correctionFields: Readonly<Record<CorrectionName, Row>> = rows;
export const correctionNames = Object.keys(rows) as CorrectionName[];
