import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Desk, goTo, press, reply, shows, startDesk, type Watched } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';

// The disputes of an order, as a member answers or accepts them on its page (docs/disputes.md#disputes).

let desk: Desk;
let manager: Watched;
let calls: Calls;
let encoded: string;
/** One with all details, due in half a day, and one of which nothing is known. */
let known: number;
let bare: number;
beforeAll(async () => {
  desk = await startDesk(20);
  [manager, calls] = await Promise.all([desk.member('manager@demo.test'), callsOf(desk, 'manager@demo.test')]);
  ({ encoded } = await takeInto(desk));
  const move = { orderId: encoded, updatingStatus: 'Completed' };
  expect(await calls('PUT', '/api/admin/move-order-status', move)).toMatchObject({ status: 1 });
  const halfDay = new Date(Date.now() + 12 * 3_600_000).toISOString();
  known = await dispute({
    network: 'visa',
    reason_code: '10.4',
    case_id: 'case-1',
    amount: '49',
    currency: 'USD',
    reply_by: halfDay,
  });
  bare = await dispute({});
  await goTo(manager, `${desk.url}/admin/view-order/${encoded}`);
  await shows(manager, 'The bank asks:');
});
afterAll(async () => {
  expect(await desk.stop()).toBe(0);
});

async function dispute(details: object): Promise<number> {
  const { data } = await calls('POST', '/api/admin/disputes', { orderId: encoded, ...details });
  return (data as { id: number }).id;
}
const stateOf = async (id: number) =>
  ((await calls('GET', `/api/admin/disputes/${id}`)).data as { state: string }).state;
const becomesAccepted = (id: number) => eventually(async () => (await stateOf(id)) === 'accepted');
const texts = (selector: string) =>
  manager.$$eval(selector, (found) =>
    found.filter((one) => one.checkVisibility()).map((one) => (one as HTMLElement).innerText.trim()),
  );
/** Unfolds *More* of the dispute that is shown at this place. */
const unfold = (place: number) => manager.$$eval('#disputes summary', openMore, place);
function openMore(summaries: Element[], place: number): void {
  (summaries.filter((one) => one.textContent === 'More')[place] as HTMLElement).click();
}

test('each says in one line what it is about, in red when less than a day is left', async () => {
  const heads = await manager.$$eval('#disputes article > header', (found) =>
    found.map((head) => [head.innerText.replaceAll(/\s+/g, ' '), head.className.includes('bg-danger-soft')] as const),
  );
  expect(heads).toEqual([
    [expect.stringMatching(/^Visa 10\.4 · USD 49\.00 · reply by .*, 1[12] h left Open /), true],
    [expect.stringMatching(/^Reason not known · No date known Open /), false],
  ]);
});

test('one button of the page is filled, the answer of the first; what costs money is folded', async () => {
  expect(await texts('main :is(button, a).bg-accent.text-on-strong')).toEqual(['Make the Answer']);
  expect(await texts('#disputes article :is(button:not(.copyable), a.font-medium)')).toEqual([
    'Make the Answer',
    'Preview',
    'Add the details',
    'Make the Answer',
    'Preview',
  ]);
});

test('the verdict is short, and its reasons are behind Why', async () => {
  const words = await texts('#disputes article');
  expect(words[0]).toContain('Weak: nothing that answers the bank is on record.');
  const reason = '#disputes article details li';
  expect(await texts(reason)).toEqual([]);
  await manager.$eval('#disputes summary', (why) => why.click());
  expect(await texts(reason)).toEqual([expect.stringContaining('No passed 3-D Secure')]);
});

test('who accepts one is asked with its amount, and may say No', async () => {
  await unfold(0);
  await press(manager, 'Accept the loss…');
  await shows(manager, 'Accept this dispute and leave USD 49.00 with the bank?');
  await reply(manager, 'No');
  expect(await stateOf(known)).toBe('open');
  await press(manager, 'Accept the loss…');
  await reply(manager, 'Yes');
  await becomesAccepted(known);
});

test('of one whose amount nobody knows the question says so', async () => {
  await unfold(1);
  await press(manager, 'Accept the loss…');
  await shows(manager, 'leave the money with the bank? Its amount is not on record.');
  await reply(manager, 'Yes');
  await becomesAccepted(bare);
  expect(manager.said).toEqual([]);
});
