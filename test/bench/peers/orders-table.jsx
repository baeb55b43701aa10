import { cardDoubts, cardVerdictRows } from '@shared/card-verdicts';
import { formatDate, formatListTime } from '@shared/dates';
import { allInboxMarks, inboxMarks } from '@shared/inbox-marks';
import { orderChecks } from '@shared/order-checks';
import { encodeOrderId } from '@shared/order-id';
import { statusRows } from '@shared/order-statuses';
import { alarmingStandings, standing, standingRows } from '@shared/standing';

/**
 * The table of the product's list of Completed orders, as plain JSX without its columns that members choose, its ticks, its
 * looks of colleagues and its handlers. Its markup must be the product's (../peers.bench.mjs).
 */
export function OrdersTable({ orders }) {
  return (
    <table className="data-table">
      <caption className="sr-only">Completed Orders</caption>
      <colgroup>
        <col className="w-10" />
        <col className="w-23" />
        <col className="w-38 @max-[1240px]:w-33" />
        <col className="w-42 @max-[1240px]:w-28" />
        <col className="w-35 @max-[1240px]:w-32 drop-800" />
        <col className="w-39 @max-[1100px]:w-37 drop-960" />
        <col className="w-35 @max-[1240px]:w-34" />
        <col className="w-37 @max-[1240px]:w-36" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="tick">
            <label>
              <input type="checkbox" aria-label="Select all rows" />
            </label>
          </th>
          <th scope="col">
            <SortLink by="sort=order_id">Order Id</SortLink>
          </th>
          <th scope="col">
            <SortLink by="sort=full_name">Name</SortLink>
          </th>
          <th scope="col">
            <SortLink by="sort=contact_email_address">Email</SortLink>
          </th>
          <th scope="col" className="detail drop-800">
            Telephone
          </th>
          <th scope="col" className="detail drop-960" aria-sort="descending">
            <SortLink by="dir=asc" current>
              Date &amp; Time<span className="ml-1 font-normal text-ink-faint">UTC</span>
            </SortLink>
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="actions">
            Action
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.order_id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function SortLink({ by, current = false, children }) {
  return (
    <a className="group relative rounded-xs hover:text-ink" href={`/admin/completed-order?limit=50&${by}`}>
      {children}
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={`lucide lucide-arrow-down absolute top-1/2 left-full ml-0.5 size-3.5 -translate-y-1/2${current ? '' : ' invisible group-hover:visible'}`}
        aria-hidden="true"
      >
        <path d="M12 5v14" />
        <path d="m19 12-7 7-7-7" />
      </svg>
    </a>
  );
}

function Row({ order }) {
  const { order_id, full_name, contact_email_address, create_ts } = order;
  const id = encodeOrderId(order_id);
  return (
    <tr id={`row-${id}`}>
      <td className="tick">
        <label>
          <input type="checkbox" aria-label={`Select order ${order_id}`} />
        </label>
      </td>
      <td data-title="Order Id">
        <span className="flex items-center gap-1">
          <button type="button" title={String(order_id)} translate="no" dir="auto" className="copyable font-medium">
            {order_id}
          </button>
        </span>
      </td>
      <td data-title="Name">
        <Name order={order} name={<bdi title={full_name}>{full_name}</bdi>} />
      </td>
      <td data-title="Email">
        <button type="button" title={contact_email_address} translate="no" dir="auto" className="copyable ">
          {contact_email_address}
        </button>
      </td>
      <td data-title="Telephone" className="detail drop-800">
        {`${order.phone_code} ${order.phone_number}`.trim()}
      </td>
      <td data-title="Date &amp; Time" className="detail drop-960">
        <time dateTime={create_ts} className="whitespace-nowrap tabular-nums">
          {formatListTime(create_ts)}
        </time>
      </td>
      <td data-title="Status">
        <Status order={order} />
      </td>
      <td data-title="Action" className="actions">
        <span className="row-actions">
          <a className="row-action" href={`/admin/view-order/${id}?list=completed-order%3Flimit%3D50`}>
            View
          </a>
          <button type="button" className="row-action row-danger">
            Delete
          </button>
        </span>
      </td>
    </tr>
  );
}

function Name({ order: { checks, has_request }, name }) {
  if (checks.length === 0 && !has_request) return name;
  const labels = checks.map((check) => orderChecks[check].label).join(', ');
  const stops = checks.some((check) => orderChecks[check].severity === 'stops');
  return (
    <span>
      {checks.length > 0 && (
        <span title={labels} className={`tag ${stops ? 'tone-rose' : 'tone-amber'}`}>
          <span aria-hidden>! {checks.length}</span>
          <span className="sr-only">Check: {labels}</span>
        </span>
      )}{' '}
      {has_request && (
        <span title="The customer asks for something" className="tag tone-violet">
          <span aria-hidden>?</span>
          <span className="sr-only">Open request of the customer</span>
        </span>
      )}{' '}
      {name}
    </span>
  );
}

function Status({ order }) {
  const { process_status, doa, submit_again, marks } = order;
  const name = standing(order);
  const doubt = cardDoubts.find((one) => marks.includes(one));
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <span translate="no" className={`tag tone-${statusRows[process_status].tone}`}>
        {process_status}
      </span>
      {alarmingStandings.includes(name) && (
        <span translate="no" title={`Arrival on ${formatDate(doa)}`} className={`tag tone-${standingRows[name].tone}`}>
          {`${standingRows[name].label} · ${timeLeft(doa)}`}
        </span>
      )}
      {submit_again && <span className="tag tone-rose">Submit again</span>}
      {allInboxMarks
        .filter((mark) => marks.includes(mark))
        .map((mark) => (
          <span key={mark} title={inboxMarks[mark].hint} className={`tag tone-${inboxMarks[mark].tone}`}>
            {inboxMarks[mark].label}
          </span>
        ))}
      {doubt && (
        <span title={cardVerdictRows[doubt].hint} className={`tag tone-${cardVerdictRows[doubt].tone}`}>
          {cardVerdictRows[doubt].label}
        </span>
      )}
    </span>
  );
}

function timeLeft(doa) {
  const hours = (Date.parse(`${doa}T00:00:00+08:00`) - Date.now()) / 3_600_000;
  const sign = hours < 0 ? '+' : '';
  const length = Math.abs(hours);
  return length < 48 ? `${sign}${Math.floor(length)} h` : `${sign}${Math.floor(length / 24)} d`;
}
