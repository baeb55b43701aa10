import type { ReactNode } from 'react';
import { formatShortDay } from '../../src/shared/dates.js';
import { money } from '../../src/shared/money.js';
import { partOf } from '../../src/shared/refunds.js';
import { type Content, type FactRow, Facts, Typed, cardName, clocks, isPlacedBefore, otherCharges } from './parts.js';

/** Pack 2 is about who paid, so it prints the card's checks first. */
export const Payment: Content = ({ facts }) => {
  const { order, payment, pack_type, case: asked } = facts;
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
    ...otherCharges(facts),
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

export const Sale: Content = ({ facts: { sale, order, seller } }) => (
  <Facts
    rows={[
      ['Sold', `Malaysia Digital Arrival Card service, ${order.service}`],
      ['Seller', seller.name],
      ['Disclosure on our pages today', sale.disclosure],
      ['Terms accepted', sale.terms_version && `Version ${sale.terms_version}`],
      ['Terms accepted on', clocks(sale.terms_accepted_at)],
      // without a link the texts of the day of the purchase are shown alone (Terms and policies)
      ...(sale.refund_policy ? [['Refund policy of today', sale.refund_policy] satisfies FactRow] : []),
      ['Signed as', sale.signature_name],
      ['Purchase from IP address', sale.purchase_ip],
      ['Purchase with', sale.purchase_device],
      ['Device fingerprint', sale.device_fingerprint],
      ['Time zone of the browser', sale.browser_tz],
    ]}
  />
);

const policyNames = { terms: 'Terms of sale', refund: 'Refund policy', disclosure: 'Disclosure' } as const;

/** The texts that the customer accepted, or that were in force then. A version whose text nobody has is said. */
export const Policies: Content = ({ facts: { policies, sale } }) => (
  <>
    {sale.terms_version && !policies.some(({ kind }) => kind === 'terms') && (
      <p>The text of the terms in version {sale.terms_version}, which the order names, is not on record.</p>
    )}
    {policies.map(({ kind, version, valid_from, text, sha256, cut }) => (
      <article key={kind}>
        <h3>
          {policyNames[kind]}, version {version}, first in force on {formatShortDay(valid_from)}
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

export const Application: Content = ({ facts: { application: given } }) => (
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

export const Refund: Content = ({ facts: { refund, payment } }) => {
  const { currency } = payment;
  const { given = [], failed = [] } = refund;
  const whole: FactRow[] = [
    ['Money given back on', clocks(refund.refund_date)],
    ['Amount given back', partOf(refund.amount ?? null, payment.amount, currency)],
    ['Reference of the refund', refund.reference],
  ];
  const parts: FactRow[] = [
    ['Given back in all', partOf(refund.amount ?? null, payment.amount, currency)],
    ...given.map(({ amount, at, reference }): FactRow => [
      `${money(amount, currency) ?? 'An amount that nobody told'} given back on`,
      dated(at, reference),
    ]),
  ];
  const returned = failed.flatMap(({ amount, at, failed_at, reference }): FactRow[] => [
    [`${money(amount, currency) ?? 'A refund'} tried on`, dated(at, reference)],
    ['Returned by the bank on', clocks(failed_at)],
  ]);
  return (
    <Facts
      rows={[
        ...(given.length > 0 ? parts : refund.refund_date ? whole : whole.slice(0, 1)),
        ...returned,
        ['Amount of the charge', money(payment.amount, currency)],
        ['Asked for by the customer on', clocks(refund.asked_at)],
        ['Noted in contact with the customer on', clocks(refund.noted_at)],
      ]}
    />
  );
};

function dated(at: string, reference: string | null): ReactNode {
  return (
    <>
      {clocks(at)}
      {reference && (
        <>
          , reference <Typed>{reference}</Typed>
        </>
      )}
    </>
  );
}
