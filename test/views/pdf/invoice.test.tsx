import { afterAll, describe, expect, test } from '@jest/globals';
import { html } from '../../../src/platform/html.js';
import { PdfPrinter } from '../../../src/platform/pdf/printer.js';
import Invoice, { type InvoiceFacts } from '../../../views/pdf/invoice.js';
import { textOf } from '../../platform/pdf/read-pdf.js';
import { printerBrowser } from '../../support/found-browser.js';
import { invoiceFacts, sparseFacts } from './facts.js';

const printer = new PdfPrinter(printerBrowser);
afterAll(() => printer.close());

const print = async (more: Partial<InvoiceFacts> = {}) =>
  (await textOf(await printer.print(html(<Invoice facts={{ ...invoiceFacts, ...more }} />)))).join(' ');

describe('an invoice', () => {
  test('names seller, customer, service, payment, and that the seller is a third party', async () => {
    const text = await print();
    for (const said of [
      'Invoice INV-2026-000412',
      'Arrival Card Services Ltd 1 Harbour Street',
      'Anneliese Österreicher-Müller',
      '104211, placed on 26 Feb 2026',
      'Malaysia Digital Arrival Card service, Priority EUR 79.00',
      'Total EUR 79.00',
      'Visa ending 4242',
      'Stripe',
      'helps travellers as a third party',
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/copy|Refunded|including/);
  });

  test('leaves out what is not known of the payment', async () => {
    const payment = { ...invoiceFacts.payment, gateway_name: null, statement_descriptor: null };
    const some = await print({ payment });
    expect(some).toContain('Visa ending 4242');
    expect(some).not.toMatch(/None on record|gateway|statement/);

    expect(await print({ payment: sparseFacts.payment })).not.toContain('Payment');
  });

  test('sent again it is marked as a copy; tax and refund have their lines', async () => {
    const text = await print({
      is_copy: true,
      tax: { label: 'VAT', percent: 19, amount: '12.61' },
      refunds: [{ at: '2026-03-20T00:00:00.000Z', amount: null }],
    });
    for (const said of ['Invoice (copy)', 'including VAT 19 % EUR 12.61', 'Refunded on 20 Mar 2026 EUR -79.00'])
      expect(text).toContain(said);
  });
});
