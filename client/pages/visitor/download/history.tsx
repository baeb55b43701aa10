import { formatEstDownload } from '@shared/dates';
import type { DownloadEntry } from '@shared/documents';
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

/** The customer's downloads, newest first: a table where there is room for nine columns, else a list of cards (spec §2). */
export function History({ downloads }: { downloads: DownloadEntry[] }) {
  return (
    <section
      id="history"
      data-count={downloads.length}
      aria-labelledby="history-title"
      className="mt-10 max-w-[640px] lg:max-w-none"
    >
      <h2 id="history-title" className="text-2xl font-bold">
        Downloaded History
      </h2>
      {downloads.length === 0 ? (
        <p className="mt-4 text-ink-soft">No record found</p>
      ) : (
        <>
          <table className="mt-4 w-full text-start text-lg max-lg:block">
            <thead className="max-lg:sr-only">
              <tr className="border-b-2 border-line-strong">
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-2 pe-4 text-start font-semibold">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-lg:grid max-lg:gap-4">
              {downloads.map((download, index) => (
                <Row key={index} number={index + 1} download={download} />
              ))}
            </tbody>
          </table>
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

function Row({ number, download }: { number: number; download: DownloadEntry }) {
  const { browser, device, deviceType } = partsOf(download.browser);
  return (
    <tr className="border-line max-lg:grid max-lg:gap-x-4 max-lg:rounded-md max-lg:border max-lg:p-4 lg:border-b">
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
      <Cell column={7}>{known(download.os)}</Cell>
      <Cell column={8}>{download.timezone}</Cell>
    </tr>
  );
}

/** `isOwn`: an id or address, which no translation may touch. */
function Cell({ column, isOwn = false, children }: { column: number; isOwn?: boolean; children: ReactNode }) {
  return (
    <td className="py-1 pe-4 max-lg:grid max-lg:grid-cols-[9.5rem_1fr] max-lg:gap-2 lg:py-3">
      <span className="text-ink-soft lg:hidden">{columns[column]}</span>
      <span dir="auto" translate={isOwn ? 'no' : undefined} className="wrap-anywhere tabular-nums">
        {children}
      </span>
    </td>
  );
}

/** The stored text `browser-version-device-type`, taken apart at its dashes (spec §2). */
function partsOf(label: string): { browser: string; device: string; deviceType: string } {
  const [browser = '', , device = '', deviceType = ''] = label.split('-');
  return { browser, device, deviceType: known(deviceType) };
}

/** An unknown type or operating system is left blank (spec §2). */
function known(text: string): string {
  return text === 'Unknown' ? '' : text;
}
