import type { Order } from '../database/order.entity.js';
import { nationalityCode } from '../platform/nationality-codes.js';
import type { FormId } from '../shared/form/controls.js';
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

/** What was submitted for an order; null when nothing was, or when its passport or arrival is erased. */
export function submittedTraveller({ submitted }: Pick<Order, 'submitted'>): Traveller | null {
  if (!submitted) return null;
  const of = (control: FormId) => submitted.fields.find(({ id }) => id === control)?.value.trim() ?? '';
  const day = (control: FormId) =>
    /^\d\d\/\d\d\/\d{4}$/.test(of(control)) ? of(control).split('/').toReversed().join('-') : null;
  const arrival = day('arrDt');
  if (of('passNo').length < 5 || arrival === null) return null;
  return {
    passport: of('passNo'),
    name: of('name'),
    arrival,
    departure: day('depDt'),
    birth: day('dob'),
    expiry: day('passExpDte'),
    nationality: nationalityCode(of('nationality')) ?? null,
    sex: { MALE: 'M', FEMALE: 'F' }[of('sex')] ?? null,
  };
}
