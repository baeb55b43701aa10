/** What may be typed, by the kind of keys of a field (form-controls.ts): the letters that are refused. */
const refusedKeys: Record<string, RegExp> = {
  name: /[^A-Za-z ]/g,
  passport: /[^A-Za-z0-9]/g,
  digits: /\D/g,
  journey: /[^A-Za-z0-9/@(),' -]/g,
};

/** Whether the field refuses the key. */
export function refusesKey(keys: string, key: string): boolean {
  return key.length === 1 && new RegExp(refusedKeys[keys]!.source).test(key);
}

/** The text without what the field refuses. */
export function taken(keys: string, text: string): string {
  return text.replace(refusedKeys[keys]!, '');
}

export function isEmail(text: string): boolean {
  return /^[A-Za-z0-9_.-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9]{2,}$/.test(text);
}

/** Whether an address has three words, and is not one of the words for none. */
export function isAddress(text: string): boolean {
  return text.trim().split(/\s+/).length >= 3 && !/^(?:NA|N\/A|NULL|NIL)$/i.test(text.trim());
}

const value = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.value ?? '';
const filled = (id: string, label: string) => () => value(id) === '' && `Please enter ${label}.`;

type Check = () => string | false;

/** The page's checks at Submit, in its order. It has none of the place of birth. */
export const checks: readonly Check[] = [
  filled('name', 'Name'),
  filled('passNo', 'Passport No.'),
  filled('nationality', 'Nationality / Citizenship'),
  filled('sex', 'Sex'),
  filled('dob', 'Date of Birth'),
  filled('passExpDte', 'Date of Passport Expiry'),
  filled('email', 'Email'),
  filled('region', 'Country / Region Code'),
  filled('mobile', 'Mobile No.'),
  filled('arrDt', 'Date of Arrival'),
  filled('depDt', 'Date of Departure'),
  () => value('email') !== value('confirmEmail') && 'Email and Confirm Email are not the same.',
  filled('trvlMode', 'Mode of Travel'),
  filled('embark', 'Last Port of Embarkation before Malaysia'),
  filled('vesselNm', 'Flight / Vessel / Transportation No.'),
];

/** The checks of the accommodation, made while it is shown. */
export const accommodationChecks: readonly Check[] = [
  filled('accommodationStay', 'Accommodation of Stay'),
  filled('accommodationAddress1', 'Address (in Malaysia)'),
  () => !isAddress(value('accommodationAddress1')) && 'Please enter a complete address.',
  filled('accommodationState', 'State'),
  filled('accommodationCity', 'City'),
  filled('accommodationPostcode', 'Postcode'),
  () => !/^\d{5}$/.test(value('accommodationPostcode')) && 'Postcode must have 5 digits.',
];
