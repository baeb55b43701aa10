import { blankUnknown, splitBrowserLabel } from '@shared/browser-label';
import { formatEstDownload } from '@shared/dates';
import type { DownloadEntry } from '@shared/answers/documents';
import type { ReactNode } from 'react';

const columns = [
  '#',
  'Order ID',
  'Date & Time (EST)',
  'Device IP Address',
  'Device',
  'Device Type',
  'Browser',
  'OS',
  'Device Location',
];

/** ARIA roles of the table's parts, because a browser drops them when CSS lays a table out as something else. */
const said = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  cell: { role: 'cell' },
};

/** How many rows of the table, and how many cards on a narrow screen, are in sight at first. */
const few = { rows: 3, cards: 1 };

/**
 * The customer's downloads, newest first: a table on wide screens, where nine columns fit; else each row is a card. The earlier
 * ones are folded; `details` folds them without a script.
 */
export function History({ downloads }: { downloads: DownloadEntry[] }) {
  return (
    <section
      id="history"
      data-count={downloads.length}
      aria-labelledby="history-title"
      className="group/history mt-10 max-w-[640px] lg:max-w-none"
    >
      <h2 id="history-title" className="text-2xl font-bold">
        Downloaded History
      </h2>
      {downloads.length === 0 ? (
        <p className="mt-4 text-ink-soft">No record found</p>
      ) : (
        <>
          <table {...said.table} className="mt-4 w-full text-start text-lg max-lg:block">
            <thead {...said.rowGroup} className="max-lg:sr-only">
              <tr {...said.row} className="border-b-2 border-line-strong">
                {columns.map((column) => (
                  <th key={column} {...said.columnHeader} scope="col" className="py-2 pe-4 text-start font-semibold">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody {...said.rowGroup} className="max-lg:grid max-lg:gap-4">
              {downloads.map((download, index) => (
                <Row key={index} number={index + 1} download={download} />
              ))}
            </tbody>
          </table>
          {downloads.length > few.cards && <Unfold count={downloads.length} />}
          <p className="mt-4 text-lg text-ink-soft">
            EST is 5 hours behind UTC. Locations by{' '}
            <a href="https://db-ip.com" translate="no" className="whitespace-nowrap underline underline-offset-2">
              DB-IP
            </a>
          </p>
        </>
      )}
    </section>
  );
}

/** What shows the earlier ones. */
function Unfold({ count }: { count: number }) {
  return (
    <details className={`group/unfold mt-4 print:hidden ${count > few.rows ? '' : 'lg:hidden'}`}>
      <summary className="inline-flex min-h-12 cursor-pointer list-none items-center rounded-md border border-line-strong px-5 font-semibold text-brand hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="group-open/unfold:hidden lg:hidden">{showing(count - few.cards)}</span>
        <span className="group-open/unfold:hidden max-lg:hidden">{showing(count - few.rows)}</span>
        <span className="hidden group-open/unfold:inline">Show the newest only</span>
      </summary>
    </details>
  );
}

function showing(earlier: number): string {
  return earlier === 1 ? 'Show the earlier download' : `Show ${earlier} earlier downloads`;
}

function Row({ number, download }: { number: number; download: DownloadEntry }) {
  const { browser, device, deviceType } = splitBrowserLabel(download.browser);
  return (
    <tr
      {...said.row}
      className={`border-line max-lg:grid max-lg:gap-x-4 max-lg:rounded-md max-lg:border max-lg:p-4 lg:border-b ${number > few.cards ? 'max-lg:not-print:group-not-has-[[open]]/history:hidden' : ''} ${number > few.rows ? 'lg:not-print:group-not-has-[[open]]/history:hidden' : ''}`}
    >
      <Cell column={0}>{number}</Cell>
      <Cell column={1} isOwn>
        {download.order_id}
      </Cell>
      <Cell column={2}>{formatEstDownload(download.create_ts)}</Cell>
      <Cell column={3} isOwn>
        {download.ip}
      </Cell>
      <Cell column={4}>{device}</Cell>
      <Cell column={5}>{deviceType}</Cell>
      <Cell column={6}>{browser}</Cell>
      <Cell column={7}>{blankUnknown(download.os)}</Cell>
      <Cell column={8}>{download.timezone}</Cell>
    </tr>
  );
}

/** `isOwn` is for an id or address, which must not be translated. */
function Cell({ column, isOwn = false, children }: { column: number; isOwn?: boolean; children: ReactNode }) {
  return (
    <td {...said.cell} className="py-1 pe-4 max-lg:grid max-lg:grid-cols-[9.5rem_1fr] max-lg:gap-2 lg:py-3">
      <span aria-hidden className="text-ink-soft lg:hidden">
        {columns[column]}
      </span>
      <span dir="auto" translate={isOwn ? 'no' : undefined} className="wrap-anywhere tabular-nums">
        {children}
      </span>
    </td>
  );
}
