import { createHash, randomUUID } from 'node:crypto';
import { kualaLumpurToday } from '../../src/shared/dates.js';
import { intakeKey, type TestApp } from './app.js';

/** A day `days` from today in Kuala Lumpur, `YYYY-MM-DD`. */
export function dayFromNow(days: number): string {
  const day = new Date(`${kualaLumpurToday()}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** These days of arrival as orders are worked: from today on, then those that have passed, the latest first. */
export function asWorked(days: string[]): string[] {
  const today = dayFromNow(0);
  const coming = days.filter((day) => day >= today).toSorted();
  return [
    ...coming,
    ...days
      .filter((day) => day < today)
      .toSorted()
      .toReversed(),
  ];
}

/** The body of a paid order that arrives tomorrow; `more` replaces fields. */
export function orderBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    external_ref: randomUUID(),
    full_name: 'Ann Example',
    contact_email_address: 'ann@example.com',
    phone_code: '+60',
    phone_number: '123456789',
    nationality: 'GBR',
    passport_no: 'X1234567',
    dob: '1990-05-17',
    sex: 'F',
    passport_expiry: '2031-01-31',
    doa: dayFromNow(1),
    processing_mode: 'Standard',
    landing_domain: 'malaysia-arrival-card.example',
    paid: true,
    amount: '49.00',
    currency: 'USD',
    ...more,
  };
}

/** What the authority’s form needs besides `orderBody`. */
export const wholeForm = {
  place_of_birth: 'GBR',
  dod: dayFromNow(9),
  flight_detail: 'MH2',
  mode_of_travel: 'Air',
  last_port_embarkation: 'London',
  embarkation_country: 'United Kingdom',
  accommodation_type: 'Hotel',
  accommodation_of_Stay: 'Hotel',
  address: '1 Jalan Ampang',
  state: 'Kuala Lumpur',
  city: 'Kuala Lumpur',
  post_code: '50450',
};

/** Sends an order to the intake; returns its id, plain and encoded. */
export async function takeIn(
  app: TestApp,
  more: Record<string, unknown> = {},
): Promise<{ id: number; encoded: string }> {
  const { body, code } = await app.call('POST', '/api/intake/orders', {
    body: orderBody(more),
    headers: { 'x-intake-key': intakeKey },
  });
  if (code !== 201) throw new Error(`Intake answered ${code}: ${body.message}`);
  const { order_id, encoded_id } = body.data as { order_id: number; encoded_id: string };
  return { id: order_id, encoded: encoded_id };
}

/** Creates an intake key of a shop, and the shop if it is missing, as `npm run intake:key` does. */
export async function shopKey(
  query: (sql: string, values: unknown[]) => Promise<unknown>,
  name: string,
): Promise<string> {
  const key = randomUUID();
  await query('INSERT INTO shops (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
  await query('INSERT INTO intake_keys (name, key_sha256, shop_id) SELECT name, $2, id FROM shops WHERE name = $1', [
    name,
    createHash('sha256').update(key).digest('hex'),
  ]);
  return key;
}

/** Writes a refund of an order as it was on a day; `failedAt`: when the bank returned it. */
export async function giveBack(
  app: TestApp,
  orderId: number,
  { amount, at, reference, failedAt }: { amount: string; at: string; reference?: string; failedAt?: string },
): Promise<void> {
  await app.database.query(
    `INSERT INTO refunds (order_id, amount, currency, reference, at, by, state, failed_at, create_ts)
     VALUES ($1, $2, 'USD', $3, $4, 'Shop', CASE WHEN $5::timestamptz IS NULL THEN 'done' ELSE 'failed' END, $5, $4)`,
    [orderId, amount, reference ?? null, at, failedAt ?? null],
  );
}
