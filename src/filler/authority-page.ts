import type { Order } from '../database/order.entity.js';
import type { Filling, Lookup, VisitPassLookup } from '../shared/answers/filler.js';
import type { FormField } from '../shared/authority-form.js';
import { type AuthorityPage, authorityPages } from '../shared/authority-pages.js';
import type { FormId } from '../shared/form/controls.js';
import { withdrawnCard } from '../shared/mail-refusals.js';
import { type OrderStatus, statusRows } from '../shared/order-statuses.js';

/** Why the script has nothing to do on a page for an order in this status; undefined when it has. */
export const refusals: Record<AuthorityPage, (status: OrderStatus) => string | undefined> = {
  form: (status) => (statusRows[status].settled ? `Order is in ${status}: nothing is to submit` : undefined),
  registration: withdrawnCard,
  'visit-pass': () => undefined,
};

/** Where a page is: next to the form. */
export function addressOf(page: AuthorityPage, form: string): string {
  const { query } = authorityPages[page];
  return query === undefined ? form : new URL(`register?${query}`, form).href;
}

/** What the form is filled with. */
export function fillingOf({ id }: Pick<Order, 'id'>, fields: readonly FormField[]): Filling {
  const values = Object.fromEntries(fields.map((field) => [field.id, sentAs(field)]));
  return { v: 1, page: 'form', order: String(id), values };
}

/**
 * What a registration is looked up by, and its days: as they were submitted, else as the order has them.
 * @param pin the authority's, undefined when none came
 */
export function lookupOf(order: Registered, fields: readonly FormField[], pin = ''): Lookup {
  const of = registered(order, fields);
  const values = { passNo: of('passNo'), nationality: of('nationality'), pinKeyId: pin };
  const trip = { arrDt: of('arrDt'), depDt: of('depDt') };
  return { v: 1, page: 'registration', order: String(order.id), values, trip };
}

/** The same for a traveller's visit pass. */
export function visitPassLookupOf(order: Registered, fields: readonly FormField[], pin = ''): VisitPassLookup {
  const of = registered(order, fields);
  const values = {
    passNo: of('passNo'),
    nationality: of('nationality'),
    email: of('email'),
    regCd: of('region'),
    mobile: of('mobile'),
    pinKeyId: pin,
  };
  return { v: 1, page: 'visit-pass', order: String(order.id), values };
}

type Registered = Pick<Order, 'id' | 'submitted'>;

function registered({ submitted }: Registered, fields: readonly FormField[]): (field: FormId) => string {
  const sent = new Map(submitted?.fields.map((field) => [field.id, field.value]));
  return (field) => {
    const now = fields.find((one) => one.id === field)!;
    const then = sent.get(field) || now.value;
    // what was submitted is the name of a row, which has its code in the order while nobody amended it
    return then === now.value ? sentAs(now) : then;
  };
}

/** A value as the script takes it: of a list the code of the row, of the region its text, because regions share codes. */
function sentAs({ id, value, code }: FormField): string {
  return id === 'region' ? value : (code ?? value);
}
