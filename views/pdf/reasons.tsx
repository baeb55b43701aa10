import { Fragment, type ReactNode } from 'react';
import { wordsOf } from '../../src/shared/charges.js';
import { formatMoment, formatShortDay } from '../../src/shared/dates.js';
import { isSameMailbox } from '../../src/shared/mailbox.js';
import { money } from '../../src/shared/money.js';
import {
  type ReasonKey,
  argumentOf,
  deliveryMail,
  firstDownload,
  sameAddress,
} from '../../src/shared/pack-argument.js';
import type { PackFacts, PackMail } from '../../src/shared/pack-facts.js';
import { type PackPart, lettersOf } from '../../src/shared/pack-parts.js';
import { isErased } from '../../src/shared/retention.js';
import { partOf } from '../../src/shared/refunds.js';
import { At, Typed, brief, count, listed } from './parts.js';

/** A reason in words. It is said only where the facts prove it (pack-argument.ts). */
type Words = { lead: string; part: PackPart; say: (facts: PackFacts) => ReactNode };

const words: Record<ReasonKey, Words> = {
  refunded: {
    lead: 'Already refunded',
    part: 'refund',
    say: (facts) => <Refunded facts={facts} />,
  },
  'refunded in part': { lead: 'Refunded in part', part: 'refund', say: (facts) => <Refunded facts={facts} /> },
  accepted: { lead: 'Agreed', part: 'sale', say: (facts) => <Acceptance facts={facts} /> },
  'texts in force': {
    lead: 'Told and agreed',
    part: 'policies',
    say: (facts) => (
      <>
        <Acceptance facts={facts} /> The text of that version is attached.
      </>
    ),
  },
  'refund policy': {
    lead: 'The refund policy',
    part: 'policies',
    say: ({ policies, sale }) => {
      const policy = policies.find(({ kind }) => kind === 'refund')!;
      return (
        <>
          Version {policy.version}, in force since {formatShortDay(policy.valid_from)}, was the refund policy when the
          customer accepted the terms on <At time={sale.terms_accepted_at!} />. Its text is attached.
        </>
      );
    },
  },
  registered: {
    lead: 'Registered with the authority',
    part: 'registration',
    say: ({ registration }) => {
      const { accepted, mail, entered } = registration!;
      return (
        <>
          {accepted && (
            <>
              The authority’s page accepted the traveller’s registration on <At time={accepted.at} />.{' '}
            </>
          )}
          {mail && (
            <>
              The authority’s email with the PIN of the registration came on <At time={mail.at} />.{' '}
            </>
          )}
          {entered && (
            <>
              The authority’s page “Check Visit Pass” showed {formatShortDay(entered.day)} as the traveller’s date of
              entry into Malaysia.
            </>
          )}
        </>
      );
    },
  },
  delivered: {
    lead: 'Delivered to the customer',
    part: 'mails',
    say: (facts) => {
      const mail = deliveryMail(facts)!;
      return (
        <>
          The document was emailed to {recipientOf(mail, facts)}
          {mail.delivered_at ? (
            <>
              ; the recipient’s mail server took delivery on <At time={mail.delivered_at} />.
            </>
          ) : (
            '; the recipient’s mail server took delivery.'
          )}
        </>
      );
    },
  },
  sent: {
    lead: 'Sent to the customer',
    part: 'mails',
    say: (facts) => {
      const mail = deliveryMail(facts)!;
      return (
        <>
          The document was emailed to {recipientOf(mail, facts)}; the mail provider accepted it{mail.sent_at && ' on '}
          {mail.sent_at && <At time={mail.sent_at} />}.
        </>
      );
    },
  },
  downloaded: { lead: 'Downloaded by the customer', part: 'downloads', say: (facts) => <Downloaded facts={facts} /> },
  checked: {
    lead: 'Checked at payment',
    part: 'payment',
    say: ({ payment: { checks } }) => (
      <>
        {checks
          .filter(({ passed }) => passed)
          .map(({ name, code, meaning }) => `${name}: ${meaning} (${code})`)
          .join('; ')}
        .
      </>
    ),
  },
  'same address': {
    lead: 'The same at purchase and download',
    part: 'comparison',
    say: (facts) => {
      const { from_purchase_ip, current } = facts.downloaded;
      return (
        <>
          {current === from_purchase_ip && current === 1
            ? 'The download of the document came'
            : `${from_purchase_ip} of ${count(current, 'download')} of the document came`}{' '}
          from IP address {sameAddress(facts)}, the address of the purchase.
        </>
      );
    },
  },
  returning: { lead: 'Earlier orders', part: 'earlier', say: (facts) => <Returning facts={facts} /> },
  compelling: {
    lead: 'Visa Compelling Evidence 3.0',
    part: 'compelling',
    say: ({ compelling }) => (
      <>
        Two earlier undisputed charges of the same card, 120 to 364 days before this one, have the same{' '}
        {listed(compelling!.same)}.
      </>
    ),
  },
  separate: {
    lead: 'Not a duplicate',
    part: 'separate',
    say: ({ separate }) => (
      <>
        This charge and {count(separate.length, 'other charge')} with the same email address or card have transaction
        ids, orders and travellers of their own; they are listed side by side.
      </>
    ),
  },
  'other given back': {
    lead: 'The other charge',
    part: 'payment',
    say: ({ other_charges: others = [] }) => <>{others.map((one) => `${wordsOf(one, formatMoment)}.`).join(' ')}</>,
  },
  amount: {
    lead: 'The amount',
    part: 'payment',
    say: ({ payment }) => (
      <>The order was placed for {money(payment.amount, payment.currency)}, the amount that is disputed.</>
    ),
  },
};

function Acceptance({ facts: { sale } }: { facts: PackFacts }) {
  return (
    <>
      The customer accepted the terms of sale{sale.terms_version && ` (version ${brief(sale.terms_version)})`} on{' '}
      <At time={sale.terms_accepted_at!} />
      {sale.purchase_ip && `; the purchase came from IP address ${sale.purchase_ip}`}.
    </>
  );
}

/** Counts the current card alone; earlier versions are in the exhibit. */
function Downloaded({ facts }: { facts: PackFacts }) {
  const { current, confirmed, more } = facts.downloaded;
  const first = firstDownload(facts);
  const signedIn =
    facts.downloads.filter((row) => row.current).every((row) => row.signed_in) && !facts.omitted.downloads;
  return (
    <>
      {signedIn
        ? 'The customer signed in with order number and email address and downloaded the document '
        : 'The customer downloaded the document '}
      {more && 'at least '}
      {current === 1 ? 'once' : `${current} times`}
      {first && (
        <>
          , {current > 1 && 'first '}on <At time={first.create_ts} />
          {first.ip && ` from IP address ${first.ip}`}
          {first.place && ` (${first.place})`}
        </>
      )}
      .
      {confirmed > 0 &&
        ` The browser confirmed the file’s SHA-256${current === 1 ? '' : ` (${confirmed} of ${current})`}.`}
    </>
  );
}

/** The most refunds that page one names one by one. */
const refundsNamed = 4;

function Refunded({ facts: { refund, payment } }: { facts: PackFacts }) {
  const { given = [] } = refund;
  const sum = partOf(refund.amount ?? null, payment.amount, payment.currency);
  const [only] = given;
  if (given.length > 1) {
    const more = given.length - refundsNamed;
    return (
      <>
        {sum} was given back (
        {given.slice(0, refundsNamed).map(({ amount, at }, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            {money(amount, payment.currency)} on <At time={at} />
          </Fragment>
        ))}
        {more > 0 && `, and ${more} more`}).
      </>
    );
  }
  return (
    <>
      {refund.amount ? `${sum} was given back on ` : 'The money was given back on '}
      <At time={only?.at ?? refund.refund_date!} />
      {refund.reference && (
        <>
          , reference <Typed>{brief(refund.reference)}</Typed>
        </>
      )}
      .
    </>
  );
}

/** The most groups of earlier orders that page one names. */
const groupsNamed = 3;

/** Says what exactly each order shares: a family or an agent may share an address or a card. */
function Returning({ facts: { earlier } }: { facts: PackFacts }) {
  const named = earlier.groups.slice(0, groupsNamed);
  const rest = earlier.groups.slice(groupsNamed).reduce((sum, group) => sum + group.count, 0);
  const isOne = earlier.groups.length === 1 && earlier.groups[0]!.count === 1;
  return (
    <>
      {named
        .map(({ same, count: number }, index) =>
          index === 0
            ? `${count(number, 'earlier order')} with the same ${listed(same)}`
            : `${number} more with the same ${listed(same)}`,
        )
        .join('; ')}
      {rest > 0 && `; ${rest} more in the exhibit`}
      {`; ${isOne ? '' : 'all '}120 to 365 days before the ${earlier.anchor.event}, paid, and not disputed, refunded or voided.`}
    </>
  );
}

/** The address that the document was mailed to, which is the order's: given with it, or amended since. */
function recipientOf({ recipient }: PackMail, { order: { earlier_addresses } }: PackFacts): ReactNode {
  const [given] = earlier_addresses;
  const isGiven = !given || isSameMailbox(given.address, recipient);
  const which = isGiven ? 'the address given with the order' : 'the address of the order as it was amended';
  if (isErased(recipient)) return `${which}, which was erased since`;
  return (
    <>
      <Typed>{brief(recipient)}</Typed>, {which}
      {!isGiven && (
        <>
          {' '}
          on <At time={earlier_addresses.at(-1)!.until} />
        </>
      )}
    </>
  );
}

/** The reasons that the facts prove, the strongest first, each with the exhibit that proves it. */
export function reasonsOf(facts: PackFacts): { key: ReasonKey; lead: string; exhibit: string; text: ReactNode }[] {
  const letters = lettersOf(facts);
  return argumentOf(facts).reasons.map((key) => {
    const { lead, part, say } = words[key];
    return { key, lead, exhibit: letters[part], text: say(facts) };
  });
}
