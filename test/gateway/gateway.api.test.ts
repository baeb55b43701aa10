import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GatewayEntry } from '../../src/shared/gateway.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function list(as: MemberName = 'team'): Promise<GatewayEntry[]> {
  const { body } = await app.call('GET', '/api/admin/payment-gateways', { as });
  return body.data as GatewayEntry[];
}

function set(gatewayId: unknown, as: MemberName = 'manager') {
  return app.call('POST', '/api/admin/payment-gateway-setting', { as, body: { gatewayId } });
}

async function active(): Promise<string[]> {
  return (await list()).filter(({ is_active }) => is_active === '1').map(({ gateway_name }) => gateway_name);
}

describe('GET /api/admin/payment-gateways', () => {
  test('a guest may not', async () => {
    expect((await app.call('GET', '/api/admin/payment-gateways')).code).toBe(401);
  });

  test.each(['admin', 'manager', 'team', 'telecaller', 'night'] as const)('%s sees them', async (role) => {
    expect(await list(role)).toContainEqual({
      id: 1,
      encoded_id: encodeOrderId(1),
      gateway_name: 'Stripe',
      is_active: '1',
    });
  });
});

describe('POST /api/admin/payment-gateway-setting', () => {
  test.each(['team', 'telecaller', 'night'] as const)('%s may not, whatever the body', async (role) => {
    const { code, body } = await set(undefined, role);
    expect([code, body.message]).toEqual([403, 'You are not allowed to do this.']);
  });

  test.each([[undefined], [''], [null], [-1], [{}]])('%p is no choice', async (gatewayId) => {
    const { code, body } = await set(gatewayId);
    expect([code, body.errors]).toEqual([422, { gatewayId: 'Please select gateway.' }]);
  });

  test('an unknown gateway: 404, and nothing changes', async () => {
    const before = await active();
    expect((await set(encodeOrderId(4711))).code).toBe(404);
    expect((await set('nonsense')).code).toBe(404);
    expect(await active()).toEqual(before);
  });

  test('makes the chosen one active and notes it; the active one again succeeds and is no change', async () => {
    expect((await set(encodeOrderId(2))).code).toBe(200);
    expect((await set(encodeOrderId(2), 'admin')).code).toBe(200);
    expect(await active()).toEqual(['Worldpay']);
    const notes = await app.database.query(`SELECT actor, "from", "to" FROM activity WHERE action = 'gateway.changed'`);
    expect(notes).toEqual([{ actor: 'Demo Manager', from: 'Stripe', to: 'Worldpay' }]);
  });

  test('under any race exactly one is active, and nobody is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => set(encodeOrderId((turn % 3) + 1), turn % 2 ? 'admin' : 'manager')),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(30).fill(200));
    expect(await active()).toHaveLength(1);
  });
});
