import type { FormField } from './authority-form.js';
import { type CorrectionName, correctionNames } from './correction-fields.js';
import { formControls, type FormId } from './form/controls.js';
import { type CheckId, checkIds, type Days, orderChecks, sayingsOf } from './order-checks.js';

/** The fields of an order that fill each control; none for its mailbox, which is ours. */
const fieldsOf: Record<FormId, readonly CorrectionName[]> = {
  name: ['full_name'],
  passNo: ['passport_no'],
  dob: ['dob'],
  nationality: ['nationality'],
  pob: ['place_of_birth'],
  sex: ['sex'],
  passExpDte: ['passport_expiry'],
  email: [],
  confirmEmail: [],
  region: ['phone_code', 'phone_number'],
  mobile: ['phone_code', 'phone_number'],
  arrDt: ['doa'],
  depDt: ['dod'],
  vesselNm: ['flight_detail'],
  trvlMode: ['mode_of_travel'],
  embark: ['embarkation_country'],
  accommodationStay: ['accommodation_type'],
  accommodationAddress1: ['address'],
  accommodationAddress2: ['address2'],
  accommodationState: ['state'],
  accommodationCity: ['city'],
  accommodationPostcode: ['post_code'],
};

type Control = Pick<FormField, 'id' | 'value' | 'sent' | 'fault'>;

/** `of`: the controls whose value fails the check. `also`: other controls, which may change with them. */
type About = { of: readonly FormId[]; also?: readonly FormId[] };

/** Of a picture, an address or a second order no field of the form is the answer. */
const nothing: About = { of: [] };

/** What each check is about on the form. */
const aboutOf: Record<CheckId, About> = {
  'passport-expired': { of: ['passExpDte'], also: ['passNo'] },
  'passport-short': { of: ['passExpDte'], also: ['passNo'] },
  'passport-short-land': { of: ['passExpDte'], also: ['passNo'] },
  'passport-long': { of: ['passExpDte'] },
  'passport-number': { of: ['passNo'] },
  mrz: nothing,
  'zone-number': { of: ['passNo'] },
  'zone-birth-date': { of: ['dob'] },
  'zone-expiry': { of: ['passExpDte'] },
  'zone-sex': { of: ['sex'] },
  'zone-nationality': { of: ['nationality'] },
  'zone-name': { of: ['name'] },
  nationality: { of: ['nationality'] },
  'birth-date': { of: ['dob'] },
  'no-card-needed': { of: ['nationality'] },
  'arrival-past': { of: ['arrDt'], also: ['depDt'] },
  'arrival-far': { of: ['arrDt'], also: ['depDt'] },
  'long-stay': { of: ['depDt'] },
  postcode: { of: ['accommodationPostcode'] },
  phone: { of: ['region', 'mobile'] },
  'birth-place': { of: ['pob'] },
  sex: { of: ['sex'] },
  flight: { of: ['vesselNm'] },
  mode: { of: ['trvlMode'] },
  embarkation: { of: ['embark'] },
  stay: { of: ['accommodationStay'] },
  'stay-address': { of: ['accommodationAddress1'] },
  state: { of: ['accommodationState'] },
  'place-differs': { of: ['accommodationState', 'accommodationPostcode'] },
  unmailable: nothing,
  address: nothing,
  doubled: nothing,
  'one-word': { of: ['name'] },
  'name-title': { of: ['name'] },
  'name-script': { of: ['name'] },
  'name-long': { of: ['name'] },
};

/**
 * A field that the customer is asked for. `why` is for the customer. Its kind says why it is asked: `missing`; `refused`, by
 * the authority's form or a check that stops; `doubtful`, so that the same value may be right; `also`, because it may change
 * with another one.
 */
export type AskedField = { name: CorrectionName; kind: 'missing' | 'refused' | 'doubtful' | 'also'; why: string };

/**
 * What the customer of an order is asked to correct, in the form's order: the fields of each check that the order fails, and
 * those of each control of the form that lacks its value or refuses it (docs/visitors.md#correct-your-details).
 * @param checks the checks that the order fails
 * @param form the authority's form as the order fills it
 * @param days the order's own
 */
export function askedOf(checks: readonly CheckId[], form: readonly Control[], days: Days): AskedField[] {
  const asked = [...byChecks(checks, days), ...form.flatMap(byControl), ...alsoByChecks(checks)];
  return correctionNames.flatMap((name) => asked.find((one) => one.name === name) ?? []);
}

/** A check that stops speaks before one that warns. */
function byChecks(checks: readonly CheckId[], days: Days): AskedField[] {
  const asked = checkIds
    .filter((id) => checks.includes(id))
    .flatMap((id) => {
      const kind = orderChecks[id].severity === 'stops' ? ('refused' as const) : ('doubtful' as const);
      const { sentence } = sayingsOf(id, days);
      return fieldsIn(aboutOf[id].of).map((name) => ({ name, kind, why: sentence }));
    });
  return asked.toSorted((a, b) => Number(a.kind === 'doubtful') - Number(b.kind === 'doubtful'));
}

function alsoByChecks(checks: readonly CheckId[]): AskedField[] {
  const also = checks.flatMap((id) => fieldsIn(aboutOf[id].also ?? []));
  return also.map((name) => ({ name, kind: 'also', why: 'Only if this changes too.' }));
}

/** That the form does not take an arrival yet is nothing to correct: which days are wrong say the checks. */
function byControl({ id, value, sent, fault }: Control): AskedField[] {
  if (fault === null || id === 'arrDt') return [];
  const [kind, why] =
    value === '' && sent === null
      ? (['missing', 'Malaysia’s form asks for this, and your order does not have it.'] as const)
      : (['refused', value === '' && formControls[id].list ? 'Please choose it from the list.' : fault] as const);
  return fieldsOf[id].map((name) => ({ name, kind, why }));
}

function fieldsIn(ids: readonly FormId[]): CorrectionName[] {
  return ids.flatMap((id) => fieldsOf[id]);
}

/** Why a customer can’t correct an order: its form went to the authority, its money goes back, or a member has to do it. */
export type CorrectionState = 'open' | 'submitted' | 'refunded' | 'shut';

/** An entry of a list: what is sent for it, and what is shown. */
export type ListEntry = { value: string; label: string };

/** A field of the customer's form: what is in it, what the order says that can't be in it, and the list to choose from. */
export type CorrectionField = AskedField & {
  value: string;
  said: string | null;
  /** The entries that may be meant; the nearest first. */
  near: ListEntry[];
  /** null for a text. */
  list: ListEntry[] | null;
};
