import { z } from 'zod';
import { calendarDay, sha256, utcMoment, wholeNumber } from './output.js';

const known = z.string().nullable();

/** The place of a row in its whole history, from 1; rows that are left out keep theirs. */
const number = wholeNumber.describe('The row’s place in the whole history, from 1.');

const packMail = z.object({
  number,
  create_ts: utcMoment,
  sent_at: utcMoment.nullable().describe('When the provider took it; null while it waits, or when it failed.'),
  kind: z.string(),
  recipient: z.string(),
  to_customer: z.boolean().describe('Whether it went to the address given with the order.'),
  subject: z.string(),
  mail_service_provider: z.string(),
  provider_message_id: known,
  state: z.string(),
  delivered: z.boolean().describe('Whether the recipient’s server took it, and no bounce came after.'),
  delivered_at: utcMoment.nullable().describe('When the recipient’s server took it, where it told.'),
  answer: known.describe('What the recipient’s server or the provider said.'),
  carries: z
    .enum(['current card', 'earlier card', 'link', 'other'])
    .describe('The card of the last exhibit, an earlier version of it, the link to it, or something else.'),
  attachment_sha256: known.describe('SHA-256 of the file that went with it; null when none did.'),
});
export type PackMail = z.infer<typeof packMail>;

const download = {
  number,
  create_ts: utcMoment,
  ip: known,
  place: known,
  device: known,
  device_type: known,
  browser: known,
  os: known,
  file1: z.string(),
  sha256: known,
  current: z.boolean().describe('Whether it is the card of the last exhibit, not an earlier version.'),
};
const packDownload = z.object({
  ...download,
  signed_in: z.boolean().describe('Whether it was made in a session that order number and email address opened.'),
  from_purchase_ip: z.boolean(),
  confirmed: z.boolean().describe('Whether the customer’s browser reported the size and the hash of the whole file.'),
});
export type PackDownload = z.infer<typeof packDownload>;

/** Why a request for the card is no download by the customer. */
const notCounted = [
  'by staff',
  'by a machine',
  'not complete',
  'by a script',
  'from a data centre',
  'from an address our staff signed in from',
] as const;
export type NotCounted = (typeof notCounted)[number];

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

/** A trait that two orders can share, as a pack names it. The first three are not typed by the buyer. */
export const packTraits = ['card', 'device', ipTrait, 'passport', 'email'] as const;
export type PackTrait = (typeof packTraits)[number];
const trait = z.enum(packTraits);

const earlierOrder = z.object({
  order_id: wholeNumber,
  create_ts: utcMoment,
  amount: known,
  currency: known,
  same: z.array(trait).describe('What it shares with this order.'),
});
export type EarlierOrder = z.infer<typeof earlierOrder>;

const packDocument = z.object({
  file1: z.string(),
  create_ts: utcMoment,
  content_type: z.string(),
  size: wholeNumber,
  sha256,
  verdict: z
    .enum(['agrees', 'differs', 'unreadable'])
    .nullable()
    .describe('How the document compares with the order; null when nobody compared them.'),
  pages: wholeNumber,
  shown: z
    .enum(['whole', 'partly', 'pictures', 'changed', 'unreadable', 'lost', 'erased'])
    .describe(
      'Every page as it was sent; partly, without marks that have no appearance of their own; pictures of a file that is damaged or locked; or no page, because the stored bytes are not the uploaded ones, can’t be read, are gone, or were erased.',
    ),
});
export type PackDocument = z.infer<typeof packDocument>;

const registrationCheck = z.object({
  at: utcMoment.describe('When a member added it.'),
  content_type: z.string(),
  size: wholeNumber,
  sha256,
  pages: wholeNumber,
  shown: packDocument.shape.shown.describe('Whether its first page is printed, and why not: as of the document.'),
});
export type RegistrationCheck = z.infer<typeof registrationCheck>;

const outage = z.object({
  from: utcMoment,
  to: utcMoment.nullable().describe('Null while it lasts.'),
  tries: wholeNumber,
  members: wholeNumber.describe('How many members got no answer, two at least.'),
});
export type Outage = z.infer<typeof outage>;

const policyText = z.object({
  kind: z.enum(['terms', 'refund', 'disclosure']),
  version: z.string(),
  valid_from: calendarDay,
  sha256,
  text: z.string(),
  cut: z.boolean().describe('Whether the text goes on.'),
});

const visaCharge = z.object({
  order_id: wholeNumber,
  transaction_id: known,
  at: utcMoment,
  amount: known,
  currency: known,
  description: z.string(),
  email: known,
  ip: known,
  device: known,
  delivery_address: known,
});

/** An order with the same email address or card, for a dispute that says one charge was made twice. */
const separateOrder = z.object({
  order_id: wholeNumber,
  create_ts: utcMoment,
  transaction_id: known,
  amount: known,
  currency: known,
  traveller: z.string(),
  passport_last4: z.string(),
});

/**
 * Everything a defence pack prints, and nothing else: the answer of `defence-pack-details` and the input of
 * `views/pdf/defence-pack.tsx`. Times are ISO 8601 in UTC, dates `YYYY-MM-DD`, lists oldest first; what is not on record
 * is null or empty.
 */
export const packFacts = z.object({
  pack_type: z.union([z.literal(1), z.literal(2)]),
  case: z
    .object({
      case_id: known,
      arn: known,
      network: known,
      reason_code: known,
      reason_title: known,
      category: z.string(),
      amount: known,
      currency: known,
      opened_at: utcMoment.nullable().describe('When the bank opened it; null when nobody told.'),
      recorded_at: utcMoment,
      reply_by: utcMoment.nullable(),
    })
    .nullable()
    .describe('The dispute that the pack answers; null for a pack made for the order.'),
  seller: z.object({ name: z.string(), address: z.array(z.string()), brand: z.string(), contact: z.string() }),
  order: z.object({
    order_id: wholeNumber,
    create_ts: utcMoment,
    full_name: z.string(),
    contact_email_address: z.string(),
    earlier_addresses: z
      .array(z.object({ address: z.string(), until: utcMoment }))
      .describe('The contact addresses that the order had before it was amended, and until when.'),
    landing_domain: z.string(),
    service: z.string().describe('`Standard` or `Priority`, as it was sold.'),
    processed_at: utcMoment.nullable(),
    disputed_at: utcMoment.nullable(),
    card_outdated: z.boolean().describe('Whether the order was amended after its last card, which counts no more.'),
  }),
  payment: z.object({
    transaction_id: known,
    merchant_name: known,
    statement_descriptor: known,
    amount: known,
    currency: known,
    paid: z.boolean(),
    paid_at: utcMoment.nullable().describe('The time that the shop or the gateway told; null when nobody did.'),
    gateway_name: known,
    card_brand: known,
    card_last4: known,
    checks: z
      .array(z.object({ name: z.string(), code: z.string(), meaning: z.string(), passed: z.boolean() }))
      .describe('The checks of the card, read by its brand.'),
  }),
  sale: z.object({
    disclosure: known.describe('The sentence that says the seller is a third party, as the brand’s pages show it.'),
    refund_policy: known,
    terms_version: known,
    terms_accepted_at: utcMoment.nullable(),
    purchase_ip: known,
    purchase_device: known,
    device_fingerprint: known,
    browser_tz: known,
    signature_name: known,
  }),
  policies: z.array(policyText).describe('The texts in force when the terms of this order were accepted.'),
  application: z.object({
    full_name: z.string(),
    // The rest of a passport number is never printed.
    passport_last4: z.string().describe('The last four characters of the passport number.'),
    nationality: z.string(),
    doa: calendarDay,
    dod: calendarDay.nullable(),
  }),
  registration: z
    .object({
      submitted_at: utcMoment.nullable().describe('When the form was sent, or a member noted that it was.'),
      declared: z
        .array(z.object({ label: z.string(), value: z.string() }))
        .describe('What was declared of name, passport, nationality and days; of the passport number the end alone.'),
      not_printed: wholeNumber.describe('How many further values were declared.'),
      accepted: z
        .object({ at: utcMoment, words: z.string() })
        .nullable()
        .describe('What the authority’s page answered in the browser from which the form was sent, where it was read.'),
      mail: z
        .object({ at: utcMoment, sender: z.string(), proven: z.enum(['signature', 'provider']) })
        .nullable()
        .describe(
          'The authority’s email with the PIN of the registration: proven by its signature (DKIM), or by what the provider that received it found.',
        ),
      checks: z
        .array(registrationCheck)
        .optional()
        .describe(
          'Pictures of what the authority’s page *Check Registration* showed, as members added them; absent when there is none.',
        ),
      entered: z
        .object({ day: calendarDay, read_at: utcMoment })
        .optional()
        .describe(
          'The date of entry that the authority’s page *Check Visit Pass* showed, on a day of the trip; absent when none was read.',
        ),
      outages: z
        .array(outage)
        .optional()
        .describe(
          'When the authority’s form did not answer, while the order waited to be submitted; absent when it always did.',
        ),
    })
    .optional()
    .describe('The registration with the authority; absent when nothing of it is on record.'),
  mails: z.array(packMail),
  mail_as_sent: z
    .object({
      number,
      sender: z.string(),
      recipient: z.string(),
      subject: z.string(),
      body: z.string(),
      cut: z.boolean(),
    })
    .nullable()
    .describe('The mail that brought the card to the customer, as it was sent.'),
  downloads: z.array(packDownload).describe('Complete downloads by the customer.'),
  downloaded: z
    .object({
      total: wholeNumber,
      current: wholeNumber.describe('How many of them are of the card of the last exhibit.'),
      from_purchase_ip: wholeNumber.describe('How many of these came from the IP address of the purchase.'),
      confirmed: wholeNumber.describe('Of how many of these the customer’s browser reported the size and the hash.'),
      first: number.nullable().describe('The first of the card of the last exhibit.'),
      more: z.boolean().describe('Whether there are more requests than were looked at.'),
    })
    .describe('Counts over all downloads by the customer, also the ones left out.'),
  other_downloads: z
    .array(z.object({ ...download, why: z.enum(notCounted) }))
    .describe('The rest, each with the reason why it is not counted.'),
  comparison: z.object({
    at: z.object(comparedAt).describe('When each was; null when there was none.'),
    download: number.nullable().describe('The download that matches the purchase best.'),
    current: z.boolean().describe('Whether it is of the card of the last exhibit.'),
    matches: z
      .boolean()
      .describe('Whether it has anything in common with the purchase that not every browser of the kind sends.'),
    rows: z.array(comparisonRow),
  }),
  earlier: z.object({
    anchor: z
      .object({ date: z.string(), event: z.enum(['dispute', 'payment', 'order']) })
      .describe('The day that ages are counted from, and what happened on it.'),
    orders: z.array(earlierOrder),
    groups: z
      .array(z.object({ same: z.array(trait), count: wholeNumber }))
      .describe('How many orders share exactly these, over all of them, also the ones left out.'),
  }),
  compelling: z
    .object({
      meets: z.boolean(),
      fault: known,
      same: z.array(z.string()),
      charges: z.array(visaCharge).describe('The disputed charge, then the two earlier ones.'),
    })
    .nullable()
    .describe('Visa Compelling Evidence 3.0; null where it is not asked for.'),
  separate: z
    .array(separateOrder)
    .describe('Other paid orders with the same email address or card, made within 30 days of this one.'),
  communication: z
    .array(
      z.object({
        id: wholeNumber,
        create_ts: utcMoment,
        remark: z.string(),
        whatsapp: z.boolean(),
        telephone: z.boolean(),
      }),
    )
    .describe('Remarks flagged Whatsapp or Telephone, without the ones a member left out; other remarks never.'),
  letters: z
    .array(
      z.object({
        id: wholeNumber,
        create_ts: utcMoment.describe('When it was received.'),
        sender: z.string(),
        address: known.describe(
          'The order’s address that is another spelling of the sender’s; null when it is the same.',
        ),
        subject: z.string(),
        text: z.string().describe('The customer’s own words.'),
        quoted: known.describe('What the email quotes of an earlier one; null when nothing.'),
        quotes_us: z.boolean().describe('Whether it quotes a mail of ours, by its address.'),
        cut: z.boolean(),
      }),
    )
    .describe('Emails to the order’s mailbox from an address of the order, signed by its domain (DKIM).'),
  refund: z.object({
    refund_date: utcMoment.nullable().describe('Null until nothing more is to be given back.'),
    amount: known.describe('How much was given back, in the currency of the charge; null when nobody told.'),
    reference: known.describe('The gateway’s name for the refund.'),
    given: z
      .array(z.object({ amount: known, at: utcMoment, reference: known }))
      .optional()
      .describe('Each refund, the first first; absent when one alone closed the charge.'),
    failed: z
      .array(z.object({ amount: known, at: utcMoment, failed_at: utcMoment, reference: known }))
      .optional()
      .describe('The refunds that the bank returned; absent when there was none.'),
    asked_at: utcMoment.nullable().describe('When the customer first asked for a refund on the order’s page.'),
    noted_at: utcMoment.nullable().describe('The first talk with the customer that is noted as one about a refund.'),
  }),
  other_charges: z
    .array(
      z.object({
        number: wholeNumber.describe('Its place among the charges of the order.'),
        transaction_id: known,
        amount: known,
        currency: known,
        at: utcMoment,
        at_told: z.boolean().describe('Whether the time was told; else it is when the charge was reported.'),
        given: z.array(z.object({ amount: known, at: utcMoment })),
        whole: z.boolean().describe('Whether all of it was given back.'),
        pays: z.boolean().describe('Whether it is the one that pays for the order.'),
      }),
    )
    .optional()
    .describe('The order’s other charges; absent when there is none.'),
  document: packDocument.nullable(),
  erased: z
    .array(z.object({ what: z.string(), at: utcMoment }))
    .optional()
    .describe('What was erased of the order before the pack was made; absent when nothing was.'),
  omitted: z
    .object({
      mails: wholeNumber,
      downloads: wholeNumber,
      other_downloads: wholeNumber,
      earlier: wholeNumber,
      separate: wholeNumber,
      communication: wholeNumber,
      letters: wholeNumber,
    })
    .partial()
    .describe('How many more rows of a list there are than a pack has room for.'),
});
export type PackFacts = z.infer<typeof packFacts>;

/** Printed on every page: when the pack was made, and the hash of the facts it was made from. */
export type PackStamp = { generated_at: string; inputs_sha256: string };

/** The order of the pack and the orders near it, in one shape, the pack's own first. */
export function withOwn({ order, payment, application, separate }: PackFacts): PackFacts['separate'] {
  const own = {
    order_id: order.order_id,
    create_ts: order.create_ts,
    transaction_id: payment.transaction_id,
    amount: payment.amount,
    currency: payment.currency,
    traveller: application.full_name,
    passport_last4: application.passport_last4,
  };
  return [own, ...separate];
}
