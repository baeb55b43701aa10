import { formatShortDay } from '../../src/shared/dates.js';
import { money } from '../../src/shared/money.js';
import { Facts, Typed, cardName } from './parts.js';
import { Sheet } from './sheet.js';

/** The facts of an invoice, fixed when it is issued. Times are ISO 8601 in UTC; what is not on record is null. */
export type IssuedFacts = {
  seller: { name: string; address: string[]; contact: string; colour: string };
  customer: { full_name: string; contact_email_address: string };
  order: { order_id: number; create_ts: string; service: string };
  amount: string | null;
  currency: string | null;
  /** The tax that the amount contains, where one is configured. */
  tax: { label: string; percent: number; amount: string } | null;
  payment: {
    paid_at: string | null;
    card_brand: string | null;
    card_last4: string | null;
    gateway_name: string | null;
    transaction_id: string | null;
    statement_descriptor: string | null;
  };
  /** The sentence that says the seller is a third party. */
  disclosure: string | null;
};

/** Everything an invoice prints (docs/evidence.md#invoices). */
export type InvoiceFacts = IssuedFacts & {
  /** `INV-2026-000412`; an order keeps its number. */
  number: string;
  issued_at: string;
  /** Whether this order's invoice was sent before. */
  is_copy: boolean;
  /** What was given back, the first first; an amount is null where nobody told it: then it is the whole. */
  refunds: { at: string; amount: string | null }[];
  /** What became of each other charge of the order, in words. */
  others: string[];
};

/** An invoice on one page, in the seller's colour. It holds no passport data. */
export default function Invoice({ facts }: { facts: InvoiceFacts }) {
  const { number, is_copy, seller, customer, order, payment } = facts;
  const total = money(facts.amount, facts.currency) ?? 'None on record';
  const paid = known([
    ['Paid on', formatShortDay(payment.paid_at)],
    ['Card', cardName(payment)],
    ['Payment gateway', payment.gateway_name],
    ['Transaction id', payment.transaction_id],
    ['On the statement as', payment.statement_descriptor],
    ...facts.others.map((words): [string, string] => ['Also charged', words]),
  ]);
  return (
    <Sheet title={`Invoice ${number}`} footer={[`Invoice ${number} · order ${order.order_id}`]}>
      <header className="letterhead" style={{ borderColor: seller.colour }}>
        <div>
          <h1>Invoice{is_copy && ' (copy)'}</h1>
          <p>{number}</p>
        </div>
        <address>
          <b>{seller.name}</b>
          {seller.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>{seller.contact}</span>
        </address>
      </header>

      <section className="parties">
        <div>
          <h3>Billed to</h3>
          <p>
            <Typed>{customer.full_name}</Typed>
          </p>
          <p>
            <Typed>{customer.contact_email_address}</Typed>
          </p>
        </div>
        <div>
          <h3>Invoice date</h3>
          <p>{formatShortDay(facts.issued_at)}</p>
          <h3>Order</h3>
          <p>
            {order.order_id}, placed on {formatShortDay(order.create_ts)}
          </p>
        </div>
      </section>

      <table className="amounts">
        <thead>
          <tr>
            <th>Description</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Malaysia Digital Arrival Card service, {order.service}</td>
            <td>{total}</td>
          </tr>
          {facts.tax && (
            <tr>
              <td>
                including {facts.tax.label} {facts.tax.percent} %
              </td>
              <td>{money(facts.tax.amount, facts.currency)}</td>
            </tr>
          )}
          <tr className="total">
            <td>Total</td>
            <td>{total}</td>
          </tr>
          {facts.refunds.map(({ at, amount }, index) => (
            <tr key={index}>
              <td>Refunded on {formatShortDay(at)}</td>
              <td>{minus(amount ?? facts.amount, facts.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>

      {paid.length > 0 && (
        <section className="payment">
          <h3>Payment</h3>
          <Facts rows={paid} />
        </section>
      )}
      {facts.disclosure && <p className="disclosure">{facts.disclosure}</p>}
    </Sheet>
  );
}

function minus(amount: string | null, currency: string | null): string | null {
  return money(amount && `-${amount}`, currency);
}

/** Leaves out what is not on record; a bank is told of it, a customer is not. */
function known(rows: [name: string, value: string | null][]) {
  return rows.filter(([, value]) => value);
}
