import type { FormId } from './form/controls.js';
import { needsNoCard } from './card-free-nationalities.js';
import { daysFrom } from './dates.js';
import { formControls } from './form/controls.js';
import { isMailable } from './mail-address.js';
import { meantDomain } from './mistyped-domain.js';
import { hasTitle } from './name-titles.js';
import { isMrzRight, readZone, type Zone } from './mrz.js';
import { plainName } from './plain-name.js';
import { isSameState, isZonesDay, isZonesName, isZonesNumber } from './zone-differences.js';

/** What the checks look at; dates are YYYY-MM-DD. */
export type CheckFacts = {
  name: string;
  passport: string;
  expiry: string;
  /** The machine-readable zone as the shop sent it; null when it sent none. */
  mrz: string | null;
  /** The code of the nationality that the zone names; null for none that we know. */
  zoneNationality: string | null;
  nationality: string;
  /** Whether the nationality is a country or a status of travel documents. */
  isNationality: boolean;
  /** The date of birth. */
  born: string;
  sex: string;
  arrival: string;
  departure: string | null;
  /** How the traveller enters Malaysia, as the shop sent it; null when it sent nothing. */
  mode: string | null;
  postCode: string | null;
  /** Whether the phone number can be called; null for an order without one. */
  callable: boolean | null;
  email: string;
  /**
   * Of the values that are there, the controls of the authority's form that refuse them or have no row that is surely meant,
   * and those to look at.
   */
  form: { refused: readonly FormId[]; noted: readonly FormId[] };
  /** Whether another open order has the same passport and arrival. */
  doubled: boolean;
  /** Today in Kuala Lumpur. */
  today: string;
};

/** Days of an order that may be written in the Thai calendar, by their wire names. */
export type Days = { dob: string | null; passport_expiry: string | null; doa: string };

type CheckRow = {
  /** `stops`: the authority or the airline will refuse. `warns`: somebody should look. */
  severity: 'stops' | 'warns';
  /** On the chip. */
  label: string;
  /** What is wrong, for staff. */
  fault: string;
  /** What staff say to the customer. */
  sentence: string;
  /** The day of the order that it is about, when that may be one of the Thai calendar. */
  day?: keyof Days;
  needs: readonly (keyof CheckFacts)[];
  fails: (facts: CheckFacts) => boolean;
};

/** A field that must be what the zone of the passport says. Only a zone whose check digits are right is compared. */
function differs(
  field: string,
  needs: (keyof CheckFacts)[],
  agrees: (facts: CheckFacts, zone: Zone) => boolean,
): CheckRow {
  return {
    severity: 'stops',
    label: `Passport and zone differ: ${field}`,
    fault: `The ${field} on the order is not what the lines at the foot of the passport say.`,
    sentence: `The ${field} on your order is not what your passport says. Please send us a photo of the passport.`,
    needs: ['mrz', ...needs],
    fails: (facts) => {
      const zone = facts.mrz === null ? undefined : readZone(facts.mrz);
      return zone !== undefined && !agrees(facts, zone);
    },
  };
}

/** A passport that ends too soon after an arrival of this kind. The form does not ask, so it warns. */
function tooShort(months: number, length: string, way: string, concerns: (facts: CheckFacts) => boolean): CheckRow {
  return {
    severity: 'warns',
    label: `Passport under ${length}`,
    fault: `The passport ends less than ${length} after the arrival ${way}.`,
    sentence: `Malaysia asks for a passport that is good for ${length} after you arrive ${way}. Do you have a newer one?`,
    needs: ['expiry', 'arrival', 'mode', 'today'],
    fails: (facts) => concerns(facts) && !isExpired(facts) && facts.expiry < monthsAfter(facts.arrival, months),
  };
}

/** A value that the authority's form refuses, or of which no row of its list is surely meant. */
function refuses(
  severity: CheckRow['severity'],
  id: FormId,
  { label, fault, sentence }: Pick<CheckRow, 'label' | 'fault' | 'sentence'>,
): CheckRow {
  return { severity, label, fault, sentence, needs: ['form'], fails: ({ form }) => form.refused.includes(id) };
}

/** How the Thai calendar counts, where the order's own day does not show it. */
const example = ' The year 2569 of the Thai calendar is 2026.';

/** The checks of an order before its card is submitted (docs/form.md#checks-before-submission). */
const rows = {
  'passport-expired': {
    severity: 'stops',
    label: 'Passport expired',
    fault: 'The passport expires before the arrival, or has expired.',
    sentence: 'The passport on your order expires before you arrive. Do you have a new one?',
    needs: ['expiry', 'arrival', 'today'],
    fails: isExpired,
  },
  'passport-short': tooShort(6, 'six months', 'by air or sea', (facts) => !isByLand(facts)),
  'passport-short-land': tooShort(3, 'three months', 'by land', isByLand),
  'passport-long': {
    severity: 'stops',
    label: 'Passport good for too long',
    fault: 'The passport expires 15 years or more from today: a mistyped year, or a year of the Thai calendar.',
    sentence: `No passport is good for 15 years or more from today. Which year does yours expire in?${example}`,
    day: 'passport_expiry',
    needs: ['expiry', 'today'],
    fails: ({ expiry, today }) => expiry >= monthsAfter(today, 15 * 12),
  },
  'passport-number': {
    severity: 'stops',
    label: 'Passport number',
    fault: 'The passport number has a sign that is no letter or digit, or more than 12 of them.',
    sentence: 'The passport number on your order can’t be right. Please send us a photo of the passport.',
    needs: ['passport'],
    fails: ({ passport }) => !/^[A-Z0-9]{1,12}$/.test(passport.toUpperCase().replace(/\s/g, '')),
  },
  mrz: {
    severity: 'warns',
    label: 'Passport’s zone',
    fault: 'The lines at the foot of the passport were not read well.',
    sentence: 'The lines at the foot of your passport were not read well. Please send us a photo of the passport.',
    needs: ['mrz'],
    fails: ({ mrz }) => mrz !== null && !isMrzRight(mrz),
  },
  'zone-number': differs('number', ['passport'], ({ passport }, { number }) => isZonesNumber(passport, number)),
  'zone-birth-date': differs('birth date', ['born'], ({ born }, { birth }) => isZonesDay(born, birth)),
  'zone-expiry': differs('expiry', ['expiry'], (facts, { expiry }) => isZonesDay(facts.expiry, expiry)),
  'zone-sex': differs('sex', ['sex'], (facts, { sex }) => sex === '<' || facts.sex === sex),
  'zone-nationality': differs(
    'nationality',
    ['nationality', 'zoneNationality'],
    ({ nationality, zoneNationality: zones }) => zones === null || isSameState(nationality, zones),
  ),
  'zone-name': differs('name', ['name'], ({ name }, zone) => isZonesName(name, zone)),
  nationality: {
    severity: 'stops',
    label: 'Nationality',
    fault: 'The nationality is not a country that we know.',
    sentence: 'The nationality on your order is not a country that we know. Which country issued your passport?',
    needs: ['isNationality'],
    fails: ({ isNationality }) => !isNationality,
  },
  'birth-date': {
    severity: 'stops',
    label: 'Birth date',
    fault: 'The date of birth is in the future, or more than 120 years ago.',
    sentence: 'The date of birth on your order can’t be right. When were you born?',
    day: 'dob',
    needs: ['born', 'today'],
    fails: ({ born, today }) => born > today || born < monthsAfter(today, -12 * oldest),
  },
  'no-card-needed': {
    severity: 'warns',
    label: 'Needs no card',
    fault: 'Travellers of this nationality need no arrival card.',
    sentence: 'Travellers of your nationality need no arrival card. Did you enter the right nationality?',
    needs: ['nationality'],
    fails: ({ nationality }) => needsNoCard(nationality),
  },
  'arrival-past': {
    severity: 'stops',
    label: 'Arrival past',
    fault: 'The day of arrival has passed.',
    sentence: 'The day of arrival on your order has passed. When do you arrive?',
    needs: ['arrival', 'today'],
    fails: ({ arrival, today }) => arrival < today,
  },
  'arrival-far': {
    severity: 'stops',
    label: 'Arrival years away',
    fault: 'The arrival is more than two years away: a mistyped year, or a year of the Thai calendar.',
    sentence: `The arrival on your order is more than two years away. Which year do you mean?${example}`,
    day: 'doa',
    needs: ['arrival', 'today'],
    fails: ({ arrival, today }) => arrival > monthsAfter(today, 24),
  },
  'long-stay': {
    severity: 'warns',
    label: 'Over 90 days',
    fault: 'The stay is longer than 90 days.',
    sentence: 'Your order says that you stay for more than 90 days. When do you leave Malaysia?',
    needs: ['arrival', 'departure'],
    fails: ({ arrival, departure }) => departure !== null && departure > daysFrom(arrival, 90),
  },
  postcode: {
    severity: 'stops',
    label: 'Postcode',
    fault: 'The postcode does not have five digits.',
    sentence: 'A postcode in Malaysia has five digits. Where do you stay?',
    needs: ['postCode'],
    fails: ({ postCode }) => postCode !== null && !/^\d{5}$/.test(postCode.trim()),
  },
  phone: {
    severity: 'warns',
    label: 'Phone number',
    fault: 'The phone number can’t be called.',
    sentence: 'The phone number on your order can’t be called. Please send us the right one.',
    needs: ['callable'],
    fails: ({ callable }) => callable === false,
  },
  'birth-place': refuses('warns', 'pob', {
    label: 'Place of birth',
    fault: 'The place of birth is not a country that we know.',
    sentence: 'The place of birth on your order is not a country that we know. In which country were you born?',
  }),
  sex: refuses('stops', 'sex', {
    label: 'Sex',
    fault: 'The authority’s form takes male or female alone.',
    sentence: 'The authority’s form takes male or female alone. Which of the two shall we enter?',
  }),
  flight: refuses('stops', 'vesselNm', {
    label: 'Flight or vessel',
    fault: 'The authority’s form does not take this flight or vessel.',
    sentence:
      'The flight on your order is not one that the authority’s form takes. What is the number of your flight, ship, bus or car?',
  }),
  mode: refuses('warns', 'trvlMode', {
    label: 'Mode of travel',
    fault: 'The mode of travel is not known: air, land or sea.',
    sentence: 'Do you enter Malaysia by air, by land or by sea?',
  }),
  embarkation: {
    severity: 'warns',
    label: 'Embarkation',
    fault: 'The country where the journey to Malaysia begins is not known, or is Malaysia.',
    sentence: 'In which country does the flight, ship or bus begin that brings you to Malaysia?',
    needs: ['form'],
    fails: ({ form }) => [...form.refused, ...form.noted].includes('embark'),
  },
  stay: refuses('warns', 'accommodationStay', {
    label: 'Kind of stay',
    fault: 'The kind of stay is not known.',
    sentence: 'Where do you stay in Malaysia: in a hotel, with friends or relatives, or elsewhere?',
  }),
  'stay-address': refuses('stops', 'accommodationAddress1', {
    label: 'Address of the stay',
    fault: 'The address of the stay is not complete.',
    sentence: 'The address in Malaysia on your order is not complete. What is the whole address?',
  }),
  state: refuses('warns', 'accommodationState', {
    label: 'State',
    fault: 'The state of the stay is not known.',
    sentence: 'In which state of Malaysia do you stay?',
  }),
  'place-differs': {
    severity: 'warns',
    label: 'Postcode and state differ',
    fault: 'The postcode and the state don’t belong together.',
    sentence: 'The postcode and the state on your order don’t belong together. What is the whole address of your stay?',
    needs: ['form'],
    fails: ({ form }) => form.noted.includes('accommodationState'),
  },
  unmailable: {
    severity: 'stops',
    label: 'Address that no mail reaches',
    fault: 'No mail can be sent to the email address.',
    sentence: 'No mail can be sent to the email address on your order. Which one is right?',
    needs: ['email'],
    fails: ({ email }) => !isMailable(email),
  },
  address: {
    severity: 'warns',
    label: 'Email address',
    fault: 'The email address seems mistyped.',
    sentence: 'The email address on your order seems mistyped. Which one is right?',
    needs: ['email'],
    fails: ({ email }) => meantDomain(email) !== undefined,
  },
  doubled: {
    severity: 'warns',
    label: 'Ordered twice',
    fault: 'Another open order has the same passport and day of arrival.',
    sentence: 'You have two orders for the same passport and day of arrival. Do you need both?',
    needs: ['doubled'],
    fails: ({ doubled }) => doubled,
  },
  'one-word': {
    severity: 'warns',
    label: 'Name of one word',
    fault: 'The name has one word.',
    sentence: 'The name on your order has one word. Is it the whole name in your passport?',
    needs: ['name'],
    fails: ({ name }) => isOneWord(name),
  },
  'name-title': {
    severity: 'warns',
    label: 'Title or placeholder in the name',
    fault: 'The name has a title, or words that mean a missing name.',
    sentence:
      'The name on your order has a title, or words that mean a missing name. What is the name in your passport?',
    needs: ['name'],
    fails: ({ name }) => hasTitle(name),
  },
  'name-script': {
    severity: 'stops',
    label: 'Name not in Latin letters',
    fault: 'The name is not in Latin letters.',
    sentence: 'The name on your order is not in Latin letters. How does your passport spell it in the letters A to Z?',
    needs: ['name'],
    fails: ({ name }) => !isLatin(name),
  },
  'name-long': {
    severity: 'stops',
    label: 'Name over 60 letters',
    fault: 'The name has more than the 60 letters that the authority’s form takes.',
    sentence:
      'The authority’s form takes a name of at most 60 letters. Please send us a photo of the passport, and say how we may shorten your name.',
    needs: ['name', 'mrz', 'nationality'],
    fails: ({ name, mrz, nationality }) =>
      plainName(name, { zone: readZone(mrz ?? ''), nationality }).length > formControls.name.max!,
  },
} as const satisfies Record<string, CheckRow>;

export type CheckId = keyof typeof rows;
export const orderChecks: Readonly<Record<CheckId, CheckRow>> = rows;
export const checkIds = Object.keys(rows) as CheckId[];

/** The checks that an order fails, in the order of the table. */
export function failedChecks(facts: CheckFacts): CheckId[] {
  return checkIds.filter((id) => orderChecks[id].fails(facts));
}

/**
 * What a check says of an order, to staff and to the customer. Of a day that may be one of the Thai calendar it names the year
 * of ours (docs/form.md#checks-before-submission).
 */
export function sayingsOf(id: CheckId, days: Days): Pick<CheckRow, 'fault' | 'sentence'> {
  const { fault, sentence, day } = orderChecks[id];
  const year = day && thaiYear(days[day]);
  if (year === undefined) return { fault, sentence };
  const asks = ` Is the year ${year - thaiAhead} (${year} in the Thai calendar)?`;
  return { fault: fault + asks, sentence: sentence.replace(example, '') + asks };
}

const thaiAhead = 543;

/** The year of a day that is one of our time in the Thai calendar. */
function thaiYear(day: string | null): number | undefined {
  const year = Number(day?.slice(0, 4));
  return year >= 1900 + thaiAhead && year < 2100 + thaiAhead ? year : undefined;
}

/** Nobody who travels is older, in years: such a date was filled in by a form. */
const oldest = 120;

function isExpired({ expiry, arrival, today }: CheckFacts): boolean {
  return expiry < arrival || expiry < today;
}

/** Without a mode the longer rule, of air and sea, is the safe one. */
function isByLand({ mode }: CheckFacts): boolean {
  return mode?.trim().toUpperCase() === 'LAND';
}

/** Whether a name has no letter of another script. */
function isLatin(name: string): boolean {
  return !/\p{L}/u.test(plainName(name).replace(/[A-Z]/g, ''));
}

/** A name in another script is asked about anyway. */
function isOneWord(name: string): boolean {
  return (
    isLatin(name) &&
    name
      .trim()
      .split(/[\s,·・]+/u)
      .filter((word) => /\p{L}/u.test(word)).length < 2
  );
}

/** The same day some months later; the last of a shorter month. */
function monthsAfter(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
