import { formatUtc } from '../../src/shared/dates.js';
import { money } from '../../src/shared/money.js';
import type { PackFacts, PackStamp } from '../../src/shared/pack-facts.js';
import { type PackPart, isOnRecord, packOrder, packParts } from '../../src/shared/pack-parts.js';
import type { PackType } from '../../src/shared/packs.js';
import { Both, Typed } from './parts.js';
import { isArguable } from './reasons.js';

const conclusions: Record<PackType, string> = {
  1: 'On this record the service was delivered as it was described.',
  2: 'On this record the cardholder took part in the transaction.',
};

/** What each exhibit is cited for. */
const cited: Record<PackPart, string> = {
  payment: 'the order and its payment, with the checks made on the card as far as they are on record',
  sale: 'what was sold, the terms in force, and how they were accepted',
  application: 'the application as the customer filled it in, with the traveller’s own data',
  mails: 'every email sent about the order, with its recipient and what became of it',
  downloads: 'every download of the document by the customer, with time, address and device',
  comparison: 'purchase, tracking and download side by side, with what differs marked as such',
  earlier: 'earlier orders with the same customer data that were neither disputed nor refunded',
  communication: 'what our staff noted of contact with the customer by telephone and WhatsApp',
  refund: 'the refund',
  document: 'the approved document, page by page',
};

/** The cover letter; it names only the exhibits that are not empty. */
export function Letter({ facts, stamp }: { facts: PackFacts; stamp: PackStamp }) {
  const { order, payment, seller, pack_type } = facts;
  const charge = money(payment.amount, payment.currency);
  const onRecord = packOrder[pack_type].filter((part) => isOnRecord(part, facts));
  return (
    <section className="letter page">
      <address>
        <b>{seller.name}</b>
        {seller.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>{seller.contact}</span>
      </address>
      <p>{formatUtc(stamp.generated_at)}</p>
      <p>To the bank that issued the card</p>
      <h2>
        Disputed charge{charge && ` of ${charge}`}, order {order.order_id}
      </h2>
      <p>Dear Sir or Madam,</p>
      <p>
        <Typed>{order.full_name}</Typed> ordered the Malaysia Digital Arrival Card service ({order.service}) at{' '}
        <Typed>{order.landing_domain}</Typed> on <Both at={order.create_ts} />
        {payment.paid_at && (
          <>
            ; the payment{charge && ` of ${charge}`} was taken on <Both at={payment.paid_at} />
          </>
        )}
        {payment.transaction_id && (
          <>
            {' '}
            under transaction <Typed>{payment.transaction_id}</Typed>
          </>
        )}
        .
        {order.disputed_at && (
          <>
            {' '}
            We recorded the dispute on <Both at={order.disputed_at} />.
          </>
        )}
      </p>
      <p>The exhibits are taken from our records as they stand:</p>
      <ul>
        {onRecord.map((part) => (
          <li key={part}>
            <b>Exhibit {packParts[part].exhibit}</b>, {cited[part]}
          </li>
        ))}
      </ul>
      <p>
        Times are given in Eastern Standard Time (EST, UTC−5 all year) and in UTC. Where our records hold nothing, the
        exhibit says so.
      </p>
      <p>{isArguable(facts) && `${conclusions[pack_type]} `}We ask that the dispute be decided on these records.</p>
      <p>Yours faithfully,</p>
      <p className="signed">{seller.name}</p>
    </section>
  );
}
