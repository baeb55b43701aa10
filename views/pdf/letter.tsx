import { wordsOf } from '../../src/shared/charges.js';
import { formatMoment } from '../../src/shared/dates.js';
import { money } from '../../src/shared/money.js';
import { argumentOf } from '../../src/shared/pack-argument.js';
import type { PackFacts, PackStamp } from '../../src/shared/pack-facts.js';
import { type PackPart, comparedAt, isOnRecord, lettersOf, pagesShown, partsOf } from '../../src/shared/pack-parts.js';
import { At, Typed, isPlacedBefore, listed } from './parts.js';

/** What each exhibit is cited for. `every` is said only where nothing is left out. */
const cited: Record<PackPart, (facts: PackFacts) => string> = {
  payment: () => 'the order and its payment, with the checks made on the card as far as they are on record',
  sale: () => 'what was sold, and how the terms were accepted',
  policies: () =>
    'the terms that the customer accepted, and the refund policy and the disclosure in force then, as far as they are on record',
  application: () => 'the traveller whom the order is for',
  registration: ({ registration }) => {
    const { submitted_at, accepted, mail, entered, checks, outages } = registration!;
    const isAnswered = Boolean(accepted ?? mail);
    const answered = submitted_at ? 'what it answered' : 'what the authority answered';
    const said = [
      submitted_at && 'what was declared to the authority',
      isAnswered && answered,
      entered && 'when the traveller entered Malaysia',
      checks && 'what our staff noted of the authority’s page',
      outages && 'when the authority’s form did not answer our staff',
    ];
    return said.filter(Boolean).join(', and ');
  },
  mails: ({ omitted }) =>
    `${omitted.mails ? 'emails' : 'every email on record'} about the order, with its recipient and what became of it`,
  downloads: ({ omitted, downloaded }) =>
    `${omitted.downloads || downloaded.more ? 'downloads' : 'every complete download on record'} of the document by the customer, with time, address and device`,
  comparison: ({ comparison }) => `${listed(comparedAt(comparison))} side by side, with what differs marked as such`,
  earlier: () => 'earlier orders with the same data, neither disputed nor refunded nor voided',
  compelling: () => 'the table of Visa Compelling Evidence 3.0',
  separate: () => 'the orders with the same email address or card, side by side',
  communication: ({ communication, letters }) =>
    [
      communication.length > 0 &&
        `what our staff noted about contact with the customer by ${listed(
          [
            communication.some(({ telephone }) => telephone) && 'telephone',
            communication.some(({ whatsapp }) => whatsapp) && 'WhatsApp',
          ].filter((way) => way !== false),
        )}`,
      letters.length > 0 && 'what the customer wrote to us by email',
    ]
      .filter(Boolean)
      .join('; '),
  refund: ({ refund }) => (refund.refund_date || refund.given ? 'the refund' : 'what is on record about a refund'),
  document: (facts) =>
    facts.document?.shown === 'whole' || facts.document?.shown === 'partly'
      ? 'the approved document, page by page'
      : pagesShown(facts) > 0
        ? 'pictures of the approved document'
        : 'what is on record about the approved document',
};

/** Since when the charge is disputed: by the bank, or, where nobody told, by our own records. */
function Disputed({ facts: { case: asked, order } }: { facts: PackFacts }) {
  const at = asked ? (asked.opened_at ?? asked.recorded_at) : order.disputed_at;
  if (!at) return null;
  const begin = asked?.opened_at ? 'The dispute was opened on' : 'In our records the dispute is dated';
  return (
    <>
      {' '}
      {begin} <At time={at} />.
    </>
  );
}

/** The cover letter; it names only the exhibits that are not empty. */
export function Letter({ facts, stamp }: { facts: PackFacts; stamp: PackStamp }) {
  const { order, payment, seller, case: asked } = facts;
  const { arguable, conclusion } = argumentOf(facts);
  const isDisputed = asked !== null || order.disputed_at !== null;
  const letters = lettersOf(facts);
  const charge = money(payment.amount, payment.currency);
  return (
    <section className="letter page">
      <address>
        <b>{seller.name}</b>
        {seller.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>{seller.contact}</span>
      </address>
      <p>{formatMoment(stamp.generated_at)}</p>
      <p>To the bank that issued the card</p>
      <h2>
        {asked?.case_id ? (
          <>
            Dispute <Typed>{asked.case_id}</Typed>, charge
          </>
        ) : isDisputed ? (
          'Disputed charge'
        ) : (
          'Charge'
        )}
        {charge && ` of ${charge}`}, order {order.order_id}
      </h2>
      <p>Dear Sir or Madam,</p>
      <p>
        <Typed>{order.full_name}</Typed> ordered the Malaysia Digital Arrival Card service ({order.service}) at{' '}
        <Typed>{order.landing_domain}</Typed>
        {isPlacedBefore(facts) ? '; we recorded the order on ' : ' on '}
        <At time={order.create_ts} />
        {payment.paid_at ? (
          <>
            ; the payment{charge && ` of ${charge}`} was taken on <At time={payment.paid_at} />
          </>
        ) : (
          payment.paid && `; the payment${charge ? ` of ${charge}` : ''} was taken`
        )}
        {payment.transaction_id && (
          <>
            {' '}
            under transaction <Typed>{payment.transaction_id}</Typed>
          </>
        )}
        {payment.paid && !payment.paid_at && '; its time is not on record'}.
        {(facts.other_charges ?? []).map((one) => ` ${wordsOf(one, formatMoment)}.`)}
        <Disputed facts={facts} />
      </p>
      <p>The exhibits are taken from our records, unchanged:</p>
      <ul>
        {partsOf(facts)
          .filter((part) => isOnRecord(part, facts))
          .map((part) => (
            <li key={part}>
              <b>Exhibit {letters[part]}</b>, {cited[part](facts)}
            </li>
          ))}
      </ul>
      <p>
        Times are given in UTC, in the exhibits also in Eastern Standard Time (EST, UTC−5 all year) and in the time of
        Kuala Lumpur (UTC+8). Where our records hold nothing, the exhibit says so.
      </p>
      <div className="closing">
        <p>
          {arguable && conclusion && `${conclusion} `}We ask that {isDisputed ? 'the' : 'a'} dispute be decided on these
          records.
        </p>
        <p>Yours faithfully,</p>
        <p className="signed">{seller.name}</p>
      </div>
    </section>
  );
}
