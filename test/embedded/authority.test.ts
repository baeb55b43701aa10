import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { copiedControls } from '../../src/embedded/authority/form-controls.js';
import { Registrations } from '../../src/embedded/authority/registrations.js';
import { formControls, formIds } from '../../src/shared/form/controls.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, orderBody } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true, settings: { INBOUND_KEY: 'a key of inbound mail', INBOUND_PROOF: 'provider' } });
});
afterAll(() => app.close());

async function page(path: string): Promise<string> {
  const answer = await fetch(`${app.url}/dev/authority/${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

async function submit(values: Record<string, string>, query = ''): Promise<Response> {
  return fetch(`${app.url}/dev/authority/register${query}`, {
    method: 'POST',
    body: new URLSearchParams(values),
    redirect: 'manual',
  });
}

const day = (days: number) => dayFromNow(days).split('-').reverse().join('/');

/** What the form is sent with, for a mailbox. */
function filled(email: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    submitRegistration: 'Submit',
    name: 'ANN EXAMPLE',
    passNo: 'X1234567',
    dob: '17/05/1990',
    nationality: 'GBR',
    sex: '2',
    passExpDte: '31/01/2040',
    email,
    confirmEmail: email,
    region: '44',
    mobile: '7400123456',
    arrDt: day(1),
    depDt: day(9),
    vesselNm: 'MH2',
    trvlMode: '1',
    embark: 'GBR',
    ...more,
  };
}

async function newOrder(more: Record<string, unknown> = {}): Promise<number> {
  const { body } = await app.call('POST', '/api/intake/orders', {
    body: orderBody(more),
    headers: { 'x-intake-key': 'demo-intake-key' },
  });
  return (body.data as { order_id: number }).order_id;
}

/** The text of the newest mail that came into an order's mailbox. */
async function mailOf(order: number): Promise<{ sender: string; text: string; kind: string } | undefined> {
  const [mail] = (await app.database.query(
    "SELECT sender, text, kind FROM inbound_mails WHERE order_id = $1 AND sender <> '' ORDER BY id DESC",
    [order],
  )) as { sender: string; text: string; kind: string }[];
  return mail;
}

/** The PIN of the newest mail that came into an order's mailbox, as it came. */
async function pinOf(order: number): Promise<string> {
  await eventually(async () => (await mailOf(order)) !== undefined);
  const [mail] = (await app.database.query('SELECT id FROM inbound_mails WHERE order_id = $1', [order])) as {
    id: number;
  }[];
  const { body } = await app.call('POST', '/api/admin/show-pin', { as: 'admin', body: { mailId: mail!.id } });
  return (body.data as { pin: string }).pin;
}

describe('the copy of the authority’s form', () => {
  test('has the controls of the table, by id, kind, limit, list and order', async () => {
    const told = copiedControls.map(({ id, label, kind, max, inAccommodation, isOptional }) => ({
      id,
      label,
      kind,
      max,
      accommodation: inAccommodation,
      optional: isOptional,
    }));
    expect(told).toEqual(
      formIds.map((id) => {
        const { label, kind, max, accommodation, optional } = formControls[id];
        return { id, label, kind, max, accommodation, optional };
      }),
    );

    const html = await page('main?registerMain');
    const shown = [...html.matchAll(/<(input type="text"|select) id="(\w+)"[^>]*?(?: maxLength="(\d+)")?[ >]/g)];
    expect(shown.map(([, tag, id]) => [id, tag === 'select'])).toEqual(
      formIds.map((id) => [id, formControls[id].kind === 'list']),
    );
    for (const [whole, , id] of shown) {
      const max = formControls[id as keyof typeof formControls].max;
      expect(/maxLength="(\d+)"/i.exec(whole)?.[1]).toBe(max === undefined ? undefined : String(max));
    }
  });

  test('answers the four calls of its page', async () => {
    expect(await page('register?searchMdacVisaCountry')).toBe('ALL');
    const regions = await page('register?retrieveCountryPhoneCode&ctryCd=DEU');
    expect(regions).toContain('<option value="49" selected="">GERMANY (+49)</option>');
    expect(regions.match(/selected/g)).toHaveLength(1);
    expect(regions.match(/value="1"/g)!.length).toBeGreaterThan(10);
    expect(await page('register?retrieveCountryPhoneCode&ctryCd=XXA')).not.toContain('selected');
    expect(await page('register?retrieveRefCity&state=14')).toContain('<option value="1401">KUALA LUMPUR</option>');
    expect(await page('register?retrieveRefCity&state=99')).toBe('error');
    expect(await page('register?retrievePostcode&cityCd=1401')).toBe('');
  });

  test('is changed by its address, in what it shows and what its calls answer', async () => {
    expect(await page('main?registerMain&without=pob')).not.toContain('id="pob"');
    expect(await page('main?registerMain&rename=pob')).toContain('id="pobNew"');
    expect(await page('main?registerMain&max=name:40')).toContain('maxLength="40"');
    expect(await page('main?registerMain&drop=sex:1')).not.toContain('>MALE<');
    expect(await page('main?registerMain&form=other')).not.toContain('permohonan');
    expect(await page('register?searchMdacVisaCountry&section=never')).toBe('NONE');
    expect(await page('register?retrieveRefCity&state=14&fails=city')).toBe('error');
    expect(await page('register?retrieveCountryPhoneCode&ctryCd=DEU&drop=region:49')).not.toContain('+49');
  });

  test('has the files of jQuery and its picker, and no others', async () => {
    for (const file of ['jquery.js', 'bootstrap-datepicker.js', 'bootstrap-datepicker.css', 'form.js', 'puzzle.js'])
      expect((await page(`assets/${file}`)).length).toBeGreaterThan(300);
    expect((await fetch(`${app.url}/dev/authority/assets/..%2f..%2fpackage.json`)).status).toBe(404);
    expect((await fetch(`${app.url}/dev/authority/assets/constructor`)).status).toBe(404);
  });

  test('answers nobody beyond this machine', async () => {
    expect((await fetch(`${app.url}/dev/authority/main`, { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(
      404,
    );
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(app.url);
      request({ port, path: '/dev/authority/main', headers: { host: 'elsewhere.test' } }, (answer) =>
        resolve(answer.resume().statusCode),
      )
        .once('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });
});

describe('what is submitted', () => {
  test('is registered, and the PIN comes into the order’s mailbox', async () => {
    const order = await newOrder();
    const email = `${order}@${app.env.APPLICATION_MAIL_DOMAIN}`;
    const answer = await submit(filled(email));
    expect(answer.status).toBe(303);
    const address = answer.headers.get('location')!;
    expect(address).toContain('SUCCESSFULLY');
    expect(await (await fetch(app.url + address)).text()).toContain(
      `SUCCESSFULLY REGISTERED. ACKNOWLEDGEMENT EMAIL WILL BE SENT TO : ${email}`,
    );

    await eventually(async () => (await mailOf(order)) !== undefined);
    const mail = await mailOf(order);
    expect(mail).toMatchObject({ sender: 'mdac@imi.gov.my', kind: 'authority' });
    expect(await pinOf(order)).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(mail!.text).toMatch(/Name : ANN EXAMPLE\s+Passport No\. : X1234567\s+PIN : ••••/);
  });

  test('comes back in the form, with its values, when the server refuses it', async () => {
    const refused = await submit(filled('1@other.test', { vesselNm: '' }));
    expect(refused.status).toBe(200);
    const html = await refused.text();
    expect(html).toContain('Flight / Vessel / Transportation No. is missing.');
    expect(html).toContain('value="ANN EXAMPLE"');
    expect(html).toMatch(/<option value="GBR" selected="">UNITED KINGDOM/);
    expect((await submit(filled('1@other.test', { name: '<b>' }), '?refuse=1')).status).toBe(200);
  });

  test('needs no place of birth: the page doesn’t look at it', async () => {
    expect((await submit(filled('1@other.test', { pob: '' }))).status).toBe(303);
  });

  test('is found again by passport, nationality and PIN, with an earlier trip, and each has its slip', async () => {
    const who = { passNo: 'K7654321', nationality: 'CAN' };
    const order = await newOrder({ passport_no: who.passNo, nationality: who.nationality });
    await submit(filled(`${order}@${app.env.APPLICATION_MAIL_DOMAIN}`, who));
    const pin = await pinOf(order);
    const search = async (more: object) => {
      const values = { searchRegistration: 'Search', ...who, pinKeyId: pin, ...more };
      return (await submit(values)).text();
    };
    expect(await search({ nationality: 'USA' })).toContain('Rekod tidak dijumpai');
    expect(await search({ pinKeyId: 'wrong000' })).toContain('PIN tidak sah');
    const ids = [...(await search({})).matchAll(/name="hTripId" value="([^"]+)"/g)].map(([, id]) => id!);
    expect(ids).toHaveLength(2);
    for (const hTripId of ids) {
      const slip = await submit({ hTripId }, '?printSlip');
      expect(slip.headers.get('content-type')).toBe('application/pdf');
      expect(Buffer.from(await slip.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/);
    }
    expect((await submit({ hTripId: 'none' }, '?printSlip')).status).toBe(404);

    const pass = await (await submit({ searchVisitPass: 'Search', ...who, pinKeyId: pin })).text();
    expect(pass).toContain(`<dt>Date of Entry</dt><dd>${day(1)}</dd>`);
    for (const view of ['viewRegistration', 'viewVisitPass'])
      expect(await page(`register?${view}`)).toContain('id="pinKeyId"');
  });

  test('in another way than a form’s is refused', async () => {
    const answer = await fetch(`${app.url}/dev/authority/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(415);
  });
});

test('of the registrations the newest 200 are kept', () => {
  const registrations = new Registrations();
  const ids = Array.from({ length: 201 }, () => registrations.add({ passNo: 'X1', nationality: 'GBR' }).id);
  expect([registrations.byId(ids[0]!), registrations.byId(ids[1]!)?.id]).toEqual([undefined, ids[1]]);
  expect(registrations.of(' x1', 'GBR')).toHaveLength(200);
});
