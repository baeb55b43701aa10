import { countries, modes, type Option, sexes, states, stays } from './lists.js';

/** A control of the copied form, as the page has it. */
export type FormControl = {
  id: string;
  label: string;
  kind: 'text' | 'date' | 'list';
  max?: number;
  /** The rows of a list; those of regions and cities come while the page is used. */
  rows?: readonly Option[];
  /** The hidden field that gets its value when jQuery hears of a change. */
  mirror?: string;
  /** Whether leaving it makes its letters capitals. */
  isUpper?: true;
  /** What of the clipboard it refuses. */
  refuses?: 'paste' | 'copy and paste';
  /** What typing into it lets through. */
  keys?: 'name' | 'passport' | 'digits' | 'journey';
  isOptional?: true;
  inAccommodation?: true;
};

const text = (id: string, label: string, max: number, more: Partial<FormControl> = {}): FormControl => ({
  id,
  label,
  kind: 'text',
  max,
  ...more,
});
const date = (id: string, label: string): FormControl => ({ id, label, kind: 'date' });
const list = (id: string, label: string, rows: readonly Option[], more: Partial<FormControl> = {}): FormControl => ({
  id,
  label,
  kind: 'list',
  rows,
  ...more,
});

const address = { keys: 'journey', isUpper: true, refuses: 'paste', inAccommodation: true } as const;

/** The controls of the form in its order. */
export const copiedControls: readonly FormControl[] = [
  text('name', 'Name', 60, { keys: 'name', isUpper: true, refuses: 'paste' }),
  text('passNo', 'Passport No.', 12, { keys: 'passport', isUpper: true, refuses: 'paste' }),
  date('dob', 'Date of Birth'),
  list('nationality', 'Nationality / Citizenship', countries, { mirror: 'sNation' }),
  list('pob', 'Place of Birth', countries),
  list('sex', 'Sex', sexes),
  date('passExpDte', 'Date of Passport Expiry'),
  text('email', 'Email', 100, { refuses: 'paste' }),
  text('confirmEmail', 'Confirm Email', 100, { refuses: 'copy and paste' }),
  list('region', 'Country / Region Code', [], { mirror: 'sRegion' }),
  text('mobile', 'Mobile No.', 12, { keys: 'digits', refuses: 'paste' }),
  date('arrDt', 'Date of Arrival'),
  date('depDt', 'Date of Departure'),
  text('vesselNm', 'Flight / Vessel / Transportation No.', 30, { keys: 'journey', isUpper: true, refuses: 'paste' }),
  list('trvlMode', 'Mode of Travel', modes, { mirror: 'sMode' }),
  list('embark', 'Last Port of Embarkation before Malaysia', countries, { mirror: 'sEmbark' }),
  list('accommodationStay', 'Accommodation of Stay', stays, { mirror: 'sStay', inAccommodation: true }),
  text('accommodationAddress1', 'Address (in Malaysia)', 100, address),
  text('accommodationAddress2', 'Address line 2', 100, { ...address, isOptional: true }),
  list('accommodationState', 'State', states, { mirror: 'sState', inAccommodation: true }),
  list('accommodationCity', 'City', [], { mirror: 'sCity', inAccommodation: true }),
  text('accommodationPostcode', 'Postcode', 5, { keys: 'digits', inAccommodation: true }),
];

/** The hidden fields that lists are copied into. */
export const mirrors: readonly string[] = copiedControls.flatMap(({ mirror }) => mirror ?? []);
