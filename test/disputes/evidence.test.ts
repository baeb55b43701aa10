import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import typescript from 'typescript';
import { disputeEvidence, stripeEvidence } from '../../src/shared/answers/evidence.js';
import { delivered, image, move, pdf, track } from '../documents/cards.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { unzip } from '../support/unzip.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true, settings: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.close());

const laptop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const ip = '203.0.113.77';

const bought = () => ({
  full_name: '郑和 Зоя أمل',
  transaction_id: `ch_${randomUUID().replaceAll('-', '')}`,
  purchase_ip: ip,
  purchase_user_agent: laptop,
  device_fingerprint: 'device-of-this-customer-0001',
  card_fingerprint: `card-${randomUUID()}`,
  card_brand: 'Visa',
  card_last4: '4242',
  terms_version: '2025-11',
  terms_accepted_at: '2026-02-26T14:02:05Z',
});

async function dispute(orderId: number, more: Record<string, unknown> = {}): Promise<number> {
  const { body } = await app.call('POST', '/api/admin/disputes', {
    as: 'manager',
    body: { orderId, network: 'visa', reason_code: '13.1', case_id: randomUUID(), ...more },
  });
  return body.data.id as number;
}
const fields = async (id: number) =>
  (await app.call('GET', `/api/admin/disputes/${id}/evidence`, { as: 'manager' })).body.data;

/** Downloads by the customer, straight into the table. */
const downloads = (orderId: number, count: number) =>
  app.database.query(
    `INSERT INTO downloads (order_id, document_id, file1, sha256, actor, ip, user_agent, complete, browser, os, device, create_ts)
     SELECT order_id, id, file1, sha256, 'customer', $2, $3, true, 'Chrome', 'Windows', 'PC',
       now() - make_interval(mins => $4 - n)
     FROM (SELECT * FROM documents WHERE order_id = $1 ORDER BY id DESC LIMIT 1) d, generate_series(1, $4) n`,
    [orderId, ip, laptop, count],
  );

/** The members of an interface of the installed client's types, by its qualified name. */
function membersOf(name: string): string[] {
  const file = join(createRequire(import.meta.url).resolve('stripe'), '../../esm/resources/Disputes.d.ts');
  const source = typescript.createSourceFile(file, readFileSync(file, 'utf8'), typescript.ScriptTarget.Latest, true);
  const path = name.split('.');
  let scope: typescript.Node = source;
  for (const [index, part] of path.entries()) {
    const wanted: typescript.Node | undefined = descendants(scope).find(
      (node) =>
        (index < path.length - 1 ? typescript.isModuleDeclaration(node) : typescript.isInterfaceDeclaration(node)) &&
        (node as typescript.InterfaceDeclaration).name.text === part,
    );
    if (!wanted) throw new Error(`Stripe's types have no ${name}`);
    scope = wanted;
  }
  return (scope as typescript.InterfaceDeclaration).members.map(
    (member) => (member.name as typescript.Identifier).text,
  );
}

/** The declarations directly in a file or namespace. */
function descendants(scope: typescript.Node): typescript.Node[] {
  const body = typescript.isModuleDeclaration(scope) ? scope.body! : scope;
  return [...(body as typescript.SourceFile | typescript.ModuleBlock).statements];
}

describe('GET /api/admin/disputes/{id}/evidence', () => {
  test('is for Admin and Manager; an unknown dispute is none', async () => {
    const { id: orderId } = await takeIn(app);
    const id = await dispute(orderId);
    for (const path of [`${id}/evidence`, `${id}/evidence.zip`]) {
      expect((await app.call('GET', `/api/admin/disputes/${path}`)).code).toBe(401);
      for (const as of ['team', 'telecaller', 'night'] as const) {
        expect((await app.call('GET', `/api/admin/disputes/${path}`, { as })).code).toBe(403);
      }
    }
    expect((await app.call('GET', '/api/admin/disputes/99999999/evidence', { as: 'admin' })).code).toBe(404);
    expect((await app.call('GET', '/api/admin/disputes/99999999/evidence.zip', { as: 'admin' })).code).toBe(404);
    expect((await app.call('GET', '/api/admin/disputes/x/evidence', { as: 'admin' })).code).toBe(404);
  });

  test('has no field that the types of the installed client don’t know', () => {
    const { enhanced_evidence: enhanced, ...texts } = stripeEvidence.shape;
    expect(membersOf('DisputeUpdateParams.Evidence')).toEqual(
      expect.arrayContaining([...Object.keys(texts), 'enhanced_evidence']),
    );
    const within = 'DisputeUpdateParams.Evidence';
    expect(membersOf(`${within}.EnhancedEvidence`)).toEqual(
      expect.arrayContaining(Object.keys(enhanced.unwrap().shape)),
    );
    const visa = enhanced.unwrap().shape.visa_compelling_evidence_3.shape;
    expect(membersOf(`${within}.EnhancedEvidence.VisaCompellingEvidence3`)).toEqual(
      expect.arrayContaining(Object.keys(visa)),
    );
    for (const [name, shape] of [
      ['DisputedTransaction', visa.disputed_transaction.shape],
      ['PriorUndisputedTransaction', visa.prior_undisputed_transactions.element.shape],
    ] as const) {
      expect(membersOf(`${within}.EnhancedEvidence.VisaCompellingEvidence3.${name}`)).toEqual(
        expect.arrayContaining(Object.keys(shape)),
      );
    }
    expect(() => membersOf(`${within}.Nothing`)).toThrow('have no');
  });

  test('says what rows prove, and nothing else', async () => {
    const { id: orderId } = await takeIn(app);
    const bare = await fields(await dispute(orderId));
    expect(Object.keys(bare.evidence).sort()).toEqual([
      'customer_email_address',
      'customer_name',
      'product_description',
    ]);

    expect(bare.evidence.product_description).toContain(`order ${orderId} of `);

    const { id: late } = await takeIn(app, { paid_at: '2026-02-26T14:03:00Z' });
    const { evidence: paidBefore } = await fields(await dispute(late));
    expect(paidBefore.product_description).toContain(`order ${late}, recorded on `);

    const card = await pdf();
    const known = await delivered(app, { ...bought(), card });
    await downloads(known.id, 2);
    const { evidence, cut } = await fields(await dispute(known.id));
    expect(evidence).toMatchObject({
      customer_name: '郑和 Зоя أمل',
      customer_purchase_ip: ip,
      refund_policy_disclosure: expect.stringMatching(
        /^The customer accepted the terms of sale, version 2025-11, on 26 Feb 2026, 14:02 UTC\. The refund policy in force/,
      ),
      access_activity_log: expect.stringMatching(
        /^2 complete downloads of the document by the customer, 2 of them of its current version\.\n1\. .*IP 203\.0\.113\.77, the address of the purchase/,
      ),
      uncategorized_text: expect.stringContaining(
        'Downloaded by the customer: The customer downloaded the document 2 times',
      ),
      product_description: expect.stringContaining(
        `Malaysia Digital Arrival Card service, Standard, order ${known.id}`,
      ),
    });
    expect(cut).toEqual([]);
    expect(evidence.uncategorized_text).not.toMatch(/[<>]|&\w+;/);
  });

  test('why a refund was refused is said only where the card was there before it was asked for', async () => {
    const known = await delivered(app, bought());
    await downloads(known.id, 1);
    await track(app, known.id);
    const id = await dispute(known.id);
    const ask = (days: number) =>
      app.database.query(
        `INSERT INTO order_requests (order_id, kind, text, visitor_session_id, ip, user_agent, create_ts)
         SELECT $1, 'refund', 'asked ' || $2::int, id, '203.0.113.9', 'x', now() + make_interval(days => $2::int) FROM visitor_sessions WHERE order_id = $1 LIMIT 1`,
        [known.id, days],
      );
    expect((await fields(id)).evidence.refund_refusal_explanation).toBeUndefined();
    await ask(1);
    expect((await fields(id)).evidence.refund_refusal_explanation).toMatch(
      /^The customer asked for a refund on .* had reached the customer on .*, before that\. The refund policy in force/,
    );
    await app.database.query('UPDATE orders SET refund_date = now() WHERE id = $1', [known.id]);
    expect((await fields(id)).evidence.refund_refusal_explanation).toBeUndefined();
    await app.database.query('UPDATE orders SET refund_date = NULL WHERE id = $1', [known.id]);
    await ask(-9);
    expect((await fields(id)).evidence.refund_refusal_explanation).toBeUndefined();
  });

  test('a text that is too long loses its oldest lines, whole ones, and says so', async () => {
    const { evidenceOf } = await import('../../src/disputes/processor-evidence.js');
    const known = await delivered(app, bought());
    await downloads(known.id, 60);
    const { body } = await app.call('POST', '/api/admin/defence-pack-details', {
      as: 'manager',
      body: { orderId: known.id, disputeId: await dispute(known.id) },
    });
    const [row] = body.data.downloads;
    const many = Array.from({ length: 400 }, (_, index) => ({ ...row, number: index + 1, place: '泰国 👍'.repeat(9) }));
    const policies = [
      { kind: 'refund', version: '1', valid_from: '2025-01-01', sha256: 'a', cut: false, text: '👍'.repeat(30_000) },
    ];
    const { evidence, cut, characters } = evidenceOf({ ...body.data, downloads: many, policies });
    expect(cut).toEqual([
      { field: 'refund_policy_disclosure', characters: expect.any(Number) },
      { field: 'access_activity_log', characters: expect.any(Number) },
    ]);
    const all = Object.values(evidence) as string[];
    expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(20_000);
    expect(characters).toBe(all.reduce((sum, { length }) => sum + length, 0));
    expect(characters).toBeLessThanOrEqual(150_000);
    const log = evidence.access_activity_log!.split('\n');
    const [, left] = /^\[The oldest (\d+) lines are left out\.\]$/.exec(log[1]!)!;
    expect(log[2]).toMatch(new RegExp(`^${Number(left) + 1}\\. `));
    expect(log.at(-1)).toMatch(/^400\. .*current|^400\. /);
    expect(() => encodeURIComponent(evidence.refund_policy_disclosure!)).not.toThrow();
    expect(evidence.refund_policy_disclosure).toMatch(/\[The text goes on\.\]$/);
    expect(() => disputeEvidence.parse({ dispute_id: 1, evidence, characters, cut, notes: [] })).not.toThrow();
  });

  test('Visa’s table is there when every rule is met and Stripe can find the charges', async () => {
    const shared = bought();
    const earlier = await Promise.all([
      delivered(app, { ...shared, transaction_id: 'ch_earlier1', passport_no: 'E1' }),
      delivered(app, { ...shared, transaction_id: 'ch_earlier2', passport_no: 'E2' }),
    ]);
    for (const [index, { id }] of earlier.entries()) {
      await app.database.query(
        `UPDATE orders SET create_ts = create_ts - make_interval(days => $2), paid_at = paid_at - make_interval(days => $2)
         WHERE id = $1`,
        [id, 150 + index * 50],
      );
    }
    const known = await delivered(app, shared);
    const id = await dispute(known.id, { reason_code: '10.4' });
    expect((await fields(id)).evidence.enhanced_evidence).toEqual({
      visa_compelling_evidence_3: {
        disputed_transaction: expect.objectContaining({
          customer_purchase_ip: ip,
          customer_device_fingerprint: shared.device_fingerprint,
          customer_account_id: 'ann@example.com',
          merchandise_or_services: 'services',
        }),
        prior_undisputed_transactions: [
          expect.objectContaining({ charge: 'ch_earlier1' }),
          expect.objectContaining({ charge: 'ch_earlier2' }),
        ],
      },
    });
    const compelling = async () =>
      (await app.call('GET', `/api/admin/disputes/${id}`, { as: 'manager' })).body.data.compelling;
    const charge = (one: number, more: object) =>
      expect.objectContaining({ order_id: earlier[one]!.id, same: expect.arrayContaining(['IP address']), ...more });
    expect(await compelling()).toEqual({
      meets: true,
      verdict: 'Two earlier charges meet every rule.',
      charges: [charge(0, { days: 150, fails: [], counts: true }), charge(1, { days: 200, fails: [], counts: true })],
    });
    await app.database.query(`UPDATE orders SET refund_date = now() WHERE id = $1`, [earlier[1].id]);
    expect(await compelling()).toEqual({
      meets: false,
      verdict: 'One earlier charge meets every rule; two are needed.',
      charges: [
        charge(0, { fails: [], counts: false }),
        charge(1, { fails: expect.arrayContaining(['not refunded']) }),
      ],
    });
    await app.database.query(`UPDATE orders SET refund_date = NULL WHERE id = $1`, [earlier[1].id]);
    await app.database.query(`UPDATE orders SET transaction_id = 'pi_1' WHERE id = $1`, [earlier[0].id]);
    const without = await fields(id);
    expect(without.evidence.enhanced_evidence).toBeUndefined();
    expect(without.notes).toEqual([expect.stringContaining('no charge id of Stripe')]);
  });
});

describe('GET /api/admin/disputes/{id}/evidence.zip', () => {
  const archive = async (id: number) => {
    const answer = await fetch(`${app.url}/api/admin/disputes/${id}/evidence.zip`, {
      headers: { authorization: `Bearer ${await app.signIn('manager')}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const index = parse(files.find(({ name }) => name === 'index.csv')!.bytes, { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    return { files, index };
  };

  test('has the files with names in every script, and an index that holds for each', async () => {
    const known = await delivered(app, bought());
    await downloads(known.id, 3);
    const { files, index } = await archive(await dispute(known.id));
    expect(files.every(({ isUtf8 }) => isUtf8)).toBe(true);
    const names = files.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        `response-${known.id}-郑和-Зоя-أمل.pdf`,
        `card-${known.id}-郑和-Зоя-أمل.pdf`,
        'access-log.csv',
        expect.stringMatching(/^policies\/refund-.+\.txt$/),
        'stripe-evidence.json',
        expect.stringMatching(/^mails\/\d+-approval\.txt$/),
        expect.stringMatching(/^mails\/\d+-approval\.html$/),
      ]),
    );
    for (const row of index) {
      const { bytes } = files.find(({ name }) => name === row['File'])!;
      expect([String(bytes.length), createHash('sha256').update(bytes).digest('hex')]).toEqual([
        row['Bytes'],
        row['SHA-256'],
      ]);
    }
    const bytesOf = (start: string) => files.find(({ name }) => name.startsWith(start))!.bytes;
    expect(bytesOf('card-')).toEqual(known.card);
    expect(bytesOf('response-').subarray(0, 5).toString()).toBe('%PDF-');
    const log = parse(bytesOf('access-log'), { bom: true, columns: true }) as Record<string, string>[];
    expect(log.filter((row) => row['Counts as the customer’s download'] === 'yes')).toHaveLength(3);
  });

  test('has what a member added of Check Registration, with when', async () => {
    const known = await delivered(app, bought());
    const picture = await image('png');
    const body = new FormData();
    body.append('kind', 'registration_check');
    body.append('file', new Blob([picture as Uint8Array<ArrayBuffer>]), 'page.png');
    await app.database.query(
      `UPDATE orders SET submitted = jsonb_build_object('at', now(), 'by', 'Demo Team', 'fields', '[]'::jsonb) WHERE id = $1`,
      [known.id],
    );
    const added = await app.call('POST', `/api/admin/orders/${known.id}/files`, { as: 'manager', body });
    expect(added.code).toBe(200);
    const { files, index } = await archive(await dispute(known.id));
    const name = 'check-registration-1.png';
    expect(files.find((file) => file.name === name)!.bytes).toEqual(Buffer.from(picture));
    expect(index.find((row) => row['File'] === name)!['What it is']).toMatch(
      /^What the authority’s page Check Registration showed, as a member of our staff added it on .+ UTC$/,
    );
  });

  test('what can’t be included is named with its reason', async () => {
    const known = await delivered(app, bought());
    await move(app, known.id, 'Contact Customer');
    const id = await dispute(known.id);
    await app.database.query(`UPDATE orders SET process_status = 'New' WHERE id = $1`, [known.id]);
    await rm(join(app.env.DATA_DIR, 'files/documents', known.file1));
    const { index } = await archive(id);
    const missing = index.filter((row) => row['Not included because']).map((row) => row['Not included because']);
    expect(missing).toEqual([
      expect.stringMatching(/^Defence packs are for orders in /),
      'The stored card can’t be read.',
    ]);
  });
});
