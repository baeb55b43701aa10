import type { ComparedAt, PackDownload, PackFacts } from '../../src/shared/pack-facts.js';
import { type Content, Moment, NoneOnRecord, Omitted, Typed, count } from './parts.js';

export const Downloads: Content = ({ facts: { downloads, downloaded, omitted } }) => (
  <>
    <p>
      A download is listed here when every byte of the file was sent and the connection ended without an error.
      {downloads.some(({ confirmed }) => confirmed) &&
        ' Where the file is named as confirmed, the page in the customer’s browser also read the whole file, computed its SHA-256, and reported that of the file below.'}
    </p>
    {downloaded.more && <p>There are more requests on record than are counted here.</p>}
    <Omitted number={omitted.downloads} one="download" rows={downloads} />
    <DownloadTable
      rows={downloads}
      mark={(row) =>
        [row.from_purchase_ip && 'address of the purchase', row.confirmed && 'file confirmed']
          .filter(Boolean)
          .join(', ')
      }
    />
    <Files rows={downloads} />
  </>
);

/** Rows that prove nothing about the customer, listed apart from the rows that do. */
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

type Fetched = Omit<PackDownload, 'signed_in' | 'from_purchase_ip' | 'confirmed'>;
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

/** Compared with the download that matches best; how many match is said next to it. */
export const Comparison: Content = ({ facts }) => (
  <>
    <ComparedDownload facts={facts} />
    <ComparedTable facts={facts} />
  </>
);

function ComparedDownload({ facts: { comparison, downloaded, sale } }: { facts: PackFacts }) {
  if (comparison.download === null) return null;
  const { current, from_purchase_ip: matching } = downloaded;
  const isOnly = downloaded.total === 1 && !downloaded.more && comparison.current && Boolean(sale.purchase_ip);
  const which = matching === 1 && current === 1 ? 'The one download' : `${matching} of ${count(current, 'download')}`;
  return (
    <p>
      {!isOnly && (
        <>
          The download is number {comparison.download} of {downloaded.more && 'at least '}
          {downloaded.total}
          {comparison.current
            ? current > 1 && comparison.matches && '; of the approved document it matches the purchase best'
            : '; it is of an earlier version of the document'}
          .{' '}
        </>
      )}
      {sale.purchase_ip && current > 0 && `${which} of the approved document came from the IP address of the purchase.`}
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
