import type { AmendValues } from '../../shared/amend-fields.js';
import type { FormChoice, FormField } from '../../shared/authority-form.js';
import { formatDate, kualaLumpurToday, plainDay, processingDate } from '../../shared/dates.js';
import { type FormId, type FormList, formControls, formIds } from '../../shared/form/controls.js';
import type { FormChoices } from '../../shared/form/choices.js';
import { type FormRow, wholeLists } from '../../shared/form/lists.js';
import { mailboxOfOrder } from '../../shared/mail-address.js';
import { plainName } from '../../shared/plain-name.js';
import { readZone } from '../../shared/mrz.js';
import type { Env } from '../env.js';
import { modeOf, sexOf, stayOf } from './choices.js';
import { countryOf, embarkationOf } from './countries.js';
import { formCities, formCountries, labelOf } from './lists.js';
import { cityOf, contradiction, postcodeOf, stateOf } from './malaysia.js';
import type { Match } from './match.js';
import { regionOf } from './region.js';
import { addressLines, journeyText } from './text.js';

/** What the form needs of an order, and the authority's calendar. */
export type FormFacts = {
  values: AmendValues;
  /** The machine-readable zone of the passport; null when the shop sent none. */
  mrz: string | null;
  /** The rows that members chose. */
  choices: FormChoices;
  mailbox: string;
  /** Today in Kuala Lumpur, YYYY-MM-DD. */
  today: string;
  /** How many days before the arrival the authority's window opens. */
  windowDays: number;
};

/** What a control is filled with. A `fault` or `note` of its own comes before that of the control's limits. */
type Filled = {
  value: string;
  code?: string | undefined;
  sent?: string | undefined;
  fault?: string | false | undefined;
  note?: string | false | undefined;
  choices?: FormChoice[];
  chosen?: boolean;
};

/** The facts, with the state: its rows are those that the city is chosen from. */
type Known = FormFacts & { state: Filled };

/** What the form needs of a stored order besides its values. One that is not stored yet has no id, and so no mailbox. */
type FormOrder = {
  id?: number | null | undefined;
  mrz?: string | null | undefined;
  formChoices?: FormChoices | null | undefined;
};

const missing = 'The form needs it.';
export const chooseRow = 'Choose the row that is meant.';
export const noRow = 'No row of the form’s list is like this.';

const day = (date: string) => formatDate(date).replaceAll('-', '/');

/** What each control is filled with (docs/form.md#the-authoritys-form). */
const rows: Record<FormId, (facts: Known) => Filled> = {
  name: (facts) => {
    const { full_name: sent, nationality } = facts.values;
    return { value: plainName(sent, { zone: readZone(facts.mrz ?? ''), nationality }), sent };
  },
  passNo: ({ values }) => ({ value: values.passport_no.toUpperCase().replace(/[\s-]/g, '') }),
  dob: ({ values, today }) => ({
    value: day(values.dob),
    fault: values.dob >= today && 'The form takes past days alone.',
  }),
  nationality: (facts) => row(facts, 'nationality', facts.values.nationality, countryOf),
  pob: (facts) => row(facts, 'pob', facts.values.place_of_birth, countryOf),
  sex: (facts) => row(facts, 'sex', facts.values.sex, sexOf),
  passExpDte: ({ values, today }) => ({
    value: day(values.passport_expiry),
    fault: values.passport_expiry < today && 'The passport has expired.',
  }),
  email: ({ mailbox }) => ({ value: mailbox }),
  confirmEmail: ({ mailbox }) => ({ value: mailbox }),
  region: ({ values }) => {
    const phone = regionOf(values.phone_code, values.phone_number);
    if (!phone) return { value: '', sent: `${values.phone_code} ${values.phone_number}`.trim() };
    const country = phone.country === null ? undefined : labelOf(formCountries, phone.country);
    return { value: `${country ?? ''} (+${phone.region})`.trim(), code: phone.region };
  },
  mobile: ({ values }) => ({ value: mobileOf(values) }),
  arrDt: (facts) => ({ value: day(facts.values.doa), fault: whyNotNow(facts) }),
  depDt: ({ values }) => ({
    value: day(values.dod),
    fault: values.dod !== '' && values.dod < values.doa && 'The departure is before the arrival.',
  }),
  vesselNm: ({ values }) => text(values.flight_detail),
  trvlMode: (facts) => row(facts, 'trvlMode', facts.values.mode_of_travel, modeOf),
  embark: embarkation,
  accommodationStay: (facts) => {
    const { accommodation_type: kind, accommodation_of_Stay: stay } = facts.values;
    return row(facts, 'accommodationStay', kind || stay, stayOf);
  },
  accommodationAddress1: ({ values }) => {
    const { line1, lost } = addressLines(values.address, values.address2);
    return { value: line1, sent: values.address, fault: whyNoAddress(line1), note: lost && addressCut };
  },
  accommodationAddress2: ({ values }) => ({
    value: addressLines(values.address, values.address2).line2,
    sent: values.address2,
  }),
  accommodationState: ({ state: found }) => found,
  accommodationCity: city,
  accommodationPostcode: ({ values }) => ({ value: values.post_code.trim() }),
};

/** The authority's form for an order. @param today the day in Kuala Lumpur, YYYY-MM-DD */
export function formOf(
  { id, mrz, formChoices }: FormOrder,
  values: AmendValues,
  env: Pick<Env, 'APPLICATION_MAIL_DOMAIN' | 'SUBMISSION_WINDOW_DAYS'>,
  today = kualaLumpurToday(),
): FormField[] {
  return authorityForm({
    values,
    mrz: mrz ?? null,
    choices: formChoices ?? {},
    mailbox: id ? mailboxOfOrder(id, env.APPLICATION_MAIL_DOMAIN) : '',
    today,
    windowDays: env.SUBMISSION_WINDOW_DAYS,
  });
}

/** Every control of the form with its value and, where the form will refuse it, the reason. */
export function authorityForm(facts: FormFacts): FormField[] {
  const known: Known = { ...facts, state: state(facts) };
  return formIds.map((id) => {
    const filled = rows[id](known);
    const { value, code, sent, note, choices = [], chosen = false } = filled;
    return {
      id,
      label: formControls[id].label,
      value,
      code: code ?? null,
      sent: sent && sent.toUpperCase() !== value ? sent : null,
      fault: faultOf(id, filled),
      note: note || null,
      choices,
      chosen,
    };
  });
}

const lists: Record<Exclude<FormList, 'region'>, readonly FormRow[]> = {
  ...wholeLists,
  country: formCountries,
  city: formCities,
};

/** The rows that a control chooses from: none of a text, nor of the dialling codes, which are made from the number. */
function rowsOf(id: FormId): readonly FormRow[] {
  const { list } = formControls[id];
  return list === undefined || list === 'region' ? [] : lists[list];
}

/** The text of a row of the list that a control chooses from; undefined when there is no such row. */
export function rowOf(id: FormId, code: string): string | undefined {
  return labelOf(rowsOf(id), code);
}

function faultOf(id: FormId, { value, fault, choices, sent }: Filled): string | null {
  const { optional, max, takes, says, list } = formControls[id];
  if (fault) return fault;
  if (value === '' && choices?.length) return chooseRow;
  if (value === '') return list && sent ? noRow : optional ? null : missing;
  if (list) return null;
  if (takes && !takes.test(value)) return says!;
  return max !== undefined && value.length > max ? `The form takes at most ${max} letters.` : null;
}

/** A control that chooses from a list: the row that a member chose, else the one that is surely meant by what was sent. */
function row(facts: FormFacts, id: FormId, sent: string, find: (text: string) => Match): Filled {
  return filled(facts, id, sent, sent ? find(sent) : { near: [] });
}

function filled({ choices }: FormFacts, id: FormId, sent: string, found: Match): Filled {
  const chosen = choices[id];
  const code = chosen ?? ('code' in found ? found.code : undefined);
  const value = code === undefined ? undefined : rowOf(id, code);
  // a code that was sent is the row itself
  const isRow = chosen === undefined && (sent.toUpperCase() === code || id === 'sex');
  if (value !== undefined) return { value, code, sent: isRow ? '' : sent, chosen: chosen !== undefined };
  const near = 'near' in found && found.near.length > 0 ? found.near : shortList(id, sent);
  return { value: '', sent, choices: near.map((one) => ({ code: one, name: rowOf(id, one)! })) };
}

/** All rows of a list that is short enough to choose from, where something was sent that is like none of them. */
function shortList(id: FormId, sent: string): string[] {
  const all = rowsOf(id);
  return sent !== '' && all.length <= 3 ? all.map(({ code }) => code) : [];
}

/** The country before Malaysia: what the shop says it is, else that of the port. */
function embarkation(facts: FormFacts): Filled {
  const { embarkation_country: country, last_port_embarkation: port } = facts.values;
  const found = row(facts, 'embark', country || port, country ? countryOf : embarkationOf);
  if (found.code === malaysia) return { ...found, note: 'A journey to Malaysia does not begin there.' };
  const ofPort = country && port ? embarkationOf(port) : { near: [] };
  const differs = found.code !== undefined && !found.chosen && 'code' in ofPort && ofPort.code !== found.code;
  return { ...found, note: differs && `${port} is in ${rowOf('embark', ofPort.code)}.` };
}

/** The state: what the shop sent, and where that is missing or unsure the postcode's. */
function state(facts: FormFacts): Filled {
  const { state: sent, post_code: postcode } = facts.values;
  const place = postcodeOf(postcode);
  const found: Match = sent ? stateOf(sent) : { near: [] };
  const isOpen = place?.otherStates.length === 0 && (!sent || ('near' in found && found.near.includes(place.state)));
  const taken = filled(
    facts,
    'accommodationState',
    sent || (isOpen ? postcode : ''),
    isOpen ? { code: place.state } : found,
  );
  const differs =
    place && taken.code !== undefined && contradiction({ state: taken.code, city: null, postcode }).length > 0;
  return { ...taken, note: differs && `The postcode ${postcode} is in ${rowOf('accommodationState', place.state)}.` };
}

/** The city, of which the form has rows for each state. Those that nobody has read yet are chosen by their name. */
function city(facts: Known): Filled {
  const { city: sent, post_code: postcode } = facts.values;
  const ofState = facts.state.code ?? null;
  const place = postcodeOf(postcode);
  const isPostcodes = !sent && place?.state === ofState && place.cities.length === 1;
  const name = isPostcodes ? place.cities[0]! : sent;
  if (name === '') return { value: '' };
  // a city that was chosen for another state is not in this one's list
  const { accommodationCity: chosen, ...others } = facts.choices;
  const own = chosen?.slice(0, 2) === ofState ? facts : { ...facts, choices: others };
  const taken = filled(own, 'accommodationCity', isPostcodes ? postcode : sent, cityOf(name, ofState));
  if (taken.value !== '' || taken.choices?.length || ofState === null) return taken;
  return {
    ...taken,
    value: journeyText(name),
    note: 'Nobody has read this row of the form yet: choose it there by its name.',
  };
}

function text(sent: string): Filled {
  return { value: journeyText(sent), sent };
}

/** The number without the country's code; what was sent where it can't be read. */
function mobileOf({ phone_code, phone_number }: AmendValues): string {
  return regionOf(phone_code, phone_number)?.mobile ?? phone_number.replace(/\D/g, '');
}

/** The rule of the days on which the form takes an arrival, by Malaysia's calendar. */
function whyNotNow({ values: { doa }, today, windowDays }: FormFacts): string | false {
  if (doa < today) return 'The day of arrival has passed.';
  const opens = processingDate(doa, windowDays);
  return (
    opens > today &&
    `Can be submitted from ${plainDay(opens, today)}, 00:00, to ${plainDay(doa, today)}, 24:00 in Kuala Lumpur.`
  );
}

/** What the page says no to besides its letters: an address of fewer than three words, and words for none. */
function whyNoAddress(address: string): string | false {
  return (
    address !== '' &&
    (/^(?:N\/?A|NULL|NIL)$/.test(address) || address.split(/\s+/).length < 3) &&
    'The form takes an address of at least three words.'
  );
}

const addressCut = 'It does not fit into the two lines of the form: what is beyond is left out.';
const malaysia = 'MYS';
