import type { ReactNode } from 'react';
import { formatShortDay } from '../../src/shared/dates.js';
import { money } from '../../src/shared/money.js';
import { withOwn } from '../../src/shared/pack-facts.js';
import { type Content, Moment, Typed, count, listed } from './parts.js';

export const Earlier: Content = ({ facts: { earlier, omitted } }) => (
  <>
    <p>
      Paid orders with the same data as this one, as named in the last column, between 120 and 365 days before the{' '}
      {earlier.anchor.event} of {formatShortDay(earlier.anchor.date)}; none of them disputed, refunded or voided.
    </p>
    {earlier.orders.some(({ same }) => same.includes('email')) && (
      <p>Email addresses are the same when they lead to the same mailbox, however they are spelled.</p>
    )}
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

/** An empty result names the range that was searched (docs/evidence.md#packs). */
export const NoneEarlier: Content = ({ facts: { earlier } }) => (
  <p>
    None on record: none found between 120 and 365 days before the {earlier.anchor.event} of{' '}
    {formatShortDay(earlier.anchor.date)}.
  </p>
);

const chargeNames = ['Disputed charge', 'Earlier charge 1', 'Earlier charge 2'];

/** The table as Visa asks for it: the three charges side by side. */
export const Compelling: Content = ({ facts: { compelling } }) => {
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

export const Separate: Content = ({ facts }) => (
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
