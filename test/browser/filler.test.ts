import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { builtFiller } from '../../src/platform/filler-script.js';
import { projectFolder } from '../../src/platform/paths.js';
import type { FormId } from '../../src/shared/form/controls.js';
import {
  copied,
  day,
  differing,
  filled,
  isRight,
  panelWords,
  shown as shownOn,
  solvePuzzle,
  travellers,
  type Values,
  valuesOf,
} from '../support/authority-form.js';
import { type Desk, goTo, startDesk, violations, type Watched } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { fillOrders } from '../support/filled-orders.js';
import { wholeForm } from '../support/orders.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';
import { sampleOf } from '../support/sample.js';
import { shopOrders } from '../support/shop-orders.js';

// The script that fills the authority's form, on the copy of its pages; a person's mouse solves the puzzle.

const filler = readFileSync(join(projectFolder, 'dist/filler/filler.js'), 'utf8');
/** The same as the product gives it out. */
let given: string;

let desk: Desk;
let page: Watched;
/** What the page alerted, the newest last. */
let alerts: string[];
/** What is pasted into the script's question. */
let pasted: string;

beforeAll(async () => {
  desk = await startDesk(0, {
    script: readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  });
  given = filler.replace('__DESK__', desk.url).replace('__VERSION__', builtFiller().version);
  page = await desk.guest();
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'alert') alerts.push(dialog.message());
    dialog.accept(dialog.type() === 'prompt' ? pasted : undefined).catch(() => undefined);
  });
});
afterAll(async () => {
  expect(await desk.stop()).toBe(0);
});

async function open(changes = ''): Promise<void> {
  alerts = [];
  await page.goto(`${desk.url}/dev/authority/main?registerMain${changes}`);
}

/** Runs the script with these values, until it has ended; resolves with the panel's words, empty when there is no panel. */
async function run(text: string): Promise<string> {
  pasted = text;
  return filled(page, () => page.evaluate(given));
}

const words = () => panelWords(page);
const shown = () => shownOn(page);

function mirrors(): Promise<string[]> {
  return page.$$eval('input[type=hidden][id^=s]', (all) => all.map(({ value }) => value));
}

/** The controls that hold something else than the order's value. */
async function wrong(values: Values): Promise<string[]> {
  const now = Object.entries(await shown());
  return now
    .filter(([id, one]) => one.value !== '' && !isRight(id as FormId, values[id as FormId] ?? '', one))
    .map(([id, { value }]) => `${id}: ${value}`);
}

/** As a person drags the slider to its end. */
const drag = () => solvePuzzle(page);

const closePanel = () => page.evaluate(() => document.querySelector('#arrival-card-filler')?.remove());

describe('the form, as it is', () => {
  test('is filled with ten travellers’ values, one after the other, and every one is right', async () => {
    await open();
    for (const more of travellers) {
      const values = valuesOf(more);
      expect(await run(copied(values))).toContain('Order 100001 is filled in');
      expect(await differing(page, values)).toEqual([]);
      expect((await mirrors()).filter((one) => one === '')).toEqual([]);
    }
    expect(alerts).toEqual([]);
  });

  test('filled a second time stays as it is, and has one panel', async () => {
    await open();
    const text = copied(valuesOf());
    await run(text);
    const before = await shown();
    expect(await run(text)).toContain('is filled in');
    expect(await shown()).toEqual(before);
    expect(await page.$$('#arrival-card-filler')).toHaveLength(1);
  });

  test('keeps nothing of the traveller before, where the next one has no value', async () => {
    await open();
    await run(copied(valuesOf()));
    const { mobile: _mobile, embark: _embark, depDt: _depDt, ...rest } = valuesOf({ accommodationAddress2: '' });
    const said = await run(copied(rest));
    expect(said).toContain('look at 3 fields');
    expect(said.match(/The order has no value\./g)).toHaveLength(3);
    const now = await shown();
    for (const id of ['mobile', 'embark', 'depDt', 'accommodationAddress2']) expect(now[id]!.value).toBe('');
  });

  test('started twice at once is filled once, also when somebody would close the panel in between', async () => {
    await open('&slow=300');
    pasted = copied(valuesOf());
    await page.evaluate(filler);
    await page.keyboard.press('Escape');
    await page.evaluate(filler);
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('#arrival-card-filler')?.dataset.state === 'done',
    );
    expect(await words()).toContain('is filled in');
    expect(await wrong(valuesOf())).toEqual([]);
  });

  test('waits for the section that comes late, and for slow lists', async () => {
    await open('&section=1500&slow=700');
    expect(await run(copied(valuesOf()))).toContain('is filled in');
    expect(await wrong(valuesOf())).toEqual([]);
  });

  test('that comes back from the server with its values is filled again', async () => {
    await open('&refuse=1');
    await run(copied(valuesOf()));
    await closePanel();
    await drag();
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(new URL(page.url()).pathname).toBe('/dev/authority/register');
    expect(await wrong(valuesOf({ region: (await shown()).region!.text }))).toEqual([]);
    const other = valuesOf({ passNo: 'Y7654321', region: 'GUERNSEY (+44)' });
    expect(await run(copied(other))).toContain('is filled in');
    expect(await wrong(other)).toEqual([]);
  });

  test('is left alone when nothing, or another text, is pasted', async () => {
    await open();
    expect(await run('')).toBe('');
    expect(await run('Hello')).toContain('This is no code, and not what the order’s page copies');
    expect(await run(copied(valuesOf(), { v: 2 }))).toContain('another version');
    expect(await run(copied(valuesOf({ name: 1 as never })))).toContain('incomplete');
    expect(Object.values(await shown()).filter(({ value }) => value !== '')).toEqual([]);
  });

  test('gets no call but the page’s own', async () => {
    await open();
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(request.url().slice(`${desk.url}/dev/authority/`.length));
    page.on('request', note);
    await run(copied(valuesOf()));
    page.off('request', note);
    expect(asked).toEqual([
      'register?retrieveCountryPhoneCode&ctryCd=GBR',
      'register?retrieveCountryPhoneCode&ctryCd=DEU',
      'register?retrieveRefCity&state=14',
      'register?retrievePostcode&cityCd=1401',
    ]);
  });
});

describe('the copy under a person’s hands', () => {
  const has = (id: string) => page.$eval(`#${id}`, (field) => (field as HTMLInputElement).value);

  test('refuses keys and the clipboard, makes capitals, and empties what it does not take', async () => {
    await open();
    await page.type('#name', 'Ann-Marie 2');
    await page.type('#vesselNm', 'mh#2');
    // the name was left, the flight was not
    expect([await has('name'), await has('vesselNm')]).toEqual(['ANNMARIE ', 'mh2']);
    await page.type('#email', 'a+b@example.com');
    await page.focus('#mobile');
    expect([await has('vesselNm'), await has('email')]).toEqual(['MH2', '']);
    expect(alerts).toEqual(['Please enter a valid email.']);
    const isRefused = (id: string, kind: string) =>
      page.$eval(`#${id}`, (field, type) => !field.dispatchEvent(new Event(type, { cancelable: true })), kind);
    expect(await isRefused('name', 'paste')).toBe(true);
    expect(await isRefused('confirmEmail', 'copy')).toBe(true);
    expect(await isRefused('email', 'copy')).toBe(false);
    expect(await isRefused('accommodationPostcode', 'paste')).toBe(false);
  });

  test('empties the departure when a person picks the arrival', async () => {
    await open();
    await run(copied(valuesOf()));
    await closePanel();
    await page.click('#arrDt');
    await page.locator('.datepicker-days td.day:not(.disabled):not(.active)').click();
    expect(await has('depDt')).toBe('');
  });

  test('has a puzzle that events of a script don’t move', async () => {
    await open();
    await page.evaluate(() => {
      const { left } = document.querySelector('.slider')!.getBoundingClientRect();
      const at = (type: string, x: number, target: EventTarget) =>
        target.dispatchEvent(new MouseEvent(type, { clientX: left + x, bubbles: true }));
      at('mousedown', 5, document.querySelector('.slider')!);
      at('mousemove', 400, document);
      at('mouseup', 400, document);
    });
    expect(await page.$eval('#submit', (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    await drag();
    expect(await page.$eval('#captcha', ({ className }) => className)).toContain('sliderContainer_success');
  });
});

describe('what does not fit', () => {
  const misfits: [string, Values, FormId, RegExp][] = [
    ['a day that the picker drops', { arrDt: day(4) }, 'arrDt', /Date of Arrival\s+The picker does not take this date/],
    ['a day that is none', { dob: '31/02/1990' }, 'dob', /Date of Birth\s+.*(?:does not take|changed)/],
    [
      'a city that is not in the list',
      { accommodationCity: 'IPOH' },
      'accommodationCity',
      /City\s+The list has no row IPOH/,
    ],
    ['a country that is not in the list', { pob: 'QQQ' }, 'pob', /Place of Birth\s+The list has no row QQQ/],
    [
      'a region by a name that is not there',
      { region: 'ATLANTIS (+1)' },
      'region',
      /The list has \+1, but not as ATLANTIS/,
    ],
    ['a region by a code that several share', { region: '44' }, 'region', /The list has \+44, but not as 44/],
    ['a name with other letters', { name: 'ANN-MARIE' }, 'name', /Name\s+The form takes the letters A to Z alone/],
    ['a number that is too long', { mobile: '1234567890123' }, 'mobile', /at most 12 letters/],
    ['an address with a plus', { email: 'a+b@example.com' }, 'email', /Email\s+The form takes letters, digits/],
    [
      'an address of two words',
      { accommodationAddress1: 'HOTEL RITZ' },
      'accommodationAddress1',
      /The page emptied it: HOTEL RITZ/,
    ],
  ];

  test.each(misfits)('%s is named, and left empty', async (_what, more, id, said) => {
    await open();
    const values = valuesOf(more);
    const told = await run(copied(values));
    expect(told).toMatch(/look at 1 field/);
    expect(told).toMatch(said);
    if (id !== 'dob') expect((await shown())[id]!.value).toBe('');
    expect(await wrong({ ...values, [id]: (await shown())[id]!.value })).toEqual([]);
  });
});

describe('what shops send', () => {
  test('is in the form as it was meant, or marked before: never refused unmarked, never wrong silently', async () => {
    const orders = sampleOf([...shopOrders.entries()], [2, 13, 20, 35, 43, 58]);
    alerts = [];
    const { wrong, right } = await fillOrders(desk, page, orders, run);
    expect(wrong).toEqual([]);
    // to mark everything would be safe, and no help
    expect(right).toBeGreaterThan(0.9);
  });
});

describe('a form that changed', () => {
  /** The address that makes the change, what the panel says, and whether nothing is filled then. */
  const changes: [string, RegExp, 'stops' | 'names'][] = [
    ['without=pob', /Place of Birth \(pob\) is missing/, 'stops'],
    ['without=accommodationPostcode', /Postcode \(accommodationPostcode\) is missing/, 'stops'],
    ['rename=nationality', /Nationality .* is missing/, 'stops'],
    ['rename=email', /Email \(email\) is missing/, 'stops'],
    ['add=text', /There is a new field: added/, 'stops'],
    ['add=list', /There is a new field: added/, 'stops'],
    ['add=tick', /Yours, too: A new question/, 'names'],
    ['max=name:40', /Name \(name\) takes 40 letters now, it took 60/, 'stops'],
    ['max=passNo:20', /takes 20 letters now/, 'stops'],
    ['kind=embark', /embark\) is a text now, it was a list/, 'stops'],
    ['kind=accommodationPostcode', /is a list now, it was a text/, 'stops'],
    ['unpicked=dob', /Date of Birth \(dob\) is a text now, it was a date/, 'stops'],
    ['first=pob', /another order: Place of Birth \(pob\) comes earlier/, 'stops'],
    ['first=accommodationState', /another order: State \(accommodationState\) comes earlier/, 'stops'],
    ['drop=sex:1', /Sex \(sex\) has no row 1 MALE/, 'stops'],
    ['renumber=pob:DEU:276', /has a row 276 GERMANY/, 'stops'],
    ['renumber=sex:1:M', /no row 1 MALE/, 'stops'],
    ['relabel=nationality:DEU:FRANCE', /has no row DEU GERMANY/, 'stops'],
    ['relabel=sex:1:FEMALE', /no row 1 MALE/, 'stops'],
    ['append=trvlMode:4:SPACE', /has a new row 4 SPACE/, 'stops'],
    ['renumber=accommodationStay:99:03', /has no row 99 OTHERS/, 'stops'],
    ['relabel=accommodationState:14:KEDAH', /has no row 14 WP KUALA LUMPUR/, 'stops'],
    ['drop=accommodationState:16', /has no row 16 WP PUTRAJAYA/, 'stops'],
    ['drop=nationality:GBR', /Nationality .*\s+The list has no row GBR/, 'names'],
    ['drop=accommodationCity:1401', /City\s+The list has no row KUALA LUMPUR/, 'names'],
    ['renumber=accommodationCity:1401:9999&drop=embark:GBR', /embarkation.*\s+The list has no row GBR/i, 'names'],
    ['drop=region:44', /Region Code\s+The list has no row UNITED KINGDOM/, 'names'],
    ['section=never', /does not show the accommodation/, 'stops'],
    ['fails=city', /City\s+The list has no row KUALA LUMPUR/, 'names'],
    ['fails=region', /Region Code\s+The list has no row/, 'names'],
    ['loses=passExpDte', /Passport Expiry\s+The picker does not take this date/, 'names'],
    ['loses=depDt', /Date of Departure\s+The picker does not take this date/, 'names'],
    ['empties=vesselNm', /The page emptied it: MH2/, 'names'],
    ['mirror=sNation', /hidden field sNation stayed empty/, 'names'],
    ['mirror=sCity', /hidden field sCity stayed empty/, 'names'],
    ['unmirrored=sStay', /hidden field sStay is missing/, 'stops'],
    ['form=other', /no form named permohonan/, 'stops'],
    ['action=/dev/elsewhere', /The form is sent to .*elsewhere/, 'stops'],
  ];

  /** The first change of each kind: what is changed, and what the script does then. */
  const firstOfKinds = () => {
    const kinds = changes.map(([change, , kind]) => `${change.split('=')[0]} ${kind}`);
    return kinds.flatMap((kind, at) => (kinds.indexOf(kind) === at ? at : []));
  };

  test('is named in each of its ways, and nothing is filled in wrong', async () => {
    const values = valuesOf();
    const failed: unknown[] = [];
    for (const [change, said, kind] of sampleOf(changes, firstOfKinds())) {
      await open(`&${change}`);
      const told = await run(copied(values));
      const filled = Object.values(await shown()).filter(({ value }) => value !== '');
      const off = await wrong(values);
      const isStopped = filled.length === 0 && /not filling|Nothing was filled in/.test(told);
      if (!said.test(told) || off.length > 0 || isStopped !== (kind === 'stops'))
        failed.push({ change, off, filled: filled.length, told });
    }
    expect(failed).toEqual([]);
    expect(changes.length).toBeGreaterThanOrEqual(30);
  });

  test('without its jQuery is no form that can be filled', async () => {
    await open();
    await page.evaluate(() => delete (window as { jQuery?: unknown }).jQuery);
    expect(await run(copied(valuesOf()))).toMatch(
      /not filling\s+×\s+The page has no jQuery\.\s+The desk could not be told\. Tell who runs it\.$/,
    );
  });

  test('on another page is no form', async () => {
    await page.goto(`${desk.url}/dev/authority/register?viewVisitPass`);
    expect(await run(copied(valuesOf()))).toContain('This is for the form.');
    expect(Object.values(await shown()).filter(({ value }) => value !== '')).toEqual([]);
    await page.$eval('form', (form) => form.remove());
    expect(await run(copied(valuesOf()))).toContain('no form named permohonan');
  });
});

describe('the panel', () => {
  test('passes axe, takes the focus, and closes by the keyboard', async () => {
    await open();
    await run(copied(valuesOf({ accommodationCity: 'IPOH' })));
    expect(await violations(page)).toEqual([]);
    const focused = () => page.evaluate(() => document.activeElement?.id);
    expect(await focused()).toBe('arrival-card-filler');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await words()).toBe('');

    await run(copied(valuesOf()));
    await page.keyboard.press('Escape');
    expect(await words()).toBe('');
  });

  test('leaves the puzzle in view, unsolved, and nothing below it pressed', async () => {
    await open();
    await run(copied(valuesOf()));
    const [box, panel] = await page.evaluate(() =>
      [
        document.querySelector('#captcha')!,
        document.querySelector('#arrival-card-filler')!.shadowRoot!.querySelector('section')!,
      ].map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    );
    expect(box!.top).toBeGreaterThan(0);
    expect(box!.bottom).toBeLessThan(900);
    expect(panel!.bottom).toBeLessThan(box!.top);
    expect(await page.$eval('#submit', (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    expect(await page.$eval('#captcha', ({ className }) => className)).toBe('sliderContainer');
    expect(page.url()).toContain('registerMain');
  });
});

describe('the userscript', () => {
  /** As a manager runs it on the page that is shown; resolves with the panel's words. */
  async function starts(code = ''): Promise<string> {
    pasted = code;
    const script = await (await fetch(`${desk.url}/authority-filler.user.js`)).text();
    const matches = [...script.matchAll(/^\/\/ @match +(.*)\*$/gm)].map(([, start]) => start!);
    expect(matches.some((start) => page.url().startsWith(start))).toBe(true);
    await page.evaluate(`((GM_info) => { ${script} })({})`);
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('#arrival-card-filler')?.dataset.state !== 'filling',
    );
    return words();
  }

  test('asks on the form, tells the desk what the form answered, and is silent elsewhere', async () => {
    const calls = await callsOf(desk, 'team@demo.test');
    const { id, encoded } = await takeInto(desk, { ...wholeForm, passport_no: 'Y7654329' });
    const { data } = await calls('POST', `/api/admin/orders/${encoded}/filler-code`, {});
    await page.goto(`${desk.url}/dev/authority/register?viewRegistration`);
    expect(await starts()).toBe('');
    await open();
    expect(await starts(data.code)).toContain(`Order ${id} is filled in`);
    await closePanel();
    await drag();
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(await starts()).toContain('The desk has noted that the form was accepted.');
    expect((await calls('GET', `/api/admin/get-orders-details/${encoded}`)).data.process_status).toBe('AwaitingGovt');
    await page.reload();
    expect(await starts()).toBe('');
  });
});

describe('the source of the script', () => {
  const folder = join(projectFolder, 'client/filler');
  const text = [filler, ...readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))].join('\n');

  test('names no button of the form, and the puzzle to scroll to it alone', () => {
    expect(text.match(/submit|reset|declaration|slider|\.click\(|mousedown|pointerdown/gi)).toBeNull();
    const named = text.split('\n').filter((line) => line.includes('captcha'));
    expect(named).toHaveLength(2);
    for (const line of named) expect(line).toMatch(/getElementById\(["']captcha["']\)\?\.scrollIntoView\(/);
  });

  test('calls the desk alone, keeps nothing beyond the tab and runs no text as code', () => {
    expect(text.match(/XMLHttpRequest|WebSocket|sendBeacon|import\(|localStorage|cookie/g)).toBeNull();
    const called = filler.match(/fetch\([^)]{0,40}/g)!;
    expect(called.filter((call) => call.includes('fetch(`${desk}/api/filler/'))).toHaveLength(3);
    // and the page itself, for the slip
    expect(called.filter((call) => !call.includes('${desk}'))).toEqual([expect.stringContaining('fetch(target,')]);
    expect(filler.match(/const desk = .*/g)).toEqual([expect.stringContaining('__DESK__')]);
    expect(text.match(/eval\(|new Function|innerHTML|https?:\/\//g)).toBeNull();
  });

  test('is short enough for a bookmark: Firefox keeps no address above 65,536 letters', () => {
    const address = `javascript:${filler.replace(/[^ -"$&->@-~]+/g, encodeURIComponent)}`;
    expect(new URL(address).href.length).toBeLessThan(60_000);
  });
});

describe('an order, from its values to its slip', () => {
  test('is registered by a person, and its PIN comes into its mailbox and opens the slip', async () => {
    const { id, encoded } = await takeInto(desk, wholeForm);
    const email = `${id}@apply.arrival-card.example`;
    const calls = await callsOf(desk, 'admin@demo.test');
    const { text } = (await calls('POST', `/api/admin/orders/${encoded}/filler-code`, {})).data as { text: string };
    await open();
    expect(await run(text)).toContain(`Order ${id} is filled in`);
    const { values } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { values: Values };
    expect(await wrong(values)).toEqual([]);
    expect(values).toMatchObject({ name: 'ANN EXAMPLE', email, accommodationCity: '1401', region: 'MALAYSIA (+60)' });
    await closePanel();

    // a person empties a field, and the page says so
    await page.$eval('#vesselNm', (field) => ((field as HTMLInputElement).value = ''));
    await drag();
    await page.click('#submit');
    expect(alerts.at(-1)).toBe('Please enter Flight / Vessel / Transportation No..');
    await page.type('#vesselNm', 'mh2');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(page.url()).toContain('SUCCESSFULLY');
    expect(await page.$eval('main', (main) => main.innerText)).toContain(
      `SUCCESSFULLY REGISTERED. ACKNOWLEDGEMENT EMAIL WILL BE SENT TO : ${email}`,
    );

    const pin = await pinOf(calls, encoded);
    await checkRegistration('wrongPIN');
    expect(await page.$eval('main', (main) => main.innerText)).toContain('PIN tidak sah');
    await checkRegistration(pin);
    const rows = await page.$$eval('tbody tr', (all) => all.map((row) => row.innerText));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain(values.arrDt);
    expect(rows[1]).not.toContain(values.arrDt);
    const slip = await page.$eval('tbody form', async (form) => {
      const { action, method } = form;
      const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
      const answer = await fetch(action, { method, body });
      return [answer.headers.get('content-type'), (await answer.text()).slice(0, 5)];
    });
    expect(slip).toEqual(['application/pdf', '%PDF-']);
  });
});

describe('the slip on Check Registration', () => {
  /** An order that was submitted on the copy, and whose PIN came. */
  async function registered(passport_no: string) {
    const calls = await callsOf(desk, 'admin@demo.test');
    const { id, encoded } = await takeInto(desk, { ...wholeForm, passport_no });
    const code = async (page: 'form' | 'registration' | 'visit-pass') =>
      (await calls('POST', `/api/admin/orders/${encoded}/filler-code`, { page })).data as {
        code: string;
        text: string;
      };
    const { values } = JSON.parse(Buffer.from((await code('form')).text, 'base64url').toString()) as { values: Values };
    const body = new URLSearchParams({ submitRegistration: 'Submit', ...values });
    await fetch(`${desk.url}/dev/authority/register`, { method: 'POST', body });
    await calls('PUT', '/api/admin/move-order-status', { orderId: encoded, updatingStatus: 'AwaitingGovt' });
    await pinOf(calls, encoded);
    const order = async () => (await calls('GET', `/api/admin/get-orders-details/${encoded}`)).data;
    const codeOf = (page: 'registration' | 'visit-pass') => async () => (await code(page)).code;
    return { id, values, order, code: codeOf('registration'), visitCode: codeOf('visit-pass') };
  }

  async function look(text: string): Promise<string> {
    await page.goto(`${desk.url}/dev/authority/register?viewRegistration`);
    return run(text);
  }

  async function search(): Promise<void> {
    await closePanel();
    await drag();
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
  }

  test('is looked up by the script, and that of this trip comes to the desk, not that of an earlier one', async () => {
    const { id, values, order, code } = await registered('Y7654340');
    const other = await code();
    await open();
    expect(await run(other)).toContain('This is for Check Registration. Take a code for the form.');

    expect(await look(await code())).toContain(`Order ${id} is filled in`);
    expect(await violations(page)).toEqual([]);
    expect(await page.$eval('#submit', (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    await search();
    const said = await run('');
    expect(said).toContain(`The desk has the slip of order ${id}, of ${values.arrDt} to ${values.depDt}`);
    const { slips, activity } = await order();
    expect(slips).toMatchObject([{ verdict: 'agrees', sent: false }]);
    expect(activity[0]).toMatchObject({ action: 'slip.taken', actor: 'Demo Admin' });
    // what the tab kept is gone, and the page asks for a code again
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('is not there yet with a wrong PIN: the page’s words are said, and the search goes on', async () => {
    const { id, order, code } = await registered('Y7654341');
    await look(await code());
    const pin = await page.$eval('#pinKeyId', (field) => (field as HTMLInputElement).value);
    await page.$eval('#pinKeyId', (field) => ((field as HTMLInputElement).value = 'wrongPIN'));
    await search();
    expect(await run('')).toMatch(/nothing on Check Registration yet[^]*The page says: PIN tidak sah/);
    await page.$eval('#pinKeyId', (field, right) => ((field as HTMLInputElement).value = right), pin);
    await search();
    expect(await run('')).toContain(`The desk has the slip of order ${id}`);
    expect((await order()).slips).toHaveLength(1);
  });

  test('is left alone on a page that changed, and by a userscript where a person searches without it', async () => {
    const { code } = await registered('Y7654342');
    await page.goto(`${desk.url}/dev/authority/register?viewRegistration`);
    await page.$eval('form', (form) => form.insertAdjacentHTML('afterbegin', '<input type="text" name="more">'));
    expect(await run(await code())).toMatch(/The page changed; not filling[^]*There is a new field: more/);
    const calls = await callsOf(desk, 'admin@demo.test');
    await calls('POST', '/api/admin/authority-pages/works', { page: 'registration' });
    await page.goto(`${desk.url}/dev/authority/register?viewRegistration`);
    await page.type('#passNo', 'Y7654342');
    await page.select('#nationality', 'GBR');
    await search();
    pasted = await code();
    await page.evaluate(`((GM_info) => { ${given} })({})`);
    expect(await words()).toBe('');
  });

  test('and the date of entry are told apart by their codes; the date comes from Check Visit Pass', async () => {
    const { id, values, order, code, visitCode } = await registered('Y7654343');
    expect(await look(await visitCode())).toContain(
      'This is for Check Visit Pass. Take a code for Check Registration.',
    );
    await page.goto(`${desk.url}/dev/authority/register?viewVisitPass`);
    expect(await run(await code())).toContain('This is for Check Registration. Take a code for Check Visit Pass.');
    expect(await run(await visitCode())).toContain(`Order ${id} is filled in`);
    await search();
    expect(await run('')).toContain(`The desk has noted the date of entry of order ${id}: ${values.arrDt}`);
    const { activity, process_status } = await order();
    const entry = values.arrDt!.split('/').toReversed().join('-');
    expect(activity[0]).toMatchObject({ action: 'visit-pass.read', to: entry, actor: 'Demo Admin' });
    expect(process_status).toBe('AwaitingGovt');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  const shownPasses: [string, string][] = [
    ['<dl><dt>Date of Entry</dt><dd>12/03/2027</dd><dt>Pass Expiry</dt><dd>11/06/2027</dd></dl>', '2027-03-12'],
    ['<table><tr><th>Tarikh Masuk :</th><td>12-03-2027 14:05</td></tr></table>', '2027-03-12'],
    ['<p>DATE OF ENTRY: 12 MAR 2027</p><p>Date of Entry: 12 MAR 2027</p>', '2027-03-12'],
    // two entries: nobody knows which is meant
    ['<p>Date of Entry: 12/03/2027</p><p>Date of Entry: 01/02/2027</p>', 'none'],
    [
      '<table><tr><th>Date of Entry</th><th>Pass Expiry</th></tr><tr><td>12/03/2027</td><td>11/06/2027</td></tr></table>',
      'none',
    ],
    ['<p>Date of Entry: 31/02/202</p>', 'none'],
    ['<p>No record found</p>', 'none'],
  ];

  test('the date of entry is read where it is sure, and is none otherwise', async () => {
    await page.goto(`${desk.url}/dev/authority/register?viewVisitPass`);
    await page.evaluate(() => {
      history.replaceState(null, '', '/dev/authority/register');
      const told: string[] = [];
      Object.assign(window, { told });
      window.fetch = (_target, init) => {
        told.push((JSON.parse(init!.body as string) as { entry: string }).entry);
        return Promise.resolve(Response.json({}));
      };
    });
    const came: [string, string][] = [];
    for (const [html] of shownPasses) {
      await page.evaluate((shown) => {
        document.querySelector('#shown')?.remove();
        document.querySelector('main')!.insertAdjacentHTML('beforeend', `<div id="shown">${shown}</div>`);
        const kept = { page: 'visit-pass', order: '100001', answer: 'x', until: Date.now() + 60_000 };
        sessionStorage.setItem('arrival-card-desk-lookup', JSON.stringify(kept));
        (window as unknown as { told: string[] }).told.length = 0;
      }, html);
      await run('');
      came.push([html, await page.evaluate(() => (window as unknown as { told: string[] }).told.join() || 'none')]);
    }
    expect(came).toEqual(shownPasses);
  });

  describe('of two hundred lists', () => {
    const trip = { arrDt: '12/03/2027', depDt: '20/03/2027' };
    type Row = { id: string; arr: string; dep: string };
    const own: Row = { id: 'own', arr: trip.arrDt, dep: trip.depDt };
    const olds: Omit<Row, 'id'>[] = [
      { arr: '12/03/2026', dep: '20/03/2026' },
      { arr: '12/03/2027', dep: '21/03/2027' },
      { arr: '11/03/2027', dep: '20/03/2027' },
      { arr: '01/03/2027', dep: '12/03/2027' },
      { arr: '20/03/2027', dep: '28/03/2027' },
      { arr: '20/03/2027', dep: '12/03/2027' },
      { arr: '03/12/2027', dep: '20/03/2027' },
      { arr: '', dep: '20/03/2027' },
    ];
    const months = ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ogos', 'Sep', 'Okt', 'Nov', 'Dis'];
    const parts = (date: string) => date.split('/') as [string, string, string];
    const styles: ((date: string) => string)[] = [
      (date) => date,
      (date) => date.replaceAll('/', '-'),
      (date) => parts(date).toReversed().join('-'),
      (date) => `${parts(date)[0]} ${months[Number(parts(date)[1]) - 1]} ${parts(date)[2]}`,
      (date) => `${date} 10:15`,
    ];
    const heads = [
      ['Name', 'Date of Arrival', 'Date of Departure', 'Slip'],
      ['Nama', 'Tarikh Ketibaan', 'Tarikh Berlepas', 'Slip'],
      ['Registered', 'Departure', 'Arrival', 'Slip'],
      [],
    ];

    /** A list of the trips, in one of many looks; whether the own one is in it once and can be told by its headings or days. */
    function list(n: number) {
      const head = heads[n % heads.length]!;
      const style = styles[Math.floor(n / 4) % styles.length]!;
      const hasOwn = n % 3 !== 0;
      const isTwice = hasOwn && n % 16 === 5;
      const rows: Row[] = olds
        .filter((_old, place) => (n + place) % 3 > 0)
        .map((old, place) => ({ ...old, id: `old-${place}` }));
      if (hasOwn) rows.splice(n % (rows.length + 1), 0, own, ...(isTwice ? [{ ...own, id: 'twice' }] : []));
      const day = (date: string) => (date === '' ? '-' : style(date));
      const cells = ({ arr, dep }: Row) => {
        if (head[1] === 'Departure') return [day('01/03/2027'), day(dep), day(arr)];
        return ['ANN EXAMPLE', day(arr), day(dep)];
      };
      const html = rows.map((row) => {
        const form = `<form method="post" action="/dev/authority/register?printSlip"><input type="hidden" name="hTripId" value="${row.id}"><button>Print</button></form>`;
        return `<tr>${cells(row)
          .map((cell) => `<td>${cell}</td>`)
          .join('')}<td>${form}</td></tr>`;
      });
      const top = head.length > 0 ? `<tr>${head.map((one) => `<th>${one}</th>`).join('')}</tr>` : '';
      return {
        html: `<table>${top}${html.join('')}</table>`,
        wanted: hasOwn && !isTwice ? 'own' : isTwice ? 'asks' : 'none',
      };
    }

    test('none gives a slip of another trip, and the right one is taken from each that has it', async () => {
      await page.goto(`${desk.url}/dev/authority/register?viewRegistration`);
      await page.evaluate(() => {
        history.replaceState(null, '', '/dev/authority/register');
        const printed: string[] = [];
        const answer = { data: { verdict: 'agrees', note: 'It agrees.' } };
        Object.assign(window, { printed });
        window.fetch = (_target, init) => {
          if (init?.body instanceof FormData) return Promise.resolve(Response.json(answer));
          printed.push((init!.body as URLSearchParams).get('hTripId')!);
          return Promise.resolve(new Response('%PDF-1.7'));
        };
      });
      const wrong: unknown[] = [];
      for (let n = 0; n < 200; n += 1) {
        const { html, wanted } = list(n);
        await page.evaluate(
          (table, days) => {
            document.querySelector('main > table')?.remove();
            document.querySelector('main')!.insertAdjacentHTML('beforeend', table);
            const kept = { page: 'registration', order: '100001', answer: 'x', trip: days, until: Date.now() + 60_000 };
            sessionStorage.setItem('arrival-card-desk-lookup', JSON.stringify(kept));
            (window as unknown as { printed: string[] }).printed.length = 0;
          },
          html,
          trip,
        );
        const said = await run('');
        const printed = await page.evaluate(() => (window as unknown as { printed: string[] }).printed.join());
        const came = printed || (said.includes('Which one?') ? 'asks' : 'none');
        if (came !== wanted) wrong.push({ n, came, wanted, said });
      }
      expect(wrong).toEqual([]);
    });

    test('of two registrations of one trip a person chooses', async () => {
      await page.evaluate(
        (table, days) => {
          document.querySelector('main > table')?.remove();
          document.querySelector('main')!.insertAdjacentHTML('beforeend', table);
          const kept = { page: 'registration', order: '100001', answer: 'x', trip: days, until: Date.now() + 60_000 };
          sessionStorage.setItem('arrival-card-desk-lookup', JSON.stringify(kept));
        },
        list(5).html,
        trip,
      );
      expect(await run('')).toContain('several registrations are of 12/03/2027 to 20/03/2027. Which one?');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => (window as unknown as { printed: string[] }).printed.at(-1) === 'twice');
    });
  });
});

describe('the order’s page', () => {
  test('offers the rows that may be meant, and gives a code; a screen has the bookmark', async () => {
    const { encoded } = await takeInto(desk, {
      ...wholeForm,
      passport_no: 'Y7654323',
      state: 'Wilayah',
      post_code: '',
    });
    const member = await desk.member('team@demo.test');
    await goTo(member, `${desk.url}/admin/view-order/${encoded}`);
    const press = (name: string) => member.locator(`button ::-p-text(${name})`).click();
    await press('WP PUTRAJAYA');
    await member.waitForSelector('text/Undo the choice');
    await press('Undo the choice');
    await member.waitForSelector('text/Choose the row that is meant.');

    await press('Fill the form');
    const output = await member.waitForSelector('output ::-p-text(is copied)');
    expect(await output!.evaluate((words) => words.closest('output')!.innerText)).toMatch(
      /^The code (?:[2-9A-Z]{5}-?){3} is copied\. It is for one filling, until \d\d:\d\d UTC\./,
    );
    await member.bringToFront();
    await member.locator('a ::-p-text(How it is filled)').click();
    const bookmark = await member.waitForSelector('a[draggable][href^="javascript:"]');
    const script = decodeURIComponent((await bookmark!.evaluate((link) => link.getAttribute('href')!)).slice(11));
    expect(script).toBe(given);
    const install = await member.waitForSelector('a ::-p-text(Install the userscript)');
    expect(await install!.evaluate((link) => link.closest('a')!.href)).toBe(`${desk.url}/authority-filler.user.js`);
    expect(await violations(member)).toEqual([]);
    expect(member.said).toEqual([]);
  });
});

test('an order’s page says nothing is copied where the browser gives it no clipboard, as over plain HTTP', async () => {
  const { encoded } = await takeInto(desk, { ...wholeForm, passport_no: 'Y7654324' });
  const member = await desk.member('team@demo.test');
  await goTo(member, `${desk.url}/admin/view-order/${encoded}`);
  await member.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await member.locator('button ::-p-text(Fill the form)').click();
  const code = await member.waitForSelector('output ::-p-text(could not be copied: type it)');
  await member.bringToFront();
  await code!.evaluate((words) => words.closest('output')!.querySelector<HTMLElement>('.copyable')!.click());
  await member.waitForSelector('.Toastify__toast ::-p-text(The browser did not let this page copy.)');
  expect(await member.$('[data-copied]')).toBeNull();
  await member.browserContext().close();
});

test('a refusal is on the order’s page with the value that it names, until the order is amended', async () => {
  const calls = await callsOf(desk, 'team@demo.test');
  const { encoded } = await takeInto(desk, { ...wholeForm, passport_no: 'Y7654326' });
  const member = await desk.member('team@demo.test');
  await goTo(member, `${desk.url}/admin/view-order/${encoded}`);
  const { data } = await calls('POST', `/api/admin/orders/${encoded}/filler-code`, {});
  const { answer } = (await calls('GET', `/api/filler/${data.code}`)).data;
  const said = { outcome: 'refused', words: 'Flight No. is not valid', values: {} };
  await calls('POST', `/api/filler/${answer}/result`, said);

  const words = 'The authority’s form refused Flight / Vessel / Transportation No.: “Flight No. is not valid”';
  const row = await member.waitForSelector(`section[aria-label="Needs attention"] li ::-p-text(${words})`);
  expect(await violations(member)).toEqual([]);
  await (await row!.evaluateHandle((found) => found.closest('li')!.querySelector('button')!)).click();
  // what is longer than the form takes is said before it is saved
  await member.locator('[role=dialog] [name=flight_detail]').fill('SQ 106 from Singapore, Terminal 3');
  await member.waitForSelector('[role=dialog] ::-p-text(The authority’s form takes 30 characters; these are 33.)');
  await member.locator('[role=dialog] [name=flight_detail]').fill('SQ 106');
  await member.locator('[role=dialog] [name=reason]').fill('As the ticket has it');
  await member.locator('[role=dialog] button[type=submit]').click();
  await member.waitForFunction((text) => !document.body.innerText.includes(text), {}, 'The authority’s form refused');
  await member.browserContext().close();
});

describe('a code of the order’s page', () => {
  test('fills the form; what the form answers is noted, first that it refused, then that it accepted', async () => {
    const calls = await callsOf(desk, 'team@demo.test');
    const { id, encoded } = await takeInto(desk, { ...wholeForm, passport_no: 'Y7654321' });
    const order = async () => (await calls('GET', `/api/admin/get-orders-details/${encoded}`)).data;
    const { data } = await calls('POST', `/api/admin/orders/${encoded}/filler-code`, {});
    expect(data.form_url).toBe(`${desk.url}/dev/authority/main?registerMain`);

    await open('&refuse=1');
    expect(await run('AAAAA-BBBBB-CCCCC')).toContain('This code is not good, or no longer.');
    expect(await run(data.code)).toContain(`Order ${id} is filled in`);
    expect(await run(data.code)).toContain('This code is not good, or no longer.');
    await closePanel();
    await drag();
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(await run('')).toContain('The desk has noted that the form was refused.');
    expect(await order()).toMatchObject({
      process_status: 'New',
      activity: [{ action: 'form.refused' }, { action: 'form.filled' }, { action: 'form.values-taken' }, {}, {}],
    });

    // on the page of the refusal: mended by hand, and sent again to the form as it is
    await page.$eval('#vesselNm', (field) => ((field as HTMLInputElement).value = 'SQ 106'));
    await page.$eval('form[name=permohonan]', (form) => form.setAttribute('action', '/dev/authority/register'));
    await closePanel();
    await drag();
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    expect(await run('')).toContain('The desk has noted that the form was accepted.');
    const { process_status, submitted, activity } = await order();
    expect(process_status).toBe('AwaitingGovt');
    const actions = activity.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['order.moved', 'form.accepted', 'form.refused', 'form.filled']));
    const sent = Object.fromEntries(
      submitted.fields.map((field: { id: string; value: string }) => [field.id, field.value]),
    );
    expect(sent).toMatchObject({ passNo: 'Y7654321', vesselNm: 'SQ 106', accommodationState: 'WP KUALA LUMPUR' });

    // the page that said so is asked again: there is nothing more to tell
    expect(await run('')).not.toContain('The desk');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('of a form that changed stops all filling, with what is different, until an Admin has looked', async () => {
    const calls = await callsOf(desk, 'team@demo.test');
    const codeOf = async (passport_no: string) => {
      const { encoded } = await takeInto(desk, { ...wholeForm, passport_no });
      return calls('POST', `/api/admin/orders/${encoded}/filler-code`, {});
    };
    const [first, second] = [await codeOf('Y7654325'), await codeOf('Y7654326')];
    await open('&without=pob');
    const told = await run(first.data.code);
    expect(told).toContain('Place of Birth (pob) is missing.');
    expect(told).toContain('The desk fills nothing there until an Admin has looked at the page.');
    // on a page that is as it was, too
    await open();
    expect(await run(second.data.code)).toContain('Place of Birth (pob) is missing. The script fills nothing');
    expect(Object.values(await shown()).filter(({ value }) => value !== '')).toEqual([]);
    expect((await codeOf('Y7654327')).message).toContain('The form has changed since');

    const admin = await desk.member('admin@demo.test');
    await goTo(admin, `${desk.url}/admin/at-risk`);
    await admin.waitForSelector('li ::-p-text(Place of Birth \\(pob\\) is missing.)');
    expect(await violations(admin)).toEqual([]);
    await goTo(admin, `${desk.url}/admin/system`);
    await admin.locator('button[aria-label="the form: it works"]').click();
    await admin.locator('[role=alertdialog] button ::-p-text(Yes)').click();
    await admin.waitForSelector('.Toastify__toast ::-p-text(The script fills the form again.)');
    await admin.waitForFunction(() => !document.querySelector('button[aria-label="the form: it works"]'));
    expect((await codeOf('Y7654328')).status).toBe(1);
    expect(admin.said).toEqual([]);
    await admin.browserContext().close();
  });

  test('of a form that does not open can be said on the order’s page', async () => {
    const { encoded } = await takeInto(desk, { ...wholeForm, passport_no: 'Y7654329' });
    const member = await desk.member('team@demo.test');
    await goTo(member, `${desk.url}/admin/view-order/${encoded}`);
    await member.locator('button ::-p-text(Fill the form)').click();
    await member.waitForSelector('output ::-p-text(Where it does not open)');
    await member.bringToFront();
    await member.locator('output button ::-p-text(It does not answer)').click();
    await member.waitForSelector('.Toastify__toast ::-p-text(It is noted that the form does not open)');
    await goTo(member, `${desk.url}/admin/at-risk`);
    await member.waitForSelector('li ::-p-text(The form has not answered since)');
    expect(member.said).toEqual([]);
    await member.browserContext().close();
  });

  describe('keeps what the answer needs in the tab', () => {
    const kept = () => page.evaluate(() => sessionStorage.getItem('arrival-card-desk'));
    const event = (name: string) => page.evaluate((type) => dispatchEvent(new Event(type)), name);
    let number = 7654330;
    async function newCode() {
      const calls = await callsOf(desk, 'team@demo.test');
      const { id, encoded } = await takeInto(desk, { ...wholeForm, passport_no: `Y${(number += 1)}` });
      const { data } = await calls('POST', `/api/admin/orders/${encoded}/filler-code`, {});
      const order = async () => (await calls('GET', `/api/admin/get-orders-details/${encoded}`)).data;
      return { id, order, code: data.code as string, text: data.text as string };
    }

    test('once for each time that the form is left, however often it was filled', async () => {
      await open();
      for (let n = 0; n < 3; n += 1) await run((await newCode()).code);
      await page.evaluate(() => {
        const writes: string[] = [];
        Object.assign(window, { writes });
        Storage.prototype.setItem = (name) => void writes.push(name);
      });
      await event('pagehide');
      expect(await page.evaluate(() => (window as unknown as { writes: string[] }).writes)).toEqual([
        'arrival-card-desk',
      ]);
    });

    test('for the order that the form was filled for last: nothing where its values were pasted', async () => {
      await open();
      await run((await newCode()).code);
      await run((await newCode()).text);
      await event('pagehide');
      expect(await kept()).toBeNull();
    });

    test('until the form is shown, or opened, again', async () => {
      await open();
      await run((await newCode()).code);
      await event('pagehide');
      expect(await kept()).toContain('"email"');
      await event('pageshow');
      expect(await kept()).toBeNull();
      await open();
      expect(await kept()).toContain('"email"');
      await run('');
      expect(await kept()).toBeNull();
    });

    test('for ten minutes: what is asked later is not noted', async () => {
      const { code, order } = await newCode();
      await open();
      await run(code);
      await closePanel();
      await drag();
      await Promise.all([page.waitForNavigation(), page.click('#submit')]);
      const { until } = JSON.parse((await kept())!) as { until: number };
      expect(until - Date.now()).toBeLessThanOrEqual(600_000);
      await page.evaluate(() => {
        const now = Date.now();
        Date.now = () => now + 601_000;
      });
      expect(await run('')).toContain(
        'More than ten minutes have passed since the form was left. Say on the order’s page that the form was sent.',
      );
      expect(await kept()).toBeNull();
      expect((await order()).process_status).toBe('New');
    });

    test('also where the page is no answer: there it ends by itself', async () => {
      await open();
      await run((await newCode()).code);
      await page.goto(`${desk.url}/dev/authority/register?viewRegistration`);
      const near = await page.evaluate(() => {
        const one = JSON.parse(sessionStorage.getItem('arrival-card-desk')!) as { until: number };
        sessionStorage.setItem('arrival-card-desk', JSON.stringify({ ...one, until: Date.now() + 1_500 }));
        return one.until;
      });
      expect(near).toBeGreaterThan(Date.now());
      await run('');
      expect(await kept()).not.toBeNull();
      await eventually(async () => (await kept()) === null);
    });
  });

  test('is not needed where the page lets no script call: the values are pasted', async () => {
    const calls = await callsOf(desk, 'team@demo.test');
    const { id, encoded } = await takeInto(desk, { ...wholeForm, passport_no: 'Y7654322' });
    const { data } = await calls('POST', `/api/admin/orders/${encoded}/filler-code`, {});
    const client = await page.createCDPSession();
    await client.send('Network.enable');
    await client.send('Network.setBlockedURLs', { urls: ['*/api/filler/*'] });
    await open();
    expect(await run(data.code)).toContain('The page does not let the script call the desk.');
    expect(await run(data.text)).toContain(`Order ${id} is filled in`);
    await client.detach();
  });
});

async function checkRegistration(pin: string): Promise<void> {
  await page.goto(`${desk.url}/dev/authority/register?viewRegistration`);
  await page.type('#passNo', 'X1234567');
  await page.select('#nationality', 'GBR');
  await page.type('#pinKeyId', pin);
  await drag();
  await Promise.all([page.waitForNavigation(), page.click('#submit')]);
}

/** The PIN that was read from the authority's mail, as a member sees it. */
async function pinOf(calls: Calls, encoded: string): Promise<string> {
  const mailWithPin = async () => {
    const { data } = await calls('GET', `/api/admin/get-orders-details/${encoded}`);
    return (data as { thread: { mail_id: number; pin: string | null }[] }).thread.find(({ pin }) => pin !== null);
  };
  await eventually(async () => (await mailWithPin()) !== undefined);
  const { data } = await calls('POST', '/api/admin/show-pin', { mailId: (await mailWithPin())!.mail_id });
  return (data as { pin: string }).pin;
}
