import type { Order } from '../database/order.entity.js';
import { nationalityCode } from '../platform/nationality-codes.js';
import type { Traveller } from './card-match.js';

/** What of an order its card is compared with. */
export type ComparedOrder = Pick<
  Order,
  'passportNo' | 'fullName' | 'doa' | 'dod' | 'dob' | 'passportExpiry' | 'nationality' | 'sex' | 'submitted'
>;

/** What the card of an order is compared with. */
export function travellerOf(order: ComparedOrder): Traveller {
  return {
    passport: order.passportNo,
    name: order.fullName,
    arrival: order.doa,
    departure: order.dod,
    birth: order.dob,
    expiry: order.passportExpiry,
    nationality: nationalityCode(order.nationality) ?? null,
    sex: order.sex,
  };
}

/** The fields of what was submitted, whatever the words around them: `Nationality / Citizenship`. */
const fields = {
  passport: /^passport no/i,
  name: /^name/i,
  arrival: /arrival/i,
  departure: /departure/i,
  birth: /date of birth/i,
  expiry: /expiry/i,
  nationality: /^nationality/i,
  sex: /^sex/i,
} as const;

/** What was submitted for an order; null when nothing was, or when its passport or arrival is erased. */
export function submittedTraveller({ submitted }: Pick<Order, 'submitted'>): Traveller | null {
  if (!submitted) return null;
  const of = (name: keyof typeof fields) =>
    submitted.fields.find(({ label }) => fields[name].test(label))?.value.trim() ?? '';
  const day = (name: keyof typeof fields) =>
    /^\d\d\/\d\d\/\d{4}$/.test(of(name)) ? of(name).split('/').toReversed().join('-') : null;
  const arrival = day('arrival');
  if (of('passport').length < 5 || arrival === null) return null;
  return {
    passport: of('passport'),
    name: of('name'),
    arrival,
    departure: day('departure'),
    birth: day('birth'),
    expiry: day('expiry'),
    nationality: nationalityCode(of('nationality')) ?? null,
    sex: { MALE: 'M', FEMALE: 'F' }[of('sex')] ?? null,
  };
}
