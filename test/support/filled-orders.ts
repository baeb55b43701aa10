import { formControls, type FormId, formIds } from '../../src/shared/form/controls.js';
import { isRight, shown, type Values } from './authority-form.js';
import type { Desk, Watched } from './browser.js';
import { wholeForm } from './orders.js';
import { callsOf, takeInto } from './product.js';
import type { ShopOrder } from './shop-orders.js';

type Field = { id: FormId; fault: string | null; note: string | null; choices: unknown[] };
type Numbered = readonly [number: number, order: ShopOrder];

/** What became of orders: what is wrong, and of the values of which nobody need be in doubt the share that the form has. */
export type Filled = { wrong: { number: number; faults: string[]; sent: object }[]; right: number };

/**
 * Takes orders in, and fills the form with each.
 * @param page shows the form when `open` has ended
 * @param run runs the script with the values that the order's page copies
 * @returns what the form has silently wrong, and what it refuses or leaves empty although nothing said so before
 */
export async function fillOrders(
  desk: Desk,
  page: Watched,
  orders: readonly Numbered[],
  run: (text: string) => Promise<unknown>,
): Promise<Filled> {
  const calls = await callsOf(desk, 'team@demo.test');
  const sure = { all: 0, right: 0 };
  const wrong: Filled['wrong'] = [];
  for (const [number, { sent, truth }] of orders) {
    const { encoded } = await takeInto(desk, { ...wholeForm, ...sent, passport_no: `S${1_000_000 + number}` });
    const { data } = await calls('GET', `/api/admin/get-orders-details/${encoded}`);
    const { text } = (await calls('POST', `/api/admin/orders/${encoded}/filler-code`, {})).data as { text: string };
    await page.goto(`${desk.url}/dev/authority/main?registerMain`);
    await run(text);
    const now = await shown(page);
    for (const id of formIds.filter((one) => truth[one] !== undefined)) {
      sure.all += 1;
      sure.right += Number(now[id]!.value === truth[id]);
    }
    const { values } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { values: Values };
    const faults = faultsOf(data, values, now, truth);
    if (faults.length > 0) wrong.push({ number, faults, sent });
  }
  return { wrong, right: sure.right / sure.all };
}

function faultsOf(
  order: { authority_form: Field[]; checks: string[] },
  values: Values,
  now: Awaited<ReturnType<typeof shown>>,
  truth: ShopOrder['truth'],
): string[] {
  const fields = new Map(order.authority_form.map((field) => [field.id, field]));
  return formIds.flatMap((id) => {
    const { fault, note, choices } = fields.get(id)!;
    const isTitled = id === 'name' && order.checks.includes('name-title');
    const isMarked = isTitled || fault !== null || note !== null || choices.length > 0;
    const wanted = values[id] ?? '';
    const isOptional = formControls[id].optional === true;
    if (now[id]!.value === '')
      return isMarked || (isOptional && wanted === '') ? [] : [`${id} is empty, and nothing said so`];
    if (!isRight(id, wanted, now[id]!)) return [`${id} is ${now[id]!.value}, not ${wanted}`];
    if (!(id in truth) || isMarked || now[id]!.value === truth[id]) return [];
    return [`${id} is ${now[id]!.value} silently, not ${truth[id] ?? 'marked'}`];
  });
}
