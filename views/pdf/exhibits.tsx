import type { ReactNode } from 'react';
import { formatMomentSeconds, formatShortDay } from '../../src/shared/dates.js';
import { money } from '../../src/shared/money.js';
import {
  type ComparedAt,
  type PackDocument,
  type PackDownload,
  type PackFacts,
  type PackMail,
  withOwn,
} from '../../src/shared/pack-facts.js';
import { type PackPart, isOnRecord, packParts, pagesShown } from '../../src/shared/pack-parts.js';
import { Facts, Moment, NoneOnRecord, Typed, cardName, clocks, count, isPlacedBefore, listed } from './parts.js';

/** An exhibit with its letter; an empty one says so. */
export function Exhibit({ part, letter, facts }: { part: PackPart; letter: string; facts: PackFacts }) {
  const Content = contents[part];
  return (
    <section className="exhibit" id={part}>
      <h2>
        Exhibit {letter} <span className="quiet">{packParts[part].title}</span>
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
const Payment: Content = ({ facts: { order, payment, pack_type, case: asked } }) => {
  const checks = payment.checks.map(({ name, code, meaning }): [string, string] => [name, `${meaning} (${code})`]);
  const rows: [string, ReactNode][] = [
    ['Order', String(order.order_id)],
    [isPlacedBefore({ order, payment }) ? 'Order recorded on' : 'Ordered on', clocks(order.create_ts)],
    ['Ordered at', order.landing_domain],
    ['Amount', money(payment.amount, payment.currency)],
    ['Paid on', payment.paid && !payment.paid_at ? 'paid, time not on record' : clocks(payment.paid_at)],
    ['Completed on', clocks(order.processed_at)],
    ['Transaction id', payment.transaction_id],
    ['Merchant', payment.merchant_name],
    ['On the statement as', payment.statement_descriptor],
    ['Payment gateway', payment.gateway_name],
    ['Card', cardName(payment)],
  ];
  const shown: [string, ReactNode][] = checks.length > 0 ? checks : [['Checks of the card', null]];
  const dispute: [string, ReactNode][] = asked
    ? [
        ['Case', asked.case_id],
        ['ARN', asked.arn],
        ['Reason', [asked.network, asked.reason_code, asked.reason_title].filter(Boolean).join(', ')],
        asked.opened_at
          ? ['Dispute opened on', clocks(asked.opened_at)]
          : ['Dispute recorded by us on', clocks(asked.recorded_at)],
      ]
    : [];
  return <Facts rows={[...(pack_type === 2 ? [...shown, ...rows] : [...rows, ...shown]), ...dispute]} />;
};

const Sale: Content = ({ facts: { sale, order, seller } }) => (
  <Facts
    rows={[
      ['Sold', `Malaysia Digital Arrival Card service, ${order.service}`],
      ['Seller', seller.name],
      ['Third-party disclosure', sale.disclosure],
      ['Terms accepted', sale.terms_version && `Version ${sale.terms_version}`],
      ['Terms accepted on', clocks(sale.terms_accepted_at)],
      ['Refund policy', sale.refund_policy],
      ['Signed as', sale.signature_name],
      ['Purchase from IP address', sale.purchase_ip],
      ['Purchase with', sale.purchase_device],
      ['Device fingerprint', sale.device_fingerprint],
      ['Time zone of the browser', sale.browser_tz],
    ]}
  />
);

function isEarlier({ recipient }: PackMail, { earlier_addresses }: PackFacts['order']): boolean {
  return earlier_addresses.some(({ address }) => address.toLowerCase() === recipient.toLowerCase());
}

const policyNames = { terms: 'Terms of sale', refund: 'Refund policy', disclosure: 'Disclosure' } as const;

/** The texts that the customer accepted, or that were in force then. A version whose text nobody has is said. */
const Policies: Content = ({ facts: { policies, sale } }) => (
  <>
    {sale.terms_version && !policies.some(({ kind }) => kind === 'terms') && (
      <p>The text of the terms in version {sale.terms_version}, which the order names, is not on record.</p>
    )}
    {policies.map(({ kind, version, valid_from, text, sha256, cut }) => (
      <article key={kind}>
        <h3>
          {policyNames[kind]}, version {version}, in force since {formatShortDay(valid_from)}
        </h3>
        <p className="quoted" dir="auto">
          {text}
        </p>
        <p className="small">
          {cut && 'Cut here for length. '}SHA-256 of the whole text {sha256}
        </p>
      </article>
    ))}
  </>
);

const Application: Content = ({ facts: { application: given } }) => (
  <Facts
    rows={[
      ['Name', given.full_name],
      ['Passport number', `ending ${given.passport_last4}`],
      ['Nationality', given.nationality],
      ['Arrival', formatShortDay(given.doa)],
      ['Departure', formatShortDay(given.dod)],
    ]}
  />
);

const Mails: Content = ({ facts: { mails, mail_as_sent, omitted, order } }) => (
  <>
    {order.earlier_addresses.map(({ address, until }) => (
      <p key={until}>
        The order’s address was <Typed>{address}</Typed> until {formatMomentSeconds(until)}.
      </p>
    ))}
    {order.earlier_addresses.length > 0 && (
      <p>
        Since then it is <Typed>{order.contact_email_address}</Typed>.
      </p>
    )}
    <Omitted number={omitted.mails} one="email" rows={mails} />
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
        {mails.map((mail) => (
          <tr key={mail.number}>
            <td className="number">{mail.number}</td>
            <td className="when">
              <Moment at={mail.sent_at ?? mail.create_ts} />
              {mail.delivered_at && (
                <>
                  <div className="small">delivered</div>
                  <Moment at={mail.delivered_at} />
                </>
              )}
            </td>
            <td>
              <Typed>{mail.recipient}</Typed>
              {!mail.to_customer && (
                <b className="differs">
                  {isEarlier(mail, order) ? 'the order’s address of before' : 'another address than the order’s'}
                </b>
              )}
              <div>
                <Typed>{mail.subject}</Typed>
              </div>
              <div className="small">
                {mail.provider_message_id ?? 'No message id on record'}
                <Carried mail={mail} />
                {mail.answer && (
                  <div>
                    Server: <Typed>{mail.answer}</Typed>
                  </div>
                )}
              </div>
            </td>
            <td className="state">
              {mail.mail_service_provider}
              <br />
              <b>{mail.sent_at || mail.state !== 'queued' ? mail.state : 'waiting'}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {mail_as_sent && (
      <article>
        <h3>Email {mail_as_sent.number} as it was sent</h3>
        <p className="small">
          From <Typed>{mail_as_sent.sender}</Typed> to <Typed>{mail_as_sent.recipient}</Typed>, subject{' '}
          <Typed>{mail_as_sent.subject}</Typed>
        </p>
        <p className="quoted" dir="auto">
          {mail_as_sent.body}
        </p>
        {mail_as_sent.cut && <p className="small">Cut here for length.</p>}
      </article>
    )}
  </>
);

/** The file that a mail carried: the document of the last exhibit, an earlier version, or another one, named by its hash. */
function Carried({ mail: { carries, attachment_sha256 } }: { mail: PackMail }) {
  if (!attachment_sha256) return null;
  if (carries === 'current card') return <div>Attached: the approved document</div>;
  const what = carries === 'earlier card' ? 'an earlier version of the document' : 'another file';
  return (
    <div>
      Attached: {what}, SHA-256 {attachment_sha256}
    </div>
  );
}

const Downloads: Content = ({ facts: { downloads, downloaded, omitted } }) => (
  <>
    {downloaded.more && <p>There are more requests on record than are counted here.</p>}
    <Omitted number={omitted.downloads} one="download" rows={downloads} />
    <DownloadTable rows={downloads} mark={(row) => (row.from_purchase_ip ? 'address of the purchase' : undefined)} />
    <Files rows={downloads} />
  </>
);

/** Rows that prove nothing about the customer, listed apart from those that do. */
export function Appendix({ facts: { other_downloads, omitted }, letter }: { facts: PackFacts; letter: string }) {
  return (
    <section className="exhibit">
      <h2>
        Appendix to Exhibit {letter} <span className="quiet">Other requests for the document</span>
      </h2>
      <p>Requests that are not counted as the customer’s, each with the reason.</p>
      <Omitted number={omitted.other_downloads} one="request" rows={other_downloads} />
      {other_downloads.length === 0 ? (
        <NoneOnRecord />
      ) : (
        <DownloadTable rows={other_downloads} mark={({ why }) => why} />
      )}
    </section>
  );
}

type Fetched = Omit<PackDownload, 'signed_in' | 'from_purchase_ip'>;
type DownloadRows<Row> = { rows: Row[]; mark: (row: Row) => string | undefined };

function DownloadTable<Row extends Fetched>({ rows, mark }: DownloadRows<Row>) {
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
        {rows.map((row) => (
          <tr key={row.number}>
            <td className="number">{row.number}</td>
            <td className="when">
              <Moment at={row.create_ts} />
            </td>
            <td>
              {row.ip ?? 'Not recorded'}
              <br />
              {row.place ?? 'Place unknown'}
              {mark(row) && <b className="differs">{mark(row)}</b>}
            </td>
            <td>
              {[row.device, row.device_type].filter(Boolean).join(', ') || 'Device unknown'}
              <br />
              {[row.browser, row.os].filter(Boolean).join(', ') || 'Browser unknown'}
              {!row.current && <b className="differs">an earlier version</b>}
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
            {count(fetched.length, 'download')} listed here of <Typed>{fetched[0]!.file1}</Typed>
            {fetched[0]!.current ? ', the approved document' : ', an earlier version'}, SHA-256{' '}
            {sha256 ?? 'not recorded'}
          </p>
        );
      })}
    </>
  );
}

const comparedAt: ComparedAt[] = ['purchase', 'tracking', 'download'];

/** Compared with the download that matches best; how many match is said beside it. */
const Comparison: Content = ({ facts }) => (
  <>
    <ComparedDownload facts={facts} />
    <ComparedTable facts={facts} />
  </>
);

function ComparedDownload({ facts: { comparison, downloaded, sale } }: { facts: PackFacts }) {
  if (comparison.download === null) return null;
  return (
    <p>
      The download is number {comparison.download} of {downloaded.total}
      {downloaded.total > 1 && ', the one that matches the purchase best'}
      {!comparison.current && '; it is of an earlier version of the document'}.{' '}
      {sale.purchase_ip &&
        downloaded.current > 0 &&
        `${downloaded.from_purchase_ip} of ${count(downloaded.current, 'download')} of the approved document came from the IP address of the purchase.`}
    </p>
  );
}

const ComparedTable: Content = ({ facts: { comparison } }) => (
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
      Paid orders with the same data as this one, as named in the last column, between 120 and 365 days before the{' '}
      {earlier.anchor.event} of {formatShortDay(earlier.anchor.date)}; none of them disputed, refunded or voided.
    </p>
    {Boolean(omitted.earlier) && <p>Left out for length: {count(omitted.earlier!, 'order')} on record.</p>}
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
            <td className="order">{order.order_id}</td>
            <td className="when">
              <Moment at={order.create_ts} />
            </td>
            <td>{money(order.amount, order.currency) ?? 'Not recorded'}</td>
            <td>{listed(order.same)}</td>
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
    {formatShortDay(earlier.anchor.date)}.
  </p>
);

const chargeNames = ['Disputed charge', 'Earlier charge 1', 'Earlier charge 2'];

/** The table as Visa asks for it: the three charges side by side. */
const Compelling: Content = ({ facts: { compelling } }) => {
  const { charges, same } = compelling!;
  const rows: [string, (charge: (typeof charges)[number]) => ReactNode][] = [
    ['Order', ({ order_id }) => order_id],
    ['Transaction id', ({ transaction_id }) => transaction_id ?? 'Not recorded'],
    ['Date', ({ at }) => formatShortDay(at)],
    ['Amount', ({ amount, currency }) => money(amount, currency) ?? 'Not recorded'],
    ['Description', ({ description }) => description],
    ['User account (email)', ({ email }) => email ?? 'Not recorded'],
    ['IP address', ({ ip }) => ip ?? 'Not recorded'],
    ['Device id or fingerprint', ({ device }) => device ?? 'Not recorded'],
    ['Delivery address', ({ delivery_address }) => delivery_address ?? 'Not recorded'],
  ];
  return (
    <>
      <p>
        Two earlier charges of the same card, 120 to 364 whole days before the disputed one, not disputed and not
        refunded. Equal in all three: {listed(same)}.
      </p>
      <table className="compared">
        <thead>
          <tr>
            <th>Data</th>
            {charges.map((charge, index) => (
              <th key={charge.order_id}>{chargeNames[index]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {charges.map((charge) => (
                <td key={charge.order_id}>{value(charge)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

const Separate: Content = ({ facts }) => (
  <>
    {Boolean(facts.omitted.separate) && <p>There are more such orders on record than are listed here.</p>}
    <table>
      <thead>
        <tr>
          <th className="order">Order</th>
          <th className="when">Placed on</th>
          <th>Traveller</th>
          <th>Transaction, amount</th>
        </tr>
      </thead>
      <tbody>
        {withOwn(facts).map((one) => (
          <tr key={one.order_id}>
            <td className="order">{one.order_id}</td>
            <td className="when">
              <Moment at={one.create_ts} />
            </td>
            <td>
              <Typed>{one.traveller}</Typed>
              <br />
              passport ending {one.passport_last4}
            </td>
            <td>
              {one.transaction_id ?? 'Not recorded'}
              <br />
              {money(one.amount, one.currency) ?? 'Not recorded'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);

const Communication: Content = ({ facts: { communication, letters, omitted } }) => (
  <>
    {letters.length > 0 && (
      <p>
        Emails that the customer wrote to the order’s mailbox. Each came from an address of the order, with a valid
        signature (DKIM) of that address’s domain.
      </p>
    )}
    {Boolean(omitted.letters) && (
      <p>Left out for length: {count(omitted.letters!, 'email')} on record, none of them the first or the last.</p>
    )}
    {letters.map((letter) => (
      <article key={letter.id}>
        <h3>
          Email from <Typed>{letter.sender}</Typed>
        </h3>
        <Moment at={letter.create_ts} />
        <p className="small">
          Subject <Typed>{letter.subject || 'none'}</Typed>
        </p>
        <p className="quoted" dir="auto">
          {letter.text}
        </p>
        {letter.cut && <p className="small">Cut here for length.</p>}
      </article>
    ))}
    {communication.length > 0 && <p>Notes of our staff about contact with the customer, or attempts at it.</p>}
    {Boolean(omitted.communication) && (
      <p>Left out for length: {count(omitted.communication!, 'note')} on record, none of them the first or the last.</p>
    )}
    {communication.map((remark) => (
      <article key={remark.id}>
        <h3>{[remark.telephone && 'Telephone', remark.whatsapp && 'WhatsApp'].filter(Boolean).join(', ')}</h3>
        <Moment at={remark.create_ts} />
        <p className="remark" dir="auto">
          {remark.remark}
        </p>
      </article>
    ))}
  </>
);

const Refund: Content = ({ facts: { refund, payment } }) => {
  const given: [string, ReactNode][] = [
    ['Money given back on', clocks(refund.refund_date)],
    ['Amount given back', money(refund.amount, payment.currency)],
    ['Reference of the refund', refund.reference],
  ];
  return (
    <Facts
      rows={[
        ...(refund.refund_date ? given : given.slice(0, 1)),
        ['Amount of the charge', money(payment.amount, payment.currency)],
        ['Asked for by the customer on', clocks(refund.asked_at)],
        ['Noted in contact with the customer on', clocks(refund.noted_at)],
      ]}
    />
  );
};

const unshown = {
  changed: 'Not shown: the stored file has another SHA-256 than the one that was uploaded',
  unreadable: 'Not shown: the stored file can’t be read',
  lost: 'Not shown: the stored file is lost',
} as const;

/** What the comparison at the upload found; of a document that differs also why it was sent. */
function compared({ verdict, verdict_note: note, override_reason: reason }: PackDocument): string {
  if (verdict === null) return 'not compared';
  if (verdict === 'unreadable') return 'not readable by the comparison';
  return [`${verdict}. ${note ?? ''}`, reason && `Sent all the same: ${reason}`].filter(Boolean).join(' ');
}

const ApprovedDocument: Content = ({ facts }) => {
  const document = facts.document!;
  const { shown } = document;
  return (
    <Facts
      rows={[
        ['File', document.file1],
        ['Uploaded on', clocks(document.create_ts)],
        ['Type and size', `${document.content_type}, ${document.size.toLocaleString('en')} bytes`],
        ['SHA-256', document.sha256],
        ['Compared with the order', compared(document)],
        [
          'Pages',
          shown === 'whole' || shown === 'pictures'
            ? `${pagesShown(facts)}, on the pages that follow${shown === 'pictures' ? ', as pictures' : ''}`
            : unshown[shown],
        ],
      ]}
    />
  );
};

/** Rows keep their numbers, so that what is left out can be seen; the first and the last are always there. */
function Omitted({ number, one, rows }: { number: number | undefined; one: string; rows: { number: number }[] }) {
  if (!number) return null;
  const last = rows.at(-1)!.number;
  return (
    <p>
      Left out for length: {count(number, one)} on record, of {last}. The first, the last and those that match are
      listed.
    </p>
  );
}

const contents: Record<PackPart, Content> = {
  payment: Payment,
  sale: Sale,
  policies: Policies,
  application: Application,
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
