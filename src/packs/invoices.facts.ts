import type { Invoice } from '../database/invoice.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Charged } from '../orders/charged.js';
import { wordsOf } from '../shared/charges.js';
import { formatShortDay } from '../shared/dates.js';
import type { Brand } from '../shared/brands.js';
import type { InvoiceFacts, IssuedFacts } from '../../views/pdf/invoice.js';

/** The tax that prices contain. */
type Tax = { label: string; percent: number };

/** The facts of an order's invoice when it is issued. It holds no passport data (docs/evidence.md#invoices). */
export function issuedFacts(order: Order, gatewayName: string | null, brand: Brand, tax: Tax | null): IssuedFacts {
  const { amount, currency } = order;
  return {
    seller: { ...brand.seller, contact: brand.contact.email, colour: brand.colour },
    customer: { full_name: order.fullName, contact_email_address: order.contactEmailAddress },
    order: {
      order_id: order.id,
      create_ts: order.createTs.toISOString(),
      service: order.wantsPriority ? 'Priority' : 'Standard',
    },
    amount,
    currency,
    tax: tax && amount !== null && currency !== null ? { ...tax, amount: taxIn(amount, currency, tax.percent) } : null,
    payment: {
      paid_at: order.paidAt?.toISOString() ?? null,
      card_brand: order.cardBrand,
      card_last4: order.cardLast4,
      gateway_name: gatewayName,
      transaction_id: order.transactionId,
      statement_descriptor: order.statementDescriptor,
    },
    disclosure: brand.footer.lines[0] ?? null,
  };
}

/** What an invoice prints now: the facts at issue, and what happened since. */
export function invoiceFacts(
  invoice: Invoice,
  isCopy: boolean,
  { refunds, others }: Pick<Charged, 'refunds' | 'others'>,
): InvoiceFacts {
  return {
    ...(invoice.facts as IssuedFacts),
    number: numberOf(invoice),
    issued_at: invoice.createTs.toISOString(),
    is_copy: isCopy,
    refunds: refunds
      .filter(({ state }) => state === 'done')
      .map(({ at, amount }) => ({ at: at.toISOString(), amount })),
    others: others.map((one) => wordsOf(one, formatShortDay)),
  };
}

/** `INV-2026-000412`. */
export function numberOf({ year, number }: Pick<Invoice, 'year' | 'number'>): string {
  return `INV-${year}-${String(number).padStart(6, '0')}`;
}

/** The tax in a price that contains it, rounded to the currency's smallest unit; `amount` has three decimals at most. */
function taxIn(amount: string, currency: string, percent: number): string {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  const coins = 10 ** (digits ?? 2);
  return (Math.round((Number(amount) * coins * percent) / (100 + percent)) / coins).toFixed(digits);
}
