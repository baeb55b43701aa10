import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { JsonSchema, OpenApi } from '../../src/api-docs/openapi.js';
import { image } from '../documents/cards.js';
import { routesOf } from '../locks/routes.js';
import { intakeKey, startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Ids that no row can have (docs/http-api.md#the-api). */
const impossible = ['0', '-1', '1.5', 'x', '%00', '2147483648', '99999999999999999999'];

const picture = new FormData();
picture.append('kind', 'registration_check');
picture.append('file', new Blob([(await image('png')) as Uint8Array<ArrayBuffer>]), 'page.png');

/** A valid body for each write to a path with an id, because a wrong body is refused before. */
const bodies: Record<string, object> = {
  'PUT /api/admin/saved-views/:id': { name: 'x' },
  'PUT /api/admin/saved-views/:id/delete': {},
  'PUT /api/admin/macros/:id': { name: 'x', remark: 'x', flags: [] },
  'PUT /api/admin/macros/:id/delete': {},
  'PUT /api/admin/disputes/:id': { version: 1 },
  'PUT /api/admin/disputes/:id/state': { to: 'lost', version: 1 },
  'PUT /api/admin/disputes/:id/submitted': { packId: 1, version: 1 },
  'POST /api/admin/disputes/:id/stripe': { packId: 1, version: 1 },
  'POST /api/admin/disputes/:id/stripe/submit': { answerId: 1, version: 1 },
  'POST /api/admin/orders/:orderId/files': picture,
  'POST /api/admin/unmatched/:id/order': { orderId: 100001 },
  'POST /api/admin/unmatched/:id/aside': { reason: 'Spam' },
};

test('a path with an id that no row can have is answered like one with an unknown id, in every route for staff', async () => {
  const asked = routesOf(app).filter(
    ({ method, path }) => method !== 'HEAD' && /^(?:\/api)?\/admin\/.*:(?:id|\w+Id)\b/.test(path),
  );
  expect(asked.length).toBeGreaterThan(25);

  const wrong: string[] = [];
  for (const { method, path } of asked)
    for (const id of impossible) {
      const body = bodies[`${method} ${path}`];
      const filled = path.replace(/:(?:id|\w+Id)\b/, id).replace(':type', '1');
      const { code } = await app.call(method, filled, { as: 'admin', ...(body && { body }) });
      if (code !== 404) wrong.push(`${method} ${filled}: ${code}`);
    }
  expect(wrong).toEqual([]);
});

test('a shop’s path with a reference that no order can have is answered like one with an unknown reference', async () => {
  const asked = routesOf(app).filter(({ method, path }) => method !== 'HEAD' && path.includes(':externalRef'));
  expect(asked.length).toBeGreaterThan(4);
  /** What some of these calls require. */
  const required: Record<string, object> = {
    paid: { transactionId: 'x', merchantName: 'x' },
    disputed: { case_id: 'x' },
    'refund-failed': { reference: 'x' },
  };
  for (const { method, path } of asked)
    for (const reference of ['%20', '%00', 'x'.repeat(101)]) {
      const filled = path.replace(':externalRef', reference);
      const headers = { 'x-intake-key': intakeKey };
      const body = required[path.split('/').at(-1)!] ?? {};
      const { code } = await app.call(method, filled, { headers, ...(method !== 'GET' && { body }) });
      expect([filled, code]).toEqual([filled, 404]);
    }
});

describe('a body with an id that no row can have', () => {
  test('is refused with a message about its field, in every call that the description lists', async () => {
    const { paths, components } = (await (await fetch(`${app.url}/api/docs.json`)).json()) as OpenApi;
    const fields = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema ?? {};
        const named = typeof schema.$ref === 'string' ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
        return rowFields(named).map((field) => ({ method: method.toUpperCase(), path, ...field }));
      }),
    );
    expect(fields.length).toBeGreaterThan(20);

    const wrong: string[] = [];
    for (const { method, path, name, isList } of fields)
      for (const id of [0, 1.5, 'x', 2_147_483_648]) {
        const { code, body } = await app.call(method, path.replace('{id}', '1'), {
          as: 'admin',
          body: { [name]: isList ? [id] : id },
        });
        if (code !== 422 || !body.errors?.[name]) wrong.push(`${method} ${path} ${name}=${id}: ${code}`);
      }
    expect(wrong).toEqual([]);
  });
});

/** The fields of a body that hold ids of rows, alone or in a list; ids of orders and gateways are described by name. */
function rowFields({ properties = {} }: JsonSchema): { name: string; isList: boolean }[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, schema]) => {
    const { type, items } = schema as { type?: string; items?: JsonSchema };
    const isRow = type === 'integer' && /id$/i.test(name);
    const isRows = type === 'array' && items?.type === 'integer';
    return isRow || isRows ? [{ name, isList: isRows }] : [];
  });
}
