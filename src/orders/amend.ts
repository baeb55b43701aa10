import type { Order } from '../database/order.entity.js';
import { type AmendName, amendFields, amendNames, amendValues, type AmendValues } from '../shared/amend-fields.js';
import type { AmendChanges } from '../shared/amend.js';
import { processingDate, processMonth } from '../shared/dates.js';
import { nationalityCode } from '../platform/nationality-codes.js';
import { enteringStatuses, type OrderStatus } from '../shared/order-statuses.js';
import { enteringToday } from './changes.js';

/** The field of an order behind each wire name. */
const fieldOf = {
  full_name: 'fullName',
  signature_name: 'signatureName',
  passport_no: 'passportNo',
  nationality: 'nationality',
  place_of_birth: 'placeOfBirth',
  dob: 'dob',
  sex: 'sex',
  passport_expiry: 'passportExpiry',
  doa: 'doa',
  dod: 'dod',
  flight_detail: 'flightDetail',
  mode_of_travel: 'modeOfTravel',
  last_port_embarkation: 'lastPortEmbarkation',
  embarkation_country: 'embarkationCountry',
  accommodation_type: 'accommodationType',
  accommodation_of_Stay: 'accommodationOfStay',
  address: 'address',
  address2: 'address2',
  state: 'state',
  post_code: 'postCode',
  city: 'city',
  contact_email_address: 'contactEmailAddress',
  phone_code: 'phoneCode',
  phone_number: 'phoneNumber',
} as const satisfies Record<AmendName, keyof Order>;

/** The columns that are never NULL: empty is an empty text there. */
const emptyText: readonly AmendName[] = ['phone_code', 'phone_number'];

/** The values of an order that can be amended. */
export function valuesOf(order: {
  [Field in (typeof fieldOf)[AmendName]]?: Order[Field] | null | undefined;
}): AmendValues {
  return amendValues(Object.fromEntries(amendNames.map((name) => [name, order[fieldOf[name]] ?? null])) as AmendValues);
}

/** The fields that the changes change, and the order's fields after them. Nothing for what stays as it is. */
export function difference(order: Order, written: AmendChanges): { names: AmendName[]; to: Partial<Order> } {
  const before = valuesOf(order);
  const code = written.nationality && nationalityCode(written.nationality);
  const changes = code ? { ...written, nationality: code } : written;
  const names = amendNames.filter((name) => name in changes && (changes[name] ?? '') !== before[name]);
  const to = Object.fromEntries(
    names.map((name) => [fieldOf[name], changes[name] ?? (emptyText.includes(name) ? '' : null)]),
  ) as Partial<Order>;
  return { names, to };
}

/**
 * The customer's other address, and that of the confirmation. Each changes with the contact address if it was the same.
 */
function addressesAfter({ contactEmailAddress: old, email }: Order, address: string): Partial<Order> {
  const followed = email.trim().toLowerCase() === old.trim().toLowerCase();
  return { confirmContactEmailAddress: address, addressSince: new Date(), ...(followed && { email: address }) };
}

/** The submission window of another arrival. @param windowDays how many days before the arrival it opens */
function windowOf(doa: string, windowDays: number): Pick<Order, 'processingDate' | 'processMonth'> {
  const opens = processingDate(doa, windowDays);
  return { processingDate: opens, processMonth: processMonth(opens) };
}

/**
 * The order as it is after an amendment, but for its status and checks.
 * @param to the fields that change, and the rows of the form's lists that are chosen then
 */
export function amendedOrder(
  order: Order,
  { names, to }: { names: AmendName[]; to: Partial<Order> },
  windowDays: number,
): Order {
  return Object.assign(
    {},
    order,
    to,
    names.includes('doa') && windowOf(to.doa!, windowDays),
    names.includes('contact_email_address') && addressesAfter(order, to.contactEmailAddress!),
  );
}

export function isOnCard(name: AmendName): boolean {
  return amendFields[name].onCard === true;
}

/**
 * The status of an order after an amendment (docs/orders.md#amend-an-order). What has to be submitted again enters anew.
 * A changed arrival moves what waits or can be submitted to where it would enter, and anything else only back to Future.
 * @param order with the fields of after the amendment
 */
export function statusAfter(
  order: Order,
  { submitAgain, arrivalChanged }: { submitAgain: boolean; arrivalChanged: boolean },
): OrderStatus {
  const { processStatus } = order;
  if (processStatus === 'Refunds' || (!submitAgain && !arrivalChanged)) return processStatus;

  const entered = enteringToday(order);
  const isEntering = (enteringStatuses as readonly OrderStatus[]).includes(processStatus);
  return submitAgain || isEntering || entered === 'Future' ? entered : processStatus;
}
