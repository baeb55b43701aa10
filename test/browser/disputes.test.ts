import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formatShortDay } from '../../src/shared/dates.js';
import { type Desk, goTo, press, reply, shows, startDesk, type Watched } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';

// The disputes of an order, as a member answers or accepts them on its page (docs/disputes.md#disputes).

let desk: Desk;
let manager: Watched;
let calls: Calls;
let encoded: string;
/** One with all details, due within a day, and one of which nothing is known. */
let known: number;
let bare: number;
beforeAll(async () => {
  desk = await startDesk(20);
  [manager, calls] = await Promise.all([desk.member('manager@demo.test'), callsOf(desk, 'manager@demo.test')]);
  ({ encoded } = await takeInto(desk));
  const move = { orderId: encoded, updatingStatus: 'Completed' };
  expect(await calls('PUT', '/api/admin/move-order-status', move)).toMatchObject({ status: 1 });
  known = await dispute({
    network: 'visa',
    reason_code: '10.4',
    case_id: 'case-1',
    amount: '49',
    currency: 'USD',
    reply_by: nextEvening(),
  });
  bare = await dispute({});
  for (const remark of ['Called.', 'Called once more.', 'Sent again.', 'Asked for the boarding pass.'])
    expect(await calls('POST', '/api/admin/add-new-remark', { orderId: encoded, remark })).toMatchObject({ status: 1 });
  await goTo(manager, `${desk.url}/admin/view-order/${encoded}`);
  await shows(manager, 'The bank asks:');
});
afterAll(async () => {
  expect(await desk.stop()).toBe(0);
});

/** The next 17:00 or 23:00 UTC that is two hours away or more: another day in Kuala Lumpur, so the longest words, at any hour. */
function nextEvening(): string {
  const today = new Date().toISOString().slice(0, 10);
  const evenings = [17, 23, 24 + 17].map((hour) => Date.parse(today) + hour * 3_600_000);
  return new Date(evenings.find((evening) => evening - Date.now() >= 2 * 3_600_000)!).toISOString();
}

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
/** Shows *More* of the dispute at this place. */
const unfold = (place: number) => manager.$$eval('#disputes button', openMore, place);
function openMore(buttons: Element[], place: number): void {
  (buttons.filter((one) => one.textContent === 'More')[place] as HTMLElement).click();
}

test('each says in one line what it is about, in red when less than a day is left', async () => {
  const heads = await manager.$$eval('#disputes article > header', (found) =>
    found.map((head) => [head.innerText.replaceAll(/\s+/g, ' '), head.className.includes('bg-danger-soft')] as const),
  );
  expect(heads).toEqual([
    [expect.stringMatching(/^Visa 10\.4 · USD 49\.00 · reply by .* UTC · .* KL, \d+ h left Open /), true],
    [expect.stringMatching(/^Reason not known · No date known Open /), false],
  ]);
});

test('one button of the page is filled, the answer of the first; what costs money is folded', async () => {
  expect(await texts('main :is(button, a).bg-accent.text-on-strong')).toEqual(['Make the Answer']);
  expect(await texts('#disputes article :is(button:not(.copyable), a.font-medium)')).toEqual([
    'Make the Answer',
    'Preview',
    'More',
    'Add the details',
    'Make the Answer',
    'Preview',
    'More',
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

test('is at the top of the page, with what is known of it folded and counted, on a page that one makes 2,600 pixels high at most', async () => {
  const { height, dispute, facts } = await manager.evaluate(() => ({
    height: document.documentElement.scrollHeight - document.querySelectorAll('#disputes article')[1]!.clientHeight,
    dispute: document.querySelector('#disputes article')!.getBoundingClientRect().toJSON() as DOMRect,
    facts: document.querySelector('#facts')!.getBoundingClientRect().top,
  }));
  expect(dispute.bottom).toBeLessThan(900);
  expect(dispute.height).toBeLessThan(250);
  expect(facts).toBeGreaterThan(dispute.bottom);
  expect(height).toBeLessThanOrEqual(2_600);
  // it says itself what it is about
  expect(await texts('section[aria-label="Needs attention"]')).toEqual([]);

  const { opened_at } = (await calls('GET', `/api/admin/disputes/${known}`)).data as { opened_at: string };
  const folds = await texts('#disputes article:first-of-type > div:last-child summary');
  expect(folds.map((words) => words.replaceAll(/\s+/g, ' '))).toEqual([
    'The bank asks: Did the cardholder make this purchase? 0 of 1 on record, 0 of 4 that also help',
    `Case case-1 opened ${formatShortDay(opened_at)}`,
  ]);
  expect(await texts('#disputes article dl')).toEqual([]);
  expect(await texts('#traveling-information dl')).toEqual([]);
  await manager.$$eval('#disputes article summary, #traveling-information summary', (all) =>
    all.forEach((one) => one.click()),
  );
  expect(await texts('#disputes article h4')).toContain('The bank asks for');
  expect(await texts('#traveling-information dl')).toContainEqual(expect.stringContaining('Date of Arrival'));
  await manager.emulateMediaType('print');
  await manager.$$eval('details', (all) => all.forEach((one) => (one.open = false)));
  expect(await texts('#traveling-information dl')).not.toEqual([]);
  await manager.emulateMediaType('screen');
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
