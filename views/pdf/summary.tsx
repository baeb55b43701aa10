import { money } from '../../src/shared/money.js';
import type { PackDocument, PackFacts } from '../../src/shared/pack-facts.js';
import { isOnRecord, packOrder, packParts } from '../../src/shared/pack-parts.js';
import { type PackSize, packLimits } from '../../src/shared/packs.js';
import { Both, Facts, NoneOnRecord, Typed, brief, cardName } from './parts.js';
import { headlineOf, reasonsOf } from './reasons.js';

/** Page one: what was charged, why the charge stands, and where the proof is. */
export function Summary({ facts, oversize }: { facts: PackFacts; oversize: PackSize | undefined }) {
  const reasons = reasonsOf(facts);
  return (
    <section className="summary">
      <p className="kicker">
        <span>Defence Pack {facts.pack_type} · Response to a disputed charge</span>
        <span>{facts.seller.name}</span>
      </p>
      <h1>{headlineOf(facts)}</h1>
      <Charge facts={facts} />
      <h2>Why the charge stands</h2>
      {reasons.length === 0 && <NoneOnRecord />}
      <ol>
        {reasons.map(({ lead, exhibit, text }) => (
          <li key={lead}>
            <b>{lead}.</b> {text} <span className="source">Exhibit {exhibit}.</span>
          </li>
        ))}
      </ol>
      <Warnings document={facts.document} oversize={oversize} />
      <h2>Exhibits</h2>
      <ul className="exhibits">
        {packOrder[facts.pack_type].map((part) => (
          <li key={part}>
            <b>{packParts[part].exhibit}</b>{' '}
            <span>
              {packParts[part].title}
              {!isOnRecord(part, facts) && ' (none on record)'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Charge({ facts: { order, payment, seller } }: { facts: PackFacts }) {
  const chargedOn = payment.paid_at && <Both at={payment.paid_at} />;
  return (
    <div className="charge">
      <Facts
        rows={[
          ['Charge', money(payment.amount, payment.currency)],
          ['Charged on', chargedOn],
          ['Card', brief(cardName(payment))],
          ['On the statement as', brief(payment.statement_descriptor)],
          ['Transaction', brief(payment.transaction_id)],
          ['Seller', brief(payment.merchant_name ?? seller.name)],
          ['Customer', brief(order.full_name)],
          ['Order', `${order.order_id}, ${order.service} service`],
        ]}
      />
    </div>
  );
}

/** Warnings that the pack is incomplete or too large, on page one because it is read first. */
function Warnings({ document, oversize }: { document: PackDocument | null; oversize: PackSize | undefined }) {
  return (
    <>
      {document?.shown === 'not shown' && (
        <p className="warning">
          The approved document (<Typed>{document.file1}</Typed>) is encrypted, damaged or lost and can't be shown: its
          pages are missing from Exhibit J.
        </p>
      )}
      {document?.shown === 'pictures' && (
        <p className="warning">
          The approved document is encrypted or damaged: Exhibit J shows its pages as pictures, as far as they can be
          read.
        </p>
      )}
      {oversize && (
        <p className="warning">
          With the approved document this pack has {oversize.pages} pages and {(oversize.bytes / 2 ** 20).toFixed(1)}{' '}
          MB, more than {packLimits.pages} pages or {packLimits.bytes / 2 ** 20} MB.
        </p>
      )}
    </>
  );
}
