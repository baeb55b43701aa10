import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import { email, looseBoolean, optionalText, orderId, requiredText, trimmed, unknownFields } from './input.js';

const date = (message: string) => z.string({ error: message }).trim().refine(isCalendarDate, message);
const optionalDate = (message: string) =>
  trimmed(z.union([z.literal(''), date(message)], { error: message }))
    .nullish()
    .transform((value) => value || undefined);

const momentMessage = 'Must be a date and time, ISO 8601 with a zone.';
const moment = trimmed(
  z.iso
    .datetime({ offset: true, error: momentMessage })
    // in UTC: a zone can lead into the year 10000, which no column takes
    .refine((text) => isCalendarDate(dayOf(text)), momentMessage),
)
  .nullish()
  .transform((value) => (value ? new Date(value) : undefined));

/** The day of a time in UTC; '' for what is no time. */
function dayOf(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10);
}

const isCountry = (text: string) => /\p{L}/u.test(text) && !/\p{N}/u.test(text);
const optionalCountry = (field: string) =>
  optionalText(100).refine(
    (text) => text === undefined || isCountry(text),
    `${field} must be the code or name of a country.`,
  );

const amountMessage = 'amount must be a decimal number, not negative.';
const amount = z
  .union([z.number({ error: amountMessage }).nonnegative(amountMessage).transform(String), z.string().trim()], {
    error: amountMessage,
  })
  .refine((value) => /^\d{1,9}(\.\d{1,3})?$/.test(value), amountMessage)
  .nullish()
  .transform((value) => value ?? undefined);

/**
 * The evidence of a card payment. It must come with the order, because it can't be collected later
 * (docs/orders.md#submission-window).
 */
const cardFacts = {
  statement_descriptor: optionalText(100),
  card_brand: optionalText(40),
  card_last4: z
    .string({ error: 'card_last4 must be four digits.' })
    .trim()
    .regex(/^\d{4}$/, 'card_last4 must be four digits.')
    .nullish()
    .transform((value) => value ?? undefined),
  card_fingerprint: optionalText(200),
  avs: optionalText(40),
  cvv: optionalText(40),
  three_ds: optionalText(80),
};

export const departsTooEarly = 'dod must not be before doa.';

/** The shop's own name for an order. */
const externalRef = requiredText('external_ref is required', 100);
/** The same in a path, where a text that is none names no order. */
export const referenceInPath = requiredText('Order not found', 100);

/** The fields of an order with their wire names, and the facts of the purchase. */
export const orderFields = {
  external_ref: externalRef,
  full_name: requiredText('full_name is required', 200),
  contact_email_address: email('contact_email_address is required'),
  confirm_contact_email_address: optionalText(254),
  nationality: requiredText('nationality is required', 100)
    .transform((text) => text.toUpperCase())
    .refine(isCountry, 'nationality must be the code or name of a country.')
    .describe(
      'The code of a country (ISO 3166-1, ICAO 9303) or its name. Another word is taken, and marked by a check.',
    ),
  passport_no: requiredText('passport_no is required', 40),
  place_of_birth: optionalCountry('place_of_birth').describe(
    'The country of birth, by code or name. Kept as it is sent.',
  ),
  dob: date('dob must be a date, YYYY-MM-DD.'),
  sex: trimmed(z.enum(['M', 'F', 'X'], { error: 'sex must be M, F or X.' })),
  passport_expiry: date('passport_expiry must be a date, YYYY-MM-DD.'),
  doa: date('doa must be a date, YYYY-MM-DD.'),
  dod: optionalDate('dod must be a date, YYYY-MM-DD.'),
  processing_mode: trimmed(
    z.enum(['Standard', 'Priority'], { error: 'processing_mode must be Standard or Priority.' }),
  ),
  landing_domain: requiredText('landing_domain is required', 253).transform((domain) => domain.toLowerCase()),
  phone_code: optionalText(10),
  phone_number: optionalText(30),
  mrz: optionalText(200).describe('The machine-readable zone of the passport, as it was read.'),
  flight_detail: optionalText(100),
  mode_of_travel: optionalText(60),
  last_port_embarkation: optionalText(120).describe('The last port before Malaysia, such as a city or an airport.'),
  embarkation_country: optionalCountry('embarkation_country').describe(
    'The country of the last port before Malaysia, by code or name. Kept as it is sent.',
  ),
  accommodation_type: optionalText(100).describe(
    'The kind of stay: hotel, residence of friends or relatives, other. Kept as it is sent.',
  ),
  accommodation_of_Stay: optionalText(200).describe('The name of the accommodation.'),
  address: optionalText(500).describe('The address of the stay in Malaysia.'),
  address2: optionalText(500).describe('Its second line.'),
  state: optionalText(100),
  post_code: optionalText(20),
  city: optionalText(100),
  signature_name: optionalText(200),
  email: optionalText(254),
  paid: looseBoolean,
  paid_at: moment,
  amount,
  currency: z
    .string({ error: 'currency must be three letters.' })
    .trim()
    .regex(/^[A-Za-z]{3}$/, 'currency must be three letters.')
    .nullish()
    .transform((value) => value?.toUpperCase()),
  transaction_id: optionalText(200),
  merchant_name: optionalText(200),
  gateway_id: z.union([z.null().transform(() => undefined), orderId('gateway_id must be a gateway id.')]).optional(),
  ...cardFacts,
  purchase_ip: optionalText(64),
  purchase_user_agent: optionalText(1000),
  device_fingerprint: optionalText(200),
  browser_tz: optionalText(80),
  terms_version: optionalText(60),
  terms_accepted_at: moment,
};

/**
 * Where and when a rule about several fields runs. It runs even if other fields are wrong, so that a shop gets all errors
 * at once, but not if one of its own fields is wrong.
 */
function about(...names: (keyof typeof orderFields)[]) {
  return {
    path: [names[0]!],
    when: ({ issues }: { issues: readonly { path?: PropertyKey[] }[] }) =>
      issues.every(({ path }) => path?.length && !(names as PropertyKey[]).includes(path[0]!)),
  };
}

/** An order from a shop; the refusal names every wrong field at once (docs/http-api.md#shops-and-intake). */
export const intakeOrder = z
  .strictObject(orderFields, { error: unknownFields('The order must be a JSON object.') })
  .refine((order) => !order.dod || order.dod >= order.doa, { ...about('dod', 'doa'), error: departsTooEarly })
  .refine(
    (order) =>
      !order.confirm_contact_email_address ||
      order.confirm_contact_email_address.toLowerCase() === order.contact_email_address.toLowerCase(),
    {
      ...about('confirm_contact_email_address', 'contact_email_address'),
      error: 'confirm_contact_email_address differs from contact_email_address.',
    },
  )
  .refine((order) => (order.amount === undefined) === (order.currency === undefined), {
    ...about('currency', 'amount'),
    error: 'amount and currency go together.',
  });
export type IntakeOrder = z.infer<typeof intakeOrder>;

/** A payment of an order; another `transactionId` is another charge (docs/disputes.md#charges). */
export const intakePayment = z
  .strictObject(
    {
      transactionId: requiredText('Please enter your Transaction Id', 200),
      merchantName: optionalText(200),
      amount,
      currency: orderFields.currency,
      paid_at: moment,
      ...cardFacts,
    },
    { error: unknownFields() },
  )
  .refine((payment) => (payment.amount === undefined) === (payment.currency === undefined), {
    path: ['currency'],
    error: 'amount and currency go together.',
  });
export type IntakePayment = z.infer<typeof intakePayment>;
