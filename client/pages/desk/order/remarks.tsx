import { EmptyHistory } from '@/components/empty-state';
import { Section } from '@/components/section';
import { remarkFlags } from '@shared/remark-flags';
import type { RemarkEntry } from '@shared/remarks';
import { Fragment, useId, useState } from 'react';

/** The team's remarks, newest first; Show opens one remark with its flags (docs/product.md#screens). */
export function Remarks({ remarks }: { remarks: RemarkEntry[] }) {
  return (
    <Section title="Comment History" count={remarks.length}>
      {remarks.length === 0 ? (
        <EmptyHistory>What you note about this order appears here.</EmptyHistory>
      ) : (
        <div data-print="open" className="list border-y border-line">
          <table className="data-table">
            <caption className="sr-only">Comment History</caption>
            <colgroup>
              <col className="w-10 drop-640" />
              <col className="w-20 drop-640" />
              <col className="w-44" />
              <col className="w-44" />
              <col className="w-24" />
            </colgroup>
            <thead>
              <tr>
                <th scope="col" className="drop-640">
                  #
                </th>
                <th scope="col" className="drop-640">
                  Order ID
                </th>
                <th scope="col">
                  Date & Time <span className="font-normal text-ink-faint">EST</span>
                </th>
                <th scope="col">Team</th>
                <th scope="col" className="actions">
                  Action
                </th>
              </tr>
            </thead>
            <tbody>
              {remarks.map((remark, index) => (
                <Remark key={remark.id} remark={remark} number={index + 1} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function Remark({ remark, number }: { remark: RemarkEntry; number: number }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <Fragment>
      <tr>
        <td data-title="#" className="drop-640">
          {number}
        </td>
        <td data-title="Order ID" className="drop-640">
          {remark.order_id}
        </td>
        <td data-title="Date & Time">
          <time dateTime={remark.create_ts}>
            {remark.us_date} {remark.us_time}
          </time>
        </td>
        <td data-title="Team">
          <bdi>{remark.remark_name}</bdi>
        </td>
        <td className="actions">
          <button
            type="button"
            aria-expanded={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
            className="row-action"
          >
            {shown ? 'Hide' : 'Show'}
            <span className="sr-only"> comment {number}</span>
          </button>
        </td>
      </tr>
      <tr id={id} hidden={!shown} className="opened">
        <td colSpan={5}>
          <p dir="auto" className="max-w-prose whitespace-pre-line break-words">
            {remark.remark}
          </p>
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-faint">
            {remarkFlags.map(({ label, reads }) => (
              <li key={reads}>
                {label} <span className={remark[reads] ? 'font-semibold text-ink' : ''}>{remark[reads] || 'N'}</span>
              </li>
            ))}
          </ul>
        </td>
      </tr>
    </Fragment>
  );
}
