import { z } from 'zod';
import { calendarDay, sha256, utcMoment, wholeNumber } from './output.js';

const known = z.string().nullable();

const packMail = z.object({
  create_ts: utcMoment,
  sent_at: utcMoment.nullable().describe('When the provider took it; null while it waits, or when it failed.'),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  mail_service_provider: z.string(),
  provider_message_id: known,
  state: z.string(),
  attachment_sha256: known.describe('SHA-256 of the file that went with it; null when none did.'),
});
export type PackMail = z.infer<typeof packMail>;

const packDownload = z.object({
  create_ts: utcMoment,
  ip: known,
  place: known,
  device: known,
  device_type: known,
  browser: known,
  os: known,
  file1: z.string(),
  sha256: known,
});
export type PackDownload = z.infer<typeof packDownload>;

/** The label of the IP address in comparisons and among shared traits. */
export const ipTrait = 'IP address';

const comparedAt = { purchase: known, tracking: known, download: known };
export type ComparedAt = keyof typeof comparedAt;

/** One trait at purchase, tracking and download; `differs` names the events where it differs from the purchase. */
const comparisonRow = z.object({
  ...comparedAt,
  trait: z.string(),
  differs: z.array(z.enum(['tracking', 'download'])),
});
export type ComparisonRow = z.infer<typeof comparisonRow>;

const earlierOrder = z.object({
  order_id: wholeNumber,
  create_ts: utcMoment,
  amount: known,
  currency: known,
  same: z.array(z.string()).describe('What it shares with this order: email, passport, card, device, IP address.'),
});
export type EarlierOrder = z.infer<typeof earlierOrder>;

const packDocument = z.object({
  file1: z.string(),
  create_ts: utcMoment,
  content_type: z.string(),
  size: wholeNumber,
  sha256,
  pages: wholeNumber,
  shown: z
    .enum(['whole', 'pictures', 'not shown'])
    .describe('As it was sent; as pictures, because the file is damaged or locked; not at all.'),
});
export type PackDocument = z.infer<typeof packDocument>;

/**
 * Everything a defence pack prints, and nothing else: the answer of `defence-pack-details` and the input of
 * `views/pdf/defence-pack.tsx`. Times are ISO 8601 in UTC, dates `YYYY-MM-DD`, lists oldest first; what is not on record
 * is null or empty.
 */
export const packFacts = z.object({
  pack_type: z.union([z.literal(1), z.literal(2)]),
  seller: z.object({ name: z.string(), address: z.array(z.string()), brand: z.string(), contact: z.string() }),
  order: z.object({
    order_id: wholeNumber,
    create_ts: utcMoment,
    full_name: z.string(),
    contact_email_address: z.string(),
    landing_domain: z.string(),
    service: z.string().describe('`Standard` or `Priority`, as it was sold.'),
    processed_at: utcMoment.nullable(),
    disputed_at: utcMoment.nullable(),
  }),
  payment: z.object({
    transaction_id: known,
    merchant_name: known,
    statement_descriptor: known,
    amount: known,
    currency: known,
    paid_at: utcMoment.nullable(),
    gateway_name: known,
    card_brand: known,
    card_last4: known,
    avs: known,
    cvv: known,
    three_ds: known,
  }),
  sale: z.object({
    disclosure: known.describe('The sentence that says the seller is a third party, as the brand’s pages show it.'),
    refund_policy: known,
    terms_version: known,
    terms_accepted_at: utcMoment.nullable(),
    purchase_ip: known,
    signature_name: known,
  }),
  application: z.object({
    full_name: z.string(),
    // The rest of a passport number is never printed.
    passport_last4: z.string().describe('The last four characters of the passport number.'),
    passport_expiry: calendarDay,
    dob: calendarDay,
    sex: z.string(),
    nationality: z.string(),
    contact_email_address: z.string(),
    phone: known,
    doa: calendarDay,
    dod: calendarDay.nullable(),
    flight_detail: known,
    mode_of_travel: known,
    last_port_embarkation: known,
    accommodation_of_Stay: known,
    address: known,
    city: known,
    state: known,
    post_code: known,
  }),
  mails: z.array(packMail),
  downloads: z.array(packDownload).describe('Complete downloads by the customer.'),
  other_downloads: z
    .array(z.object({ ...packDownload.shape, actor: z.string(), complete: z.boolean() }))
    .describe('The rest: staff, machines, and what broke off.'),
  comparison: z.object({
    at: z.object(comparedAt).describe('When each was; null when there was none.'),
    rows: z.array(comparisonRow),
  }),
  earlier: z.object({
    anchor: z
      .object({ date: z.string(), event: z.enum(['dispute', 'payment', 'order']) })
      .describe('The day that ages are counted from, and what happened on it.'),
    orders: z.array(earlierOrder),
  }),
  communication: z
    .array(
      z.object({
        create_ts: utcMoment,
        remark_name: z.string(),
        remark: z.string(),
        whatsapp: z.boolean(),
        telephone: z.boolean(),
      }),
    )
    .describe('Remarks flagged Whatsapp or Telephone; other remarks never.'),
  refund: z.object({ asked_at: utcMoment.nullable(), refund_date: utcMoment.nullable() }),
  document: packDocument.nullable(),
  omitted: z
    .object({
      mails: wholeNumber,
      downloads: wholeNumber,
      other_downloads: wholeNumber,
      earlier: wholeNumber,
      communication: wholeNumber,
    })
    .partial()
    .describe('How many more rows of a list there are than a pack has room for.'),
});
export type PackFacts = z.infer<typeof packFacts>;

/** Printed on every page: when the pack was made, and the hash of the facts it was made from. */
export type PackStamp = { generated_at: string; inputs_sha256: string };
