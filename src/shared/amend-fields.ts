type AmendField = {
  label: string;
  /** Whether the card shows it, so that a change means a new submission. */
  onCard?: true;
  /** Whether histories show only the end of it. */
  masked?: true;
};

/** What of an order can be amended, by wire name (docs/orders.md#amend-an-order). What was paid never can. */
const fields = {
  full_name: { label: 'Name', onCard: true },
  signature_name: { label: 'Signature Name' },
  passport_no: { label: 'Passport No.', onCard: true, masked: true },
  nationality: { label: 'Nationality', onCard: true },
  place_of_birth: { label: 'Place of Birth', onCard: true },
  dob: { label: 'Date of Birth', onCard: true },
  sex: { label: 'Sex', onCard: true },
  passport_expiry: { label: 'Passport Expiry', onCard: true },
  doa: { label: 'Date of Arrival', onCard: true },
  dod: { label: 'Date of Departure', onCard: true },
  flight_detail: { label: 'Flight/Vessel/Transport No.', onCard: true },
  mode_of_travel: { label: 'Mode of Travel', onCard: true },
  last_port_embarkation: { label: 'Last Port of Embarkation', onCard: true },
  embarkation_country: { label: 'Country of Embarkation', onCard: true },
  accommodation_type: { label: 'Kind of Stay', onCard: true },
  accommodation_of_Stay: { label: 'Accommodation of Stay', onCard: true },
  address: { label: 'Address in Malaysia', onCard: true },
  address2: { label: 'Address Line 2', onCard: true },
  state: { label: 'State', onCard: true },
  post_code: { label: 'Postcode', onCard: true },
  city: { label: 'City', onCard: true },
  contact_email_address: { label: 'Contact Email' },
  phone_code: { label: 'Phone Code' },
  phone_number: { label: 'Phone Number' },
} as const satisfies Record<string, AmendField>;

export type AmendName = keyof typeof fields;
export const amendFields: Readonly<Record<AmendName, AmendField>> = fields;
export const amendNames = Object.keys(fields) as AmendName[];

/** The sections of an order that are amended together, each with a form of its own. */
export const amendSections = {
  amendName: { title: 'Name', fields: ['full_name', 'signature_name'] },
  amendPassport: {
    title: 'Passport',
    fields: ['passport_no', 'nationality', 'place_of_birth', 'dob', 'sex', 'passport_expiry'],
  },
  amendEmail: { title: 'Email', fields: ['contact_email_address'] },
  amendPhone: { title: 'Phone', fields: ['phone_code', 'phone_number'] },
  amendDates: { title: 'Dates', fields: ['doa', 'dod'] },
  amendTravel: {
    title: 'Travel',
    fields: ['flight_detail', 'mode_of_travel', 'last_port_embarkation', 'embarkation_country'],
  },
  amendStay: {
    title: 'Stay',
    fields: ['accommodation_type', 'accommodation_of_Stay', 'address', 'address2', 'state', 'post_code', 'city'],
  },
} as const satisfies Record<string, { title: string; fields: readonly AmendName[] }>;
export type AmendSection = keyof typeof amendSections;

/** The value of each field as text; empty for what is not on record. */
export type AmendValues = Record<AmendName, string>;

/** The values of an order that can be amended, from its wire names. */
export function amendValues(order: Record<AmendName, string | null>): AmendValues {
  return Object.fromEntries(amendNames.map((name) => [name, order[name] ?? ''])) as AmendValues;
}

/** The last four characters; of a short text fewer, so that half of it stays hidden. */
export function endOf(text: string): string {
  return `…${text.slice(text.length - Math.min(4, Math.floor(text.length / 2)))}`;
}
