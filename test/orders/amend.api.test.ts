import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { amendFields, amendNames, amendSections } from '../../src/shared/amend-fields.js';
import { kualaLumpurToday, plainDay } from '../../src/shared/dates.js';
import type { SendingService } from '../../src/mail/sending.service.js';
import { pdf, upload, uploadForm } from '../documents/cards.js';
import { type Answer, type MemberName, members, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn, wholeForm } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const versionOf = async (id: number): Promise<number> => (await details(id)).version;
const amend = async (id: number, changes: object, more: object = {}, as: MemberName = 'team'): Promise<Answer> =>
  app.call('PUT', '/api/admin/amend-order', {
    as,
    body: { orderId: id, version: await versionOf(id), changes, reason: 'The customer wrote.', ...more },
  });
const move = (id: number, updatingStatus: string, as: MemberName = 'admin') =>
  app.call('PUT', '/api/admin/move-order-status', { as, body: { orderId: id, updatingStatus } });
const row = async (id: number) => (await app.database.query('SELECT * FROM orders WHERE id = $1', [id]))[0];
const amendments = (id: number) =>
  app.database.query(
    `SELECT "from", "to", note, changes FROM activity WHERE order_id = $1 AND action = 'order.amended'`,
    [id],
  );
const track = (orderId: number, email: string) =>
  app.call('POST', '/api/front/track-order', { body: { orderId, email } });

/** Another value for each field than `takeIn` gives. */
const others = () => ({
  full_name: 'Bob Other', signature_name: 'B. Other', passport_no: 'K7654321', nationality: 'deu', dob: '1991-01-02', sex: 'M',
  passport_expiry: '2033-03-04', doa: dayFromNow(2), dod: dayFromNow(9), flight_detail: 'MH 1', mode_of_travel: 'Air',
  last_port_embarkation: 'Berlin', accommodation_of_Stay: 'Hotel', address: 'New Street 2', state: 'Perak', post_code: '30000',
  city: 'Ipoh', contact_email_address: 'bob@example.org', phone_code: '+49', phone_number: '30123456',
  place_of_birth: 'Germany', embarkation_country: 'DEU', accommodation_type: 'Others', address2: 'Level 2',
}); // prettier-ignore

describe('PUT /api/admin/amend-order', () => {
  test('nobody amends without signing in, and every role may', async () => {
    const { id } = await takeIn(app);
    expect((await app.call('PUT', '/api/admin/amend-order', { body: {} })).code).toBe(401);
    for (const as of Object.keys(members) as MemberName[])
      expect((await amend(id, { city: as }, {}, as)).code).toBe(200);
    expect(await amendments(id)).toHaveLength(Object.keys(members).length);
  });

  test('each field is checked as the intake checks it, and named by itself; money is no field', async () => {
    const { id } = await takeIn(app);
    const errors = async (changes: object, more: object = {}) => (await amend(id, changes, more)).body['errors'];
    expect(await errors({ full_name: ' ', dob: '2026-02-30', contact_email_address: 'ann@', sex: 'W' })).toEqual({
      full_name: 'full_name is required',
      dob: 'dob must be a date, YYYY-MM-DD.',
      contact_email_address: 'Invalid email address',
      sex: 'sex must be M, F or X.',
    });
    expect(await errors({ amount: '1.00', currency: 'EUR' })).toEqual({
      changes: 'Can’t be amended: amount, currency.',
    });
    expect(await errors({ city: 'Ipoh' }, { reason: ' ' })).toEqual({ reason: 'Please say why.' });
    expect(await errors({ city: 'Ipoh' }, { version: null })).toEqual({
      version: 'Please name the version that you saw.',
    });
    expect(await errors({ dod: dayFromNow(0) })).toEqual({ dod: 'dod must not be before doa.' });
    expect(await errors({ contact_email_address: `${id}@${app.env.APPLICATION_MAIL_DOMAIN}` })).toEqual({
      contact_email_address: 'This is an order’s own mailbox, not the customer’s address.',
    });
    expect(await amendments(id)).toEqual([]);
    expect((await amend(99_999_999, {}, { version: 1 }).catch(() => undefined)) ?? { code: 404 }).toMatchObject({
      code: 404,
    });
  });

  test('every field can be amended; old and new stand in one row of the activity, the passport masked', async () => {
    const { id } = await takeIn(app, { address: 'Old\nStreet 1' });
    const changes = others();
    expect(Object.keys(changes).sort()).toEqual([...amendNames].sort());
    const { body } = await amend(id, changes);
    expect(body).toMatchObject({ status: 1, message: 'The order was amended.', version: 2 });
    expect([...body.data.changed].sort()).toEqual([...amendNames].sort());
    expect(await details(id)).toMatchObject({ ...changes, nationality: 'DEU' });

    const [entry, ...further] = await amendments(id);
    expect(further).toEqual([]);
    expect(entry.note).toBe('The customer wrote.');
    expect(Object.keys(entry.changes).sort()).toEqual([...amendNames].sort());
    expect(entry.changes).toMatchObject({
      passport_no: { from: '…4567', to: '…4321' },
      address: { from: 'Old\nStreet 1', to: changes['address'] },
      flight_detail: { to: changes['flight_detail'] },
    });
    expect(JSON.stringify(entry)).not.toMatch(/X1234567|K7654321/);
  });

  test('a nationality is amended to the country, however it is written', async () => {
    const { id } = await takeIn(app, { nationality: 'GBR', place_of_birth: 'GBR', embarkation_country: 'Atlantis' });
    // a country that is kept as it was sent is also named
    expect(await details(id)).toMatchObject({
      place_of_birth: 'GBR',
      place_of_birth_name: 'UNITED KINGDOM',
      embarkation_country_name: 'Atlantis',
    });
    expect((await amend(id, { nationality: 'United Kingdom' })).body.message).toBe('Nothing has changed');
    await amend(id, { nationality: 'ch' });
    expect(await details(id)).toMatchObject({ nationality: 'CHE', nationality_name: 'SWITZERLAND' });
  });

  test('the row that is meant by a text is chosen and taken back; the text stays as it was sent', async () => {
    const { id } = await takeIn(app, { ...wholeForm, passport_no: 'X7700001', state: 'Wilayah', post_code: '' });
    const choose = (field: string, code: string | null, version: number) =>
      app.call('PUT', '/api/admin/choose-form-row', { as: 'team', body: { orderId: id, version, field, code } });
    const stateNow = async () => {
      const { authority_form, ...order } = await details(id);
      return { ...order, field: authority_form.find((field: { id: string }) => field.id === 'accommodationState') };
    };
    const before = await stateNow();
    expect(before.field).toMatchObject({ value: '', sent: 'Wilayah', fault: 'Choose the row that is meant.' });
    expect(before.checks).toContain('state');
    const labuan = before.field.choices.find(({ name }: { name: string }) => name === 'WP LABUAN');

    const chosen = await choose('accommodationState', labuan.code, before.version);
    expect([chosen.code, chosen.body.message]).toEqual([200, 'The row was chosen']);
    const after = await stateNow();
    expect(after.field).toMatchObject({ value: 'WP LABUAN', code: '15', sent: 'Wilayah', fault: null, chosen: true });
    expect(after).toMatchObject({ state: 'Wilayah', checks: [], version: chosen.body['version'] });
    expect(after.activity[0]).toMatchObject({
      action: 'order.row-chosen',
      changes: { accommodationState: { from: 'Wilayah', to: 'WP LABUAN' } },
    });

    // the same again changes nothing; a stale page and a row that is none are refused
    expect((await choose('accommodationState', '15', after.version)).body['version']).toBe(after.version);
    expect((await choose('accommodationState', '14', before.version)).code).toBe(409);
    expect((await choose('accommodationState', '99', after.version)).code).toBe(422);
    expect((await choose('name', '14', after.version)).code).toBe(422);

    await choose('accommodationState', null, after.version);
    expect((await stateNow()).field).toMatchObject({ value: '', chosen: false });
  });

  test('another row than the one that was submitted means to submit again', async () => {
    const { id } = await takeIn(app, { ...wholeForm, accommodation_of_Stay: 'Merdeka House' });
    await move(id, 'AwaitingGovt', 'team');
    const { version } = await details(id);
    const body = { orderId: id, version, field: 'accommodationStay', code: '02' };
    expect((await app.call('PUT', '/api/admin/choose-form-row', { as: 'team', body })).code).toBe(200);
    expect(await details(id)).toMatchObject({ submit_again: true, process_status: 'New' });
  });

  test('a choice among the rows of the form’s lists ends when its text is amended, and no other does', async () => {
    const ends: Partial<Record<string, string[]>> = {
      place_of_birth: ['pob'],
      nationality: ['nationality'],
      sex: ['sex'],
      mode_of_travel: ['trvlMode'],
      embarkation_country: ['embark'],
      last_port_embarkation: ['embark'],
      accommodation_type: ['accommodationStay'],
      accommodation_of_Stay: ['accommodationStay'],
      state: ['accommodationState', 'accommodationCity'],
      city: ['accommodationCity'],
    };
    const chosen = Object.fromEntries(Object.values(ends).flatMap((ids) => ids!.map((of) => [of, `01 ${of}`])));
    const { id } = await takeIn(app);
    expect((await details(id)).form_choices).toEqual({});
    for (const name of amendNames) {
      await app.database.query('UPDATE orders SET form_choices = $2 WHERE id = $1', [id, JSON.stringify(chosen)]);
      expect((await amend(id, { [name]: others()[name] })).body.data.changed).toEqual([name]);
      const left = Object.fromEntries(Object.entries(chosen).filter(([of]) => !ends[name]?.includes(of)));
      expect([name, (await details(id)).form_choices]).toEqual([name, left]);
    }
  });

  test('an amended text that ends a choice fails its check at once', async () => {
    const { id } = await takeIn(app, { ...wholeForm, passport_no: 'X7700003', state: 'Wilayah', post_code: '' });
    const { version } = await details(id);
    const body = { orderId: id, version, field: 'accommodationState', code: '15' };
    await app.call('PUT', '/api/admin/choose-form-row', { as: 'team', body });
    expect((await details(id)).checks).toEqual([]);
    await amend(id, { state: 'Wilayah Persekutuan' });
    expect(await details(id)).toMatchObject({ form_choices: {}, checks: ['state'] });
  });

  test('nothing changed: nothing is written', async () => {
    const { id } = await takeIn(app, { city: 'Ipoh' });
    const { body } = await amend(id, { city: ' Ipoh ', full_name: 'Ann Example', state: '' });
    expect(body).toMatchObject({ message: 'Nothing has changed', version: 1, data: { changed: [] } });
    expect([await amendments(id), (await row(id)).changed_at]).toEqual([[], null]);
  });

  test('an emptied field is emptied', async () => {
    const { id } = await takeIn(app, { city: 'Ipoh', dod: dayFromNow(5) });
    await amend(id, { city: '', dod: null, phone_number: '' });
    expect(await row(id)).toMatchObject({ city: null, dod: null, phone_number: '' });
  });

  test('held by another, stale, and two at once: one 409 each', async () => {
    const { id } = await takeIn(app);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team2',
      body: { orderId: id, assignto: 'Demo Team Two' },
    });
    expect((await amend(id, { city: 'Ipoh' })).body.message).toBe('Order is already held by Demo Team Two');
    const stale = await amend(id, { city: 'Ipoh' }, { version: 1 }, 'manager');
    expect([stale.code, stale.body.message]).toEqual([
      409,
      expect.stringMatching(/^Order was changed by Demo Team Two at /),
    ]);
    const version = await versionOf(id);
    const both = await Promise.all(['Ipoh', 'Melaka'].map((city) => amend(id, { city }, { version }, 'admin')));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await amendments(id)).toHaveLength(1);
    await move(id, 'Deleted');
    expect((await amend(id, { city: 'Kuching' }, {}, 'admin')).code).toBe(409);
  });

  test('another arrival computes window, month and status anew, and says so', async () => {
    const { id } = await takeIn(app);
    const counts = async () => (await app.call('GET', '/api/admin/get-folder-count', { as: 'admin' })).body.data;
    const before = await counts();
    const doa = dayFromNow(40);
    const { body } = await amend(id, { doa });
    const opens = dayFromNow(38);
    expect(body.message).toBe(
      `The order was amended. It goes back to Future Orders until ${plainDay(opens, kualaLumpurToday())}.`,
    );
    expect(body.data).toMatchObject({ moved_to: 'Future', opens, submit_again: false });
    expect(await row(id)).toMatchObject({ process_status: 'Future', process_month: opens.slice(0, 7) });
    const after = await counts();
    expect([after.newOrdersCount, after.futureOrdersCount]).toEqual([
      before.newOrdersCount - 1,
      before.futureOrdersCount + 1,
    ]);
    const month = await app.call('GET', `/api/admin/get-orders-list/futureOrder?month=${opens.slice(0, 7)}`, {
      as: 'admin',
    });
    expect(month.body.data.map(({ order_id }: { order_id: number }) => order_id)).toContain(id);
    const [entry] = await amendments(id);
    expect(entry).toMatchObject({ from: 'New', to: 'Future', changes: { doa: { from: dayFromNow(1), to: doa } } });
    expect((await amend(id, { doa: kualaLumpurToday() })).body.message).toBe(
      'The order was amended. It goes back to New Orders.',
    );
  });

  test('what a member chose stays, unless the window is not open', async () => {
    const { id } = await takeIn(app);
    await move(id, 'Contact Customer');
    expect((await amend(id, { doa: dayFromNow(2) })).body.data.moved_to).toBeNull();
    expect((await amend(id, { doa: dayFromNow(30) })).body.data.moved_to).toBe('Future');
    await move(id, 'Refunds');
    expect((await amend(id, { doa: dayFromNow(1) })).body.data.moved_to).toBeNull();
  });

  test('a change of what is on a submitted card: submit again, and the old card is nobody’s any more', async () => {
    const { id, encoded } = await takeIn(app);
    const sent = await upload(app, uploadForm(id, await pdf(), { complete: 'true' }));
    expect(sent.code).toBe(200);
    await app.database.query(`UPDATE mails SET state = 'delivered' WHERE order_id = $1`, [id]);
    const visitor = async () => {
      const { body } = await track(id, 'ann@example.com');
      const token = body.data.accessToken as string;
      const history = await app.call('POST', '/api/front/get-download-history', { token, body: { orderId: encoded } });
      const page = await fetch(`${app.url}/get-new-order-details/${encoded}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return { ready: history.body['mainResult'].ready, page: await page.text() };
    };
    expect((await visitor()).ready).toBe(true);

    const { body } = await amend(id, { doa: dayFromNow(21) });
    expect(body.data).toMatchObject({ moved_to: 'Future', submit_again: true });
    expect(await details(id)).toMatchObject({ submit_again: true, uploadDoc: [{ outdated: true }] });
    const after = await visitor();
    expect(after.ready).toBe(false);
    expect(after.page).toContain('the card that you had is no longer right');
    const resend = { orderId: id, email: 'ann@example.com' };
    const again = await app.call('POST', '/api/admin/resend-mail', { as: 'team', body: resend });
    expect([again.code, again.body.message]).toEqual([409, 'The order was amended after this card. Send a new one.']);
    await app.database.query(`UPDATE mails SET state = 'failed' WHERE order_id = $1`, [id]);
    const [{ id: mailId }] = await app.database.query('SELECT id FROM mails WHERE order_id = $1', [id]);
    expect((await app.call('POST', '/api/admin/retry-mail', { as: 'team', body: { mailId } })).code).toBe(409);

    expect((await upload(app, uploadForm(id, await pdf()))).code).toBe(200);
    expect(await details(id)).toMatchObject({
      submit_again: false,
      uploadDoc: [{ outdated: false }, { outdated: true }],
    });
  });

  test('a mail that waits with the old card does not go out: it fails, and says why', async () => {
    const { id } = await takeIn(app);
    expect((await upload(app, uploadForm(id, await pdf()))).code).toBe(200);
    const [mail] = await app.database.query(`SELECT id FROM mails WHERE order_id = $1`, [id]);
    await amend(id, { passport_no: 'X7654321' });
    await app.web.get<SendingService>('SendingService').sendNow(mail.id, { number: 1, last: false });

    const { mailHistory, activity, standing } = await details(id);
    expect(mailHistory).toEqual([
      expect.objectContaining({ state: 'failed', failure: expect.stringContaining('amended before this mail left') }),
    ]);
    expect(activity[0]).toMatchObject({ action: 'mail.failed' });
    expect(standing).not.toBe('safe');
    const again = await app.call('POST', '/api/admin/retry-mail', { as: 'team', body: { mailId: mail.id } });
    expect(again.code).toBe(409);
  });

  test('AwaitingGovt keeps what was submitted; a change then means to submit again, an undo takes it back', async () => {
    const { id } = await takeIn(app, { full_name: 'José Núñez' });
    await app.database.query(`UPDATE orders SET form_choices = '{"pob":"ESP"}' WHERE id = $1`, [id]);
    const { body } = await move(id, 'AwaitingGovt', 'team');
    expect((await details(id)).submitted).toMatchObject({
      by: 'Demo Team',
      fields: expect.arrayContaining([{ id: 'name', label: 'Name', value: 'JOSE NUNEZ' }]),
    });
    await app.call('PUT', '/api/admin/undo', { as: 'team', body: { token: body['undo'].token } });
    expect(await details(id)).toMatchObject({ submitted: null, process_status: 'New', form_choices: { pob: 'ESP' } });

    await move(id, 'AwaitingGovt');
    expect((await amend(id, { phone_number: '198765432' })).body.data).toMatchObject({
      submit_again: false,
      moved_to: null,
    });
    expect((await amend(id, { passport_no: 'Z9' })).body.data).toMatchObject({ submit_again: true, moved_to: 'New' });
    await move(id, 'AwaitingGovt');
    expect((await details(id)).submit_again).toBe(false);
  });

  test('a mended address opens the order, the old one does not; the mails to the old one are named', async () => {
    const { id, encoded } = await takeIn(app, { contact_email_address: 'ann@gmial.example' });
    const form = uploadForm(id, await pdf(), { email: 'ann@gmial.example' });
    expect((await upload(app, form)).code).toBe(200);
    const { body: opened } = await track(id, 'ann@gmial.example');
    const token = opened.data.accessToken as string;
    const read = () => app.call('POST', '/api/front/get-download-history', { token, body: { orderId: encoded } });
    expect((await read()).code).toBe(200);

    const { body } = await amend(id, { contact_email_address: 'Ann@gmail.example' });
    expect(body.data.mails_to_old_address).toMatchObject([{ kind: 'approval', state: 'queued' }]);
    expect(body.data.submit_again).toBe(false);
    expect(await row(id)).toMatchObject({
      email: 'Ann@gmail.example',
      confirm_contact_email_address: 'Ann@gmail.example',
    });
    expect((await read()).code).toBe(401);
    expect((await track(id, 'ann@gmial.example')).code).toBe(404);
    expect((await track(id, 'ann@gmail.example')).code).toBe(200);
    await move(id, 'Completed');
    const pack = await app.call('POST', '/api/admin/defence-pack-details', {
      as: 'team',
      body: { orderId: id, type: 1 },
    });
    const { order, mails } = pack.body.data.facts ?? pack.body.data;
    expect(order).toMatchObject({
      contact_email_address: 'Ann@gmail.example',
      earlier_addresses: [{ address: 'ann@gmial.example', until: expect.stringMatching(/Z$/) }],
    });
    expect(mails).toMatchObject([{ recipient: 'ann@gmial.example', to_customer: false }]);
    const found = async (searchVal: string) =>
      (await app.call('POST', '/api/admin/search-order', { as: 'admin', body: { folderName: 'allOrder', searchVal } }))
        .body.data.length;
    expect([await found('ann@gmial.example'), await found('ann@gmail.example')]).toEqual([0, 1]);
  });

  test('another address that the customer gave stays', async () => {
    const { id } = await takeIn(app, { email: 'home@example.com' });
    await amend(id, { contact_email_address: 'new@example.com' });
    expect((await row(id)).email).toBe('home@example.com');
    expect((await track(id, 'home@example.com')).code).toBe(200);
  });

  test('a draft of a section is kept for its member, and goes when it was sent', async () => {
    const { id } = await takeIn(app);
    const fields = { contact_email_address: 'b@example.com', reason: 'typo' };
    const revision = crypto.randomUUID();
    await app.call('PUT', '/api/admin/drafts', {
      as: 'team',
      body: { form: 'amendEmail', about: id, fields, revision },
    });
    const kept = () => app.database.query("SELECT fields FROM drafts WHERE about = $1 AND fields <> '{}'", [id]);
    expect(await kept()).toEqual([{ fields }]);
    await amend(id, { city: 'Ipoh' });
    expect(await kept()).toHaveLength(1);
    await amend(id, { contact_email_address: 'b@example.com' }, { reason: 'typo' });
    expect(await kept()).toEqual([]);
  });
});

test('every field that can be amended is in one section', () => {
  const inSections = Object.values(amendSections).flatMap(({ fields }) => [...fields]);
  expect([...inSections].sort()).toEqual(Object.keys(amendFields).sort());
});
