import type { PackFacts } from '../../src/shared/pack-facts.js';
import { type PackPart, isOnRecord, packParts } from '../../src/shared/pack-parts.js';
import { Mails } from './exhibit-of-mails.js';
import { Registration } from './exhibit-of-registration.js';
import { ApprovedDocument, Communication } from './exhibits-of-document.js';
import { Comparison, Downloads } from './exhibits-of-downloads.js';
import { Compelling, Earlier, NoneEarlier, Separate } from './exhibits-of-other-orders.js';
import { Application, Payment, Policies, Refund, Sale } from './exhibits-of-purchase.js';
import { type Content, type Pictures, NoneOnRecord } from './parts.js';

type ExhibitProps = { part: PackPart; letter: string; facts: PackFacts; pictures: Pictures };

/** An exhibit with its letter; an empty one says so. */
export function Exhibit({ part, letter, facts, pictures }: ExhibitProps) {
  const Content = contents[part];
  return (
    <section className="exhibit" id={part}>
      <h2>
        Exhibit {letter} <span className="quiet">{packParts[part].title}</span>
      </h2>
      {isOnRecord(part, facts) ? (
        <Content facts={facts} pictures={pictures} />
      ) : part === 'earlier' ? (
        <NoneEarlier facts={facts} />
      ) : part === 'document' && facts.order.card_outdated ? (
        <p>The order’s data was amended after its last document. No document with the current data is on record.</p>
      ) : (
        <NoneOnRecord />
      )}
    </section>
  );
}

const contents: Record<PackPart, Content> = {
  payment: Payment,
  sale: Sale,
  policies: Policies,
  application: Application,
  registration: Registration,
  mails: Mails,
  downloads: Downloads,
  comparison: Comparison,
  earlier: Earlier,
  compelling: Compelling,
  separate: Separate,
  communication: Communication,
  refund: Refund,
  document: ApprovedDocument,
};
