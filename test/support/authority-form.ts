import type { Page } from 'puppeteer';
import { type FormId, formIds } from '../../src/shared/form/controls.js';

// The copy of the authority's form, and what the script is given for it.

/** An order’s values for the form, by the ids of its controls. */
export type Values = Partial<Record<FormId, string>>;

/** A day of this machine's calendar, which is the browser's too, as the form writes it. */
export function day(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return [date.getDate(), date.getMonth() + 1, date.getFullYear()]
    .map((part) => String(part).padStart(2, '0'))
    .join('/');
}

/** A traveller’s values that the form takes; `more` replaces some. */
export function valuesOf(more: Values = {}): Values {
  return {
    name: 'ANN MARIE EXAMPLE',
    passNo: 'X1234567',
    dob: '17/05/1990',
    nationality: 'GBR',
    pob: 'DEU',
    sex: '2',
    passExpDte: '31/01/2040',
    email: '100001@apply.arrival-card.example',
    confirmEmail: '100001@apply.arrival-card.example',
    region: 'UNITED KINGDOM (+44)',
    mobile: '7400123456',
    arrDt: day(1),
    depDt: day(9),
    vesselNm: 'MH2',
    trvlMode: '1',
    embark: 'GBR',
    accommodationStay: '01',
    accommodationAddress1: '1 JALAN AMPANG, HOTEL EXAMPLE',
    accommodationAddress2: 'ROOM 12',
    accommodationState: '14',
    accommodationCity: 'KUALA LUMPUR',
    accommodationPostcode: '50450',
    ...more,
  };
}

/** The text that the order’s page copies. */
export function copied(values: Values, more: object = {}): string {
  return Buffer.from(JSON.stringify({ v: 1, page: 'form', order: '100001', values, ...more })).toString('base64url');
}

/** Ten travellers, each of another kind. */
export const travellers: Values[] = [
  {},
  { nationality: 'USA', pob: 'CAN', region: 'CANADA (+1)', sex: '1', accommodationAddress2: '' },
  { nationality: 'CAN', pob: 'USA', region: 'UNITED STATES OF AMERICA (+1)', embark: 'SGP', trvlMode: '2' },
  { nationality: 'JAM', pob: 'JAM', region: 'JERSEY (+44)', trvlMode: '3', vesselNm: 'MV (STAR) 1/2' },
  { nationality: 'GBD', pob: 'RKS', region: 'KOSOVO (+383)', dob: day(-1), passExpDte: day(0) },
  { nationality: 'XXA', pob: 'PSE', region: 'GERMANY (+49)', arrDt: day(0), depDt: day(0), accommodationStay: '99' },
  { accommodationState: '10', accommodationCity: '1039', accommodationPostcode: '47500', arrDt: day(2) },
  { accommodationState: '01', accommodationCity: 'JOHOR BAHRU', accommodationPostcode: '80000' },
  { accommodationState: '16', accommodationCity: '1600', accommodationStay: '02', mobile: '1' },
  { name: 'A'.repeat(60), passNo: 'A12345678901', accommodationAddress1: `1 A ${'B'.repeat(96)}`, embark: 'IND' },
];

/** What the controls have: value, and of a list the text of its row. */
export function shown(page: Page): Promise<Record<string, { value: string; text: string }>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-label]')].map((control) => [
        control.id,
        {
          value: control.value,
          text: control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.text ?? '') : control.value,
        },
      ]),
    ),
  );
}

/** Whether the control has the value that was wanted. */
export function isRight(id: FormId, wanted: string, { value, text }: { value: string; text: string }): boolean {
  if (id === 'region') return text === wanted;
  return id === 'accommodationCity' ? text === wanted || value === wanted : value === wanted;
}

/** The controls that don't have the traveller's value, with what they have. */
export async function differing(page: Page, values: Values): Promise<[FormId, string][]> {
  const now = await shown(page);
  return formIds.filter((id) => !isRight(id, values[id]!, now[id]!)).map((id) => [id, now[id]!.value]);
}

/**
 * Runs the script until it has ended.
 * @param run starts it
 * @returns the words of its panel; empty without one
 */
export async function filled(page: Page, run: () => Promise<unknown>): Promise<string> {
  await run();
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('#arrival-card-filler')?.dataset.state !== 'filling',
  );
  return panelWords(page);
}

/** The words of the script's panel; empty without one. */
export function panelWords(page: Page): Promise<string> {
  return page.evaluate(
    () => document.querySelector('#arrival-card-filler')?.shadowRoot?.querySelector('section')?.innerText ?? '',
  );
}

/** A person's mouse solves the puzzle: *Submit* can be pressed then. */
export async function solvePuzzle(page: Page): Promise<void> {
  // the section that comes later moves the puzzle down
  await page.waitForFunction(() => document.querySelector<HTMLElement>('#formAccommodation')?.hidden !== true);
  const slider = await page.waitForSelector('#captcha .slider');
  await slider!.scrollIntoView();
  const { x, y, width } = (await slider!.boundingBox())!;
  await page.mouse.move(x + width / 2, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 150, y + 22, { steps: 5 });
  await page.mouse.move(x + 320, y + 21, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector('#submit:not([disabled])');
}
