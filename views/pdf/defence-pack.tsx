import { Fragment } from 'react';
import { formatMoment } from '../../src/shared/dates.js';
import type { PackFacts, PackStamp } from '../../src/shared/pack-facts.js';
import { documentPageTitle, lettersOf, pagesShown, partsOf } from '../../src/shared/pack-parts.js';
import { documentFrame } from '../../src/shared/packs.js';
import { Appendix } from './exhibits-of-downloads.js';
import { Exhibit } from './exhibits.js';
import { Letter } from './letter.js';
import type { Pictures } from './parts.js';
import { Sheet } from './sheet.js';
import { Summary } from './summary.js';

type Props = { facts: PackFacts; stamp: PackStamp; pictures?: Pictures };

/**
 * Defence Pack 1 or 2, or the response to a dispute (docs/evidence.md#packs). Its last pages are empty but for a
 * heading each: the pages of the approved document are embedded there (`documentFrame`).
 */
export default function DefencePack({ facts, stamp, pictures = {} }: Props) {
  const { order, pack_type } = facts;
  const letters = lettersOf(facts);
  const pages = pagesShown(facts);
  return (
    <Sheet
      title={packTitle(facts)}
      footer={[
        `Order ${order.order_id} · ${facts.case ? 'Response to a dispute' : `Defence Pack ${pack_type}`} · generated ${formatMoment(stamp.generated_at)}`,
        `SHA-256 of the inputs ${stamp.inputs_sha256}`,
      ]}
    >
      <Summary facts={facts} />
      <Letter facts={facts} stamp={stamp} />
      <div className="page">
        {partsOf(facts).map((part) => (
          <Fragment key={part}>
            <Exhibit part={part} letter={letters[part]} facts={facts} pictures={pictures} />
            {part === 'downloads' && <Appendix letter={letters[part]} facts={facts} />}
          </Fragment>
        ))}
      </div>
      {Array.from({ length: pages }, (_, index) => (
        <section key={index} className="document">
          <h2>{documentPageTitle(letters.document, index + 1, pages)}</h2>
          <div className="frame" style={{ height: `${documentFrame.height}mm` }}>
            <img src={nothing} alt={`Page ${index + 1} of ${pages} of the approved document`} />
          </div>
        </section>
      ))}
    </Sheet>
  );
}

/** The title in the PDF's properties. */
export function packTitle({ case: asked, order }: PackFacts): string {
  const name = asked?.case_id ?? asked?.arn;
  if (name) return `Response to dispute ${name}`;
  return `${order.disputed_at ? 'Response to the dispute' : 'Records'} of order ${order.order_id}`;
}

/** A transparent picture that holds the place of a drawn page, so that a reader who can't see it is told what it is. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
