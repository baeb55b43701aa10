import { Fragment } from 'react';
import { formatUtc } from '../../src/shared/dates.js';
import type { PackFacts, PackStamp } from '../../src/shared/pack-facts.js';
import { packOrder } from '../../src/shared/pack-parts.js';
import { type PackSize, documentFrame, documentPageTitle } from '../../src/shared/packs.js';
import { Appendix, Exhibit } from './exhibits.js';
import { Letter } from './letter.js';
import { Sheet } from './sheet.js';
import { headlineOf } from './reasons.js';
import { Summary } from './summary.js';

type Props = { facts: PackFacts; stamp: PackStamp; oversize?: PackSize | undefined };

/**
 * Defence Pack 1 or 2 (docs/product.md#packs). Its last pages are empty but for a heading each: the pages of the
 * approved document are embedded there (`documentFrame`).
 * @param oversize how large the pack came out, when that is more than banks take
 */
export default function DefencePack({ facts, stamp, oversize }: Props) {
  const { order, document, pack_type } = facts;
  const pages = document && document.shown !== 'not shown' ? document.pages : 0;
  return (
    <Sheet
      title={`Defence Pack ${pack_type}, order ${order.order_id}: ${headlineOf(facts)}`}
      footer={[
        `Order ${order.order_id} · Defence Pack ${pack_type} · generated ${formatUtc(stamp.generated_at)}`,
        `SHA-256 of the inputs ${stamp.inputs_sha256}`,
      ]}
    >
      <Summary facts={facts} oversize={oversize} />
      <Letter facts={facts} stamp={stamp} />
      <div className="page">
        {packOrder[pack_type].map((part) => (
          <Fragment key={part}>
            <Exhibit part={part} facts={facts} />
            {part === 'downloads' && <Appendix facts={facts} />}
          </Fragment>
        ))}
      </div>
      {Array.from({ length: pages }, (_, index) => (
        <section key={index} className="document">
          <h2>{documentPageTitle(index + 1, pages)}</h2>
          <div className="frame" style={{ height: `${documentFrame.height}mm` }} />
        </section>
      ))}
    </Sheet>
  );
}
