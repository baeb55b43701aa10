import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closeToasts, type Desk, fill, goTo, press, shows, startDesk, type Watched } from '../support/browser.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';

// What was given back of an order, as a member records it on its page (docs/disputes.md#refunds).

let desk: Desk;
let team: Watched;
let calls: Calls;
beforeAll(async () => {
  desk = await startDesk(20);
  [team, calls] = await Promise.all([desk.member('team@demo.test'), callsOf(desk, 'admin@demo.test')]);
});
afterAll(async () => {
  expect(await desk.stop()).toBe(0);
});

const details = async (encoded: string) =>
  (await calls('GET', `/api/admin/get-orders-details/${encoded}`)).data as {
    process_status: string;
    refund_date: string | null;
    refundable_amount: string | null;
  };

async function open(more: Record<string, unknown> = {}): Promise<string> {
  const { encoded } = await takeInto(desk, more);
  await calls('PUT', '/api/admin/move-to-complete-refund', { orderId: encoded });
  await team.bringToFront();
  await goTo(team, `${desk.url}/admin/view-order/${encoded}`);
  return encoded;
}

test('a part leaves the rest to give back, the rest closes the order, and one that failed asks for it again', async () => {
  const encoded = await open();
  await shows(team, 'Nothing was given back yet. USD 49.00 is left.');
  await fill(team, 'Amount given back, USD (optional)', '9.50');
  await fill(team, 'Reference of the refund (optional)', 're_part');
  await press(team, 'Refunded it');
  await shows(team, 'USD 9.50 of USD 49.00 was given back. USD 39.50 is left.');
  await shows(team, 'Refund has been recorded');
  expect(await details(encoded)).toMatchObject({ process_status: 'Refunds', refund_date: null });
  await closeToasts(team);

  await press(team, 'Refunded it');
  await shows(team, 'USD 49.00 of USD 49.00 was given back.');
  expect(await details(encoded)).toMatchObject({ refund_date: expect.any(String) });
  await closeToasts(team);

  await press(team, 'It failed');
  await fill(team, 'Reason (optional)', 'The card is closed');
  await team.locator('[role=dialog] button[type=submit]').click();
  await shows(team, 'The bank returned a refund. Give the money back again.');
  await shows(team, 'The card is closed');
  expect(await details(encoded)).toMatchObject({ process_status: 'Refunds', refund_date: null });
});

test('of a charge whose amount nobody knows the page asks whether it was all', async () => {
  const encoded = await open({ amount: null, currency: null });
  await fill(team, 'Amount given back (optional)', '5');
  await press(team, 'Refunded it');
  await shows(team, 'Was this all?');
  expect(await details(encoded)).toMatchObject({ refund_date: null });
  await closeToasts(team);
  await press(team, 'Yes, all of it');
  await shows(team, 'Order has been refunded successfully');
  expect(await details(encoded)).toMatchObject({ refund_date: expect.any(String) });
});
