import { formatReplyBy } from '../../src/shared/dates.js';
import { money } from '../../src/shared/money.js';
import { argumentOf } from '../../src/shared/pack-argument.js';
import type { PackDocument, PackFacts } from '../../src/shared/pack-facts.js';
import { isOnRecord, lettersOf, packParts, pagesShown, partsOf } from '../../src/shared/pack-parts.js';
import { At, type FactRow, Facts, Typed, brief, cardName, count, otherCharges } from './parts.js';
import { reasonsOf } from './reasons.js';
import { Timeline } from './timeline.js';

/** Page one: what was charged, what speaks against the dispute, and where the proof is. */
export function Summary({ facts }: { facts: PackFacts }) {
  const { headline, arguable, reasonsTitle } = argumentOf(facts);
  const letters = lettersOf(facts);
  return (
    <section className="summary">
      <p className="kicker">
        <span>
          {facts.case
            ? 'Response to a dispute'
            : `Defence Pack ${facts.pack_type} · ${facts.order.disputed_at ? 'Response to a disputed charge' : 'Records of a charge'}`}
        </span>
        <span>{facts.seller.name}</span>
      </p>
      <h1>{headline}</h1>
      <Charge facts={facts} />
      <Timeline facts={facts} />
      {arguable && (
        <>
          <h2>{reasonsTitle}</h2>
          <ol>
            {reasonsOf(facts).map(({ key, lead, exhibit, text }) => (
              <li key={key}>
                <b>{lead}.</b> {text} <span className="source">Exhibit {exhibit}.</span>
              </li>
            ))}
          </ol>
        </>
      )}
      <Attachment document={facts.document} pages={pagesShown(facts)} letter={letters.document} />
      {facts.erased?.map(({ what, at }) => (
        <p key={what}>
          {what} of this order were erased on <At time={at} />.
        </p>
      ))}
      <h2>Exhibits</h2>
      <ul className="exhibits">
        {partsOf(facts).map((part) => (
          <li key={part}>
            <b>{letters[part]}</b>{' '}
            <span>
              {packParts[part].title}
              {!isOnRecord(part, facts) && ' (none on record)'}
            </span>
            <span className="page-number">
              <a href={`#${part}`}>page</a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Charge({ facts }: { facts: PackFacts }) {
  const { order, payment, seller, case: asked } = facts;
  const charged = payment.paid_at ? <At time={payment.paid_at} /> : payment.paid ? 'paid, time not on record' : null;
  // the gateway's contract may be with another company than the seller
  const merchant = payment.merchant_name !== seller.name && payment.merchant_name;
  const rows: FactRow[] = [
    ['Charge', money(payment.amount, payment.currency)],
    [payment.paid && !payment.paid_at ? 'Payment' : 'Charged on', charged],
    ['Card', brief(cardName(payment))],
    ['On the statement as', brief(payment.statement_descriptor)],
    ['Transaction', brief(payment.transaction_id)],
    ...otherCharges(facts),
    ['Seller', brief(seller.name)],
    ...(merchant ? [['Merchant', brief(merchant)] satisfies FactRow] : []),
    ['Customer', brief(order.full_name)],
    ['Order', `${order.order_id}, ${order.service} service`],
  ];
  return (
    <div className="charge">
      {asked && <Case asked={asked} />}
      <Facts rows={rows} />
    </div>
  );
}

/** The dispute as the bank names it, two facts a line. */
function Case({ asked }: { asked: NonNullable<PackFacts['case']> }) {
  const reason = [asked.network, asked.reason_code].filter(Boolean).join(' ');
  return (
    <table className="case">
      <tbody>
        <tr>
          <th scope="row">Case</th>
          <td>{told(asked.case_id ?? (asked.arn && `ARN ${asked.arn}`), 28)}</td>
          <th scope="row">Reason</th>
          <td>{told(reason, 28)}</td>
        </tr>
        <tr>
          <th scope="row">Disputed</th>
          <td>{told(money(asked.amount, asked.currency), 28)}</td>
          <th scope="row">Reply by</th>
          <td>{told(asked.reply_by && formatReplyBy(asked.reply_by), 28)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function told(text: string | null, most: number) {
  return text ? <Typed>{brief(text, most)}</Typed> : 'None on record';
}

const faults: Record<PackDocument['shown'], string | undefined> = {
  whole: undefined,
  partly: 'is attached without some marks on its pages: the file has no appearance for them.',
  pictures: 'is damaged or locked: its pages are shown as pictures, as far as they can be read.',
  changed: 'is not attached: the stored file is not the one that was uploaded, because its SHA-256 differs.',
  unreadable: 'is not attached: the stored file can’t be read.',
  lost: 'is not attached: the stored file is lost.',
  erased: 'is not attached: its file was erased.',
};

/** Whether the document is there in full. What is wrong with it is said on page one, because that is read first. */
function Attachment({ document, pages, letter }: { document: PackDocument | null; pages: number; letter: string }) {
  if (!document) return null;
  const fault = faults[document.shown];
  if (!fault) {
    return (
      <p className="attachment">
        The approved document is attached in full ({count(pages, 'page')}).{' '}
        <span className="source">Exhibit {letter}.</span>
      </p>
    );
  }
  return (
    <p className="warning">
      The approved document (<Typed>{document.file1}</Typed>) {fault}
    </p>
  );
}
