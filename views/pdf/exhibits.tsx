import type { ReactNode } from 'react';
import { formatDate } from '../../src/shared/dates.js';
import { money } from '../../src/shared/money.js';
import type { ComparedAt, PackDownload, PackFacts } from '../../src/shared/pack-facts.js';
import { type PackPart, isOnRecord, packParts } from '../../src/shared/pack-parts.js';
import { Both, Facts, Moment, NoneOnRecord, Typed, cardName, clocks, count } from './parts.js';

/** An exhibit with its letter; an empty one says so. */
export function Exhibit({ part, facts }: { part: PackPart; facts: PackFacts }) {
  const Content = contents[part];
  const { exhibit, title } = packParts[part];
  return (
    <section className="exhibit">
      <h2>
        Exhibit {exhibit} <span className="quiet">{title}</span>
      </h2>
      {isOnRecord(part, facts) ? (
        <Content facts={facts} />
      ) : part === 'earlier' ? (
        <NoneEarlier facts={facts} />
      ) : (
        <NoneOnRecord />
      )}
    </section>
  );
}

type Content = (props: { facts: PackFacts }) => ReactNode;

/** Pack 2 is about who paid, so it prints the card's checks first. */
const Payment: Content = ({ facts: { order, payment, pack_type } }) => {
  const checks: [string, string | null][] = [
    ['Address check (AVS)', payment.avs],
    ['Security code (CVV)', payment.cvv],
    ['3-D Secure', payment.three_ds],
  ];
  const rows: [string, ReactNode][] = [
    ['Order', String(order.order_id)],
    ['Ordered on', clocks(order.create_ts)],
    ['Ordered at', order.landing_domain],
    ['Amount', money(payment.amount, payment.currency)],
    ['Paid on', clocks(payment.paid_at)],
    ['Completed on', clocks(order.processed_at)],
    ['Transaction id', payment.transaction_id],
    ['Merchant', payment.merchant_name],
    ['On the statement as', payment.statement_descriptor],
    ['Payment gateway', payment.gateway_name],
    ['Card', cardName(payment)],
  ];
  return <Facts rows={pack_type === 2 ? [...checks, ...rows] : [...rows, ...checks]} />;
};

const Sale: Content = ({ facts: { sale, order, seller } }) => (
  <Facts
    rows={[
      ['Sold', `Malaysia Digital Arrival Card service, ${order.service}`],
      ['Seller', seller.name],
      ['Third-party disclosure', sale.disclosure],
      ['Terms in force', sale.terms_version && `Version ${sale.terms_version}`],
      ['Refund policy in force', sale.refund_policy],
      ['Terms accepted on', clocks(sale.terms_accepted_at)],
      ['From IP address', sale.purchase_ip],
      ['Signed as', sale.signature_name],
    ]}
  />
);

const Application: Content = ({ facts: { application: given } }) => (
  <Facts
    rows={[
      ['Name', given.full_name],
      ['Passport number', `ending ${given.passport_last4}`],
      ['Passport expiry', formatDate(given.passport_expiry)],
      ['Date of birth', formatDate(given.dob)],
      ['Nationality', given.nationality],
      ['Sex', given.sex],
      ['Email', given.contact_email_address],
      ['Telephone', given.phone],
      ['Arrival', formatDate(given.doa)],
      ['Departure', formatDate(given.dod)],
      ['Flight, vessel or transport', given.flight_detail],
      ['Mode of travel', given.mode_of_travel],
      ['Last port of embarkation', given.last_port_embarkation],
      ['Accommodation', given.accommodation_of_Stay],
      ['Address in Malaysia', given.address],
      ['City', given.city],
      ['State', given.state],
      ['Postcode', given.post_code],
    ]}
  />
);

const Mails: Content = ({ facts: { mails, document, omitted } }) => (
  <>
    <Omitted number={omitted.mails} one="email" />
    <table>
      <thead>
        <tr>
          <th className="number">#</th>
          <th className="when">When</th>
          <th>Recipient, subject, message id</th>
          <th className="state">Provider, state</th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail, index) => (
          <tr key={index}>
            <td>{(omitted.mails ?? 0) + index + 1}</td>
            <td className="when">
              <Moment at={mail.sent_at ?? mail.create_ts} />
            </td>
            <td>
              <Typed>{mail.recipient}</Typed>
              <br />
              <Typed>{mail.subject}</Typed>
              <br />
              {mail.provider_message_id ?? 'No message id on record'}
              <Attached sha256={mail.attachment_sha256} document={document} />
            </td>
            <td className="state">
              {mail.mail_service_provider}
              <br />
              <b>{mail.state}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);

/** The file that a mail carried: the one of Exhibit J, or another, named by its hash. */
function Attached({ sha256, document }: { sha256: string | null; document: PackFacts['document'] }) {
  if (!sha256) return null;
  return (
    <>
      <br />
      {sha256 === document?.sha256 ? 'Attached: the document of Exhibit J' : `Attached: a file, SHA-256 ${sha256}`}
    </>
  );
}

const Downloads: Content = ({ facts: { downloads, omitted } }) => (
  <>
    <Omitted number={omitted.downloads} one="download" />
    <DownloadTable rows={downloads} omitted={omitted.downloads} />
    <Files rows={downloads} />
  </>
);

/** Rows that prove nothing about the customer, listed apart from those that do. */
export function Appendix({ facts: { other_downloads, omitted } }: { facts: PackFacts }) {
  return (
    <section className="exhibit">
      <h2>
        Appendix to Exhibit E <span className="quiet">Other requests for the document</span>
      </h2>
      <p>
        Requests by our staff or by machines, such as mail scanners, and downloads that broke off. They are not counted.
      </p>
      <Omitted number={omitted.other_downloads} one="request" />
      {other_downloads.length === 0 ? (
        <NoneOnRecord />
      ) : (
        <DownloadTable
          rows={other_downloads}
          omitted={omitted.other_downloads}
          mark={(row) => `${row.actor}${row.complete ? '' : ', broke off'}`}
        />
      )}
    </section>
  );
}

type DownloadRows<Row> = { rows: Row[]; omitted: number | undefined; mark?: (row: Row) => string };

function DownloadTable<Row extends PackDownload>({ rows, omitted = 0, mark }: DownloadRows<Row>) {
  return (
    <table>
      <thead>
        <tr>
          <th className="number">#</th>
          <th className="when">When</th>
          <th>IP address, place</th>
          <th>Device, type, browser, OS</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <td>{omitted + index + 1}</td>
            <td className="when">
              <Moment at={row.create_ts} />
            </td>
            <td>
              {row.ip ?? 'Not recorded'}
              <br />
              {row.place ?? 'Place unknown'}
              {mark && (
                <>
                  <br />
                  <b>{mark(row)}</b>
                </>
              )}
            </td>
            <td>
              {[row.device, row.device_type].filter(Boolean).join(', ') || 'Device unknown'}
              <br />
              {[row.browser, row.os].filter(Boolean).join(', ') || 'Browser unknown'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The downloaded files, named by their hashes: mostly all rows are of one file. */
function Files({ rows }: { rows: PackDownload[] }) {
  const hashes = [...new Set(rows.map((row) => row.sha256))];
  return (
    <>
      <h3>What was downloaded</h3>
      {hashes.map((sha256) => {
        const fetched = rows.filter((row) => row.sha256 === sha256);
        return (
          <p key={sha256}>
            {count(fetched.length, 'download')} of <Typed>{fetched[0]!.file1}</Typed>, SHA-256{' '}
            {sha256 ?? 'not recorded'}
          </p>
        );
      })}
    </>
  );
}

const comparedAt: ComparedAt[] = ['purchase', 'tracking', 'download'];

const Comparison: Content = ({ facts: { comparison } }) => (
  <table className="compared">
    <thead>
      <tr>
        <th>At</th>
        <th>Purchase</th>
        <th>Tracking</th>
        <th>Download</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <th scope="row">Time</th>
        {comparedAt.map((time) => (
          <td key={time}>{comparison.at[time] ? <Moment at={comparison.at[time]} /> : 'Not recorded'}</td>
        ))}
      </tr>
      {comparison.rows.map((row) => (
        <tr key={row.trait}>
          <th scope="row">{row.trait}</th>
          {comparedAt.map((time) => (
            <td key={time}>
              {row[time] ?? 'Not recorded'}
              {time !== 'purchase' && row.differs.includes(time) && <b className="differs">differs</b>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const Earlier: Content = ({ facts: { earlier, omitted } }) => (
  <>
    <p>
      Orders with the same data as this one, as named in the last column, between 120 and 365 days before the{' '}
      {earlier.anchor.event} of {formatDate(earlier.anchor.date)}; none of them disputed or refunded.
    </p>
    <Omitted number={omitted.earlier} one="order" />
    <table>
      <thead>
        <tr>
          <th className="order">Order</th>
          <th className="when">Placed on</th>
          <th className="amount">Amount</th>
          <th>Same as in this order</th>
        </tr>
      </thead>
      <tbody>
        {earlier.orders.map((order) => (
          <tr key={order.order_id}>
            <td>{order.order_id}</td>
            <td className="when">
              <Moment at={order.create_ts} />
            </td>
            <td>{money(order.amount, order.currency) ?? 'Not recorded'}</td>
            <td>{order.same.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);

/** An empty result names the range that was searched (docs/product.md#packs). */
const NoneEarlier: Content = ({ facts: { earlier } }) => (
  <p>
    None on record: none found between 120 and 365 days before the {earlier.anchor.event} of{' '}
    {formatDate(earlier.anchor.date)}.
  </p>
);

const Communication: Content = ({ facts: { communication, omitted } }) => (
  <>
    <Omitted number={omitted.communication} one="note" />
    {communication.map((remark, index) => (
      <article key={index}>
        <h3>
          <Both at={remark.create_ts} />,{' '}
          {[remark.telephone && 'telephone', remark.whatsapp && 'WhatsApp'].filter(Boolean).join(', ')}
        </h3>
        <p className="remark" dir="auto">
          {remark.remark}
        </p>
        <p>
          Noted by <Typed>{remark.remark_name}</Typed>
        </p>
      </article>
    ))}
  </>
);

const Refund: Content = ({ facts: { refund } }) => (
  <Facts
    rows={[
      ['Refund asked for on', clocks(refund.asked_at)],
      ['Refund given on', clocks(refund.refund_date)],
    ]}
  />
);

const ApprovedDocument: Content = ({ facts: { document } }) =>
  document && (
    <Facts
      rows={[
        ['File', document.file1],
        ['Uploaded on', clocks(document.create_ts)],
        ['Type and size', `${document.content_type}, ${document.size} bytes`],
        ['SHA-256', document.sha256],
        [
          'Pages',
          document.shown === 'not shown'
            ? 'Not shown: the file is encrypted, damaged or lost'
            : `${document.pages}, on the pages that follow`,
        ],
      ]}
    />
  );

function Omitted({ number, one }: { number: number | undefined; one: string }) {
  if (!number) return null;
  return <p>Left out for length: {count(number, `older ${one}`)} on record.</p>;
}

const contents: Record<PackPart, Content> = {
  payment: Payment,
  sale: Sale,
  application: Application,
  mails: Mails,
  downloads: Downloads,
  comparison: Comparison,
  earlier: Earlier,
  communication: Communication,
  refund: Refund,
  document: ApprovedDocument,
};
