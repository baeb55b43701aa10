import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Keys } from '../../src/platform/keys.js';
import { eventually, members, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { delivered, track } from '../documents/cards.js';
import { request, sendRaw } from './raw.js';
import { type Route, routesOf } from './routes.js';
import { patient } from '../support/patience.js';

let app: TestApp;
let order: { id: number; encoded: string };
let card: Awaited<ReturnType<typeof delivered>>;
let session: string;
let visitor: string;
beforeAll(async () => {
  app = await startApp({ worker: true });
  order = await takeIn(app);
  card = await delivered(app);
  session = await app.signIn('admin');
  visitor = await track(app, card.id);
});
afterAll(() => app.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { redirect: 'manual', headers });
const asStaff = () => ({ cookie: `session=${session}` });

/** A page's path with a valid value for each parameter. */
function filled({ path }: Route): string {
  const values: Record<string, string> = {
    queue: 'recent-order', month: '2026-03', id: '1', type: '1', token: 'x'.repeat(43), orderId: card.encoded, file1: card.file1, n: '0', packId: '0', brand: 'main', kind: 'terms', version: '2025-01',
  }; // prettier-ignore
  return path.replace(/:(\w+)/g, (_, name: string) => values[name]!);
}

function pages(): Route[] {
  return routesOf(app).filter(
    ({ method, path }) =>
      method === 'GET' &&
      !/^\/(?:api(?!\/docs$)|dev|uploads|healthz|readyz|metrics|admin\/live|admin\/export)/.test(path) &&
      path !== '/*',
  );
}

describe('every page', () => {
  test('runs no script and wears no style but those it came with, and nobody frames it', async () => {
    const seen: string[] = [];
    for (const route of pages()) {
      for (const headers of [{}, asStaff(), { cookie: `visitor=${visitor}` }]) {
        const answer = await ask(filled(route), headers);
        const html = await answer.text();
        if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;

        seen.push(route.path);
        const policy = answer.headers.get('content-security-policy') ?? '';
        const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)![1]!;
        expect([route.path, policy]).toEqual([route.path, expect.stringMatching(/^default-src 'none'/)]);
        expect([route.path, scripts]).toEqual([route.path, expect.not.stringMatching(/unsafe|\*|https?:/)]);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        // the preview of a mail is a document for a sandboxed frame of the desk, with inline styles
        if (policy.endsWith('sandbox')) continue;

        expect([route.path, policy]).toEqual([route.path, expect.not.stringContaining('unsafe')]);
        expect(policy).toMatch(/base-uri 'none'; frame-ancestors 'none'/);
        const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
        for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g)) {
          const isData = tag.includes('type="application/json"');
          expect([route.path, tag]).toEqual([route.path, isData ? tag : expect.stringContaining(`nonce="${nonce}"`)]);
        }
        expect([route.path, html.match(/<[^>]+\s(?:on\w+|style)=/i)?.[0]]).toEqual([route.path, undefined]);
        expect(html).not.toMatch(/href="javascript:/i);
        // a phone makes no links of numbers and days
        expect([route.path, html]).toEqual([route.path, expect.stringContaining('name="format-detection"')]);
      }
    }
    expect(new Set(seen).size).toBeGreaterThan(12);
  });

  test('has another nonce each time', async () => {
    const nonces = await Promise.all(
      Array.from(
        { length: 20 },
        async () => /nonce-([^']+)/.exec((await ask('/')).headers.get('content-security-policy')!)![1],
      ),
    );
    expect(new Set(nonces).size).toBe(20);
  });

  test('that tells of people is kept by no cache, and no answer of the API is', async () => {
    const personal = [
      ...pages().filter(({ path }) => path.startsWith('/admin')).map(filled),
      '/api/user_info', `/api/admin/get-orders-details/${order.id}`, '/api/admin/get-orders-list/newOrder', '/admin/export/newOrder', '/api/nowhere',
      `/uploads/docs/${card.id}/${card.file1}`, '/admin/nowhere', `/reset-password/${'x'.repeat(43)}`,
    ]; // prettier-ignore
    for (const path of personal) {
      const answer = await ask(path, asStaff());
      await answer.body?.cancel();
      expect([path, answer.headers.get('cache-control')]).toEqual([path, 'private, no-store']);
    }
    const download = await ask(`/get-new-order-details/${card.encoded}`, { cookie: `visitor=${visitor}` });
    expect([download.status, download.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });

  test('carries no secret: no hash, no token, no key, no passport number but on the order’s own page', async () => {
    const hashes = await app.database.query<{ hash: string }[]>('SELECT password_hash AS hash FROM members');
    for (const route of pages()) {
      const html = await (await ask(filled(route), asStaff())).text();
      const secrets = [
        ...hashes.map(({ hash }) => hash),
        session,
        visitor,
        app.env.APP_SECRET!,
        app.env.INTAKE_KEY!,
        'argon2',
        'password_hash',
        'passwordHash',
      ];
      expect([route.path, secrets.filter((one) => html.includes(one))]).toEqual([route.path, []]);
      if (!route.path.startsWith('/admin/view-order/:orderId'))
        expect([route.path, html.includes('X1234567')]).toEqual([route.path, false]);
    }
  });
});

describe('where an answer leads', () => {
  const evil = ['//evil.example', '/\\evil.example', '\\\\evil.example', 'https:evil.example', 'https://evil.example', '/%2f/evil.example', '/admin/..//evil.example', 'javascript:alert(1)', '/\t/evil.example', '/%09//evil.example', 'data:text/html,x', '/admin\r\nSet-Cookie: x=1']; // prettier-ignore
  const isHere = (to: string) => new URL(to, app.url).host === new URL(app.url).host;

  test.each(evil)('is this site after a sign-in, whatever page was wanted: %j', async (to) => {
    const csrf = /XSRF-TOKEN=([^;]+)/.exec((await ask('/')).headers.get('set-cookie')!)![1]!;
    const answer = await fetch(
      `${app.url}/api/admin/admin-login?next=${encodeURIComponent(to)}&back=${encodeURIComponent(to)}`,
      {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: `next=${encodeURIComponent(to)}; XSRF-TOKEN=${csrf}`,
          referer: `${app.url}/?next=${encodeURIComponent(to)}`,
        },
        body: new URLSearchParams({
          email: members.admin.email,
          password: 'demo-password',
          _csrf: csrf,
          next: to,
          back: to,
          redirect: to,
        }),
      },
    );
    expect([answer.status, isHere(answer.headers.get('location')!)]).toEqual([303, true]);
    expect(answer.headers.get('set-cookie')).not.toMatch(/(?:^|, )x=1/);
  });

  test.each(evil)('is this site when it goes back, whatever the address or the Referer: %j', async (to) => {
    for (const path of [
      `/admin?next=${encodeURIComponent(to)}`,
      `/track-order/${encodeURIComponent(to)}`,
      `/get-new-order-details/${encodeURIComponent(to)}`,
      `/reset-password/${encodeURIComponent(to)}`,
    ]) {
      const answer = await ask(path, { referer: `https://evil.example/${encodeURIComponent(to)}` });
      expect([path, isHere(answer.headers.get('location') ?? '/')]).toEqual([path, true]);
    }
  });

  test('is this site for an address with several slashes', async () => {
    for (const path of ['//evil.example', '//evil.example/admin', '/\\evil.example', '///', '/admin//evil.example']) {
      const { headers } = await sendRaw(app.url, request(`GET ${path} HTTP/1.1`, [['Host', new URL(app.url).host]]));
      expect([path, isHere(headers.location ?? '/')]).toEqual([path, true]);
    }
  });
});

describe('the Host header', () => {
  test('names nothing: not the links of mails, not where a redirect leads, not a cookie’s domain', async () => {
    const hosts: [string, string][] = [
      ['Host', 'evil.example'],
      ['X-Forwarded-Host', 'evil.example'],
      ['Forwarded', 'host=evil.example'],
      ['X-Host', 'evil.example'],
    ];
    const body = JSON.stringify({ email: members.night.email });
    const forgot = await sendRaw(
      app.url,
      request(
        'POST /api/admin/forgot-password HTTP/1.1',
        [...hosts, ['Content-Type', 'application/json'], ['Content-Length', String(body.length)]],
        body,
      ),
    );
    expect(forgot.status).toBe(200);
    const mail = await eventually(async () => (await app.mailbox()).find(({ to }) => to[0] === members.night.email));
    expect(`${mail.html}${mail.text}`).not.toContain('evil.example');
    expect(mail.text).toContain(`${app.env.publicUrl}/reset-password/`);

    const page = await sendRaw(app.url, request('GET /admin HTTP/1.1', hosts));
    expect([page.status, page.headers.location]).toEqual([303, '/']);
    const login = await sendRaw(app.url, request('GET / HTTP/1.1', hosts));
    expect(login.body).not.toContain('evil.example');
    expect(login.headers['set-cookie']).not.toMatch(/domain=/i);
  });
});

describe('two requests in one', () => {
  test.each([
    [
      'both a length and chunks',
      [
        ['Content-Length', '4'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ],
    [
      'two lengths',
      [
        ['Content-Length', '4'],
        ['Content-Length', '60'],
      ],
    ],
    ['a list of lengths', [['Content-Length', '4, 60']]],
    ['a length with a sign', [['Content-Length', '+4']]],
    ['chunks under another name', [['Transfer-Encoding', 'xchunked']]],
    ['chunks and something after', [['Transfer-Encoding', 'chunked, identity']]],
    ['a blank in the name', [['Transfer-Encoding ', 'chunked']]],
  ] as [string, [string, string][]][])(
    'with %s are one refusal, in the envelope, and the connection ends',
    async (_, headers) => {
      const hidden = `0\r\n\r\nGET /api/user_info HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${session}\r\n\r\n`;
      const bytes = Buffer.from(
        `POST /api/front/track-order HTTP/1.1\r\nHost: x\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${hidden}`,
      );
      const answer = await sendRaw(app.url, bytes);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({
        status: 0,
        data: null,
        message: expect.any(String),
        ref: expect.any(String),
      });
      expect(answer.body).not.toContain(members.admin.email);
    },
  );

  test('a head that never ends is refused in the envelope too', async () => {
    const answer = await sendRaw(app.url, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}`);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      431,
      expect.objectContaining({ status: 0, message: 'This request is too large.' }),
    ]);
  });

  test('a body that proves unreadable after its answer gets no second one', async () => {
    const answer = await sendRaw(
      app.url,
      'POST /api/%% HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n',
    );
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      404,
      expect.objectContaining({ status: 0, message: 'There is no such path.' }),
    ]);
  });

  test('an address that names a host is taken by its path', async () => {
    const to = (path: string) =>
      sendRaw(app.url, request(`GET http://evil.example${path} HTTP/1.1`, [['Host', 'evil.example']]));
    expect(JSON.parse((await to('/api/user_info')).body)).toMatchObject({ status: 401 });
    expect((await to('/admin')).headers.location).toBe('/');
    expect((await to('')).status).toBe(200);
  });
});

describe('a check ahead of a form', () => {
  test('is answered by what answers by itself, too: a pack, a file, the figures', async () => {
    const ahead = { precognition: 'true', cookie: `session=${session}` };
    const csrf = `n.${app.web.get<Keys>('Keys').sign('csrf', `n.${session}`)}`;
    const pack = await fetch(`${app.url}/api/admin/get-defence-pack-pdf`, {
      method: 'POST',
      headers: {
        ...ahead,
        cookie: `${ahead.cookie}; XSRF-TOKEN=${csrf}`,
        'x-xsrf-token': csrf,
        'content-type': 'application/json',
      },
      body: '{"orderId":"x"}',
      signal: AbortSignal.timeout(patient(60_000)),
    });
    expect([pack.status, await pack.json()]).toEqual([422, { errors: { defencePackType: expect.any(String) } }]);
    const file = await fetch(`${app.url}${card.path}`, {
      headers: ahead,
      signal: AbortSignal.timeout(patient(60_000)),
    });
    expect(file.status).toBe(204);
    expect((await ask('/metrics', { ...ahead, 'x-forwarded-for': '1.2.3.4' })).status).toBe(204);
  });
});

describe('a path', () => {
  test.each([
    '/assets/',
    '/uploads/',
    '/uploads/docs/',
    '/assets/../',
    '/assets/%2e%2e/',
    '/assets/..%2f',
    '/assets/..%5c',
    '/uploads/docs/1/',
    '/uploads/docs/1/..%2f..%2f',
    '/dev/mailbox/',
    '/dev/authority/assets/',
    '/',
  ])('leads to no file of the machine: %s', async (start) => {
    for (const up of [
      '',
      '../',
      '../../../../../../',
      '%2e%2e/%2e%2e/%2e%2e/%2e%2e/',
      '..%2f..%2f..%2f..%2f..%2f',
      '....//....//',
      '%252e%252e%252f',
      '..%c0%af..%c0%af',
      '..\\..\\..\\',
    ]) {
      for (const file of ['etc/passwd', 'package.json', '.env', '.vite/manifest.json', 'src/main.js']) {
        const { status, body } = await sendRaw(
          app.url,
          request(`GET ${start}${up}${file}%00.js HTTP/1.1`, [
            ['Host', 'x'],
            ['Cookie', `session=${session}`],
          ]),
        );
        const plain = await sendRaw(
          app.url,
          request(`GET ${start}${up}${file} HTTP/1.1`, [
            ['Host', 'x'],
            ['Cookie', `session=${session}`],
          ]),
        );
        for (const one of [body, plain.body])
          expect(one).not.toMatch(/root:.*:0:0|"dependencies"|APP_SECRET|client\/app\.tsx|import 'reflect/);
        expect([status, plain.status].every((code) => [401, 404, 422].includes(code) || code === 303)).toBe(true);
      }
    }
  });

  test('is what its route is, however it is spelled: for caches, the policy, the proof and the answer’s shape', async () => {
    const wire = (path: string, method = 'GET', headers: [string, string][] = []) =>
      sendRaw(app.url, request(`${method} ${path} HTTP/1.1`, [['Host', '127.0.0.1'], ...headers]));
    for (const path of [
      '/%61pi/user_info',
      '/api/%75ser_info',
      '/%61dmin/recent-order',
      `/%75ploads/docs/${card.id}/${card.file1}`,
      '/%61pi/nowhere',
      '/API/nowhere',
      '//api/nowhere',
      '/x/%2e%2e/api/nowhere',
    ] /* prettier-ignore */) {
      const { headers } = await wire(path);
      expect([path, headers['cache-control']]).toEqual([path, 'private, no-store']);
    }
    for (const path of ['/%61pi/nowhere', '/API/nowhere', '//api/nowhere', '/x/..%2fapi/nowhere'])
      expect([path, JSON.parse((await wire(path)).body)]).toEqual([path, expect.objectContaining({ status: 0 })]);

    const policyOf = async (path: string) => (await wire(path)).headers['content-security-policy']!;
    expect(await policyOf('/%74rack-order')).toContain('translate.google.com');
    expect(await policyOf('/%61dmin')).not.toContain('translate.google.com');

    // the CSRF proof is required, although the path looks like a shop's call
    const write = await wire('/api/admin/../intake/%2e%2e/admin/logout', 'POST', [['Cookie', `session=${session}`]]);
    expect(write.status).toBe(404);
    const encoded = await wire('/%61pi/admin/%6cogout', 'POST', [
      ['Cookie', `session=${session}`],
      ['Content-Length', '0'],
    ]);
    expect(encoded.status).toBe(403);
  });

  test('a folder is never listed', async () => {
    for (const path of [
      '/assets',
      '/assets/',
      '/uploads',
      '/uploads/',
      '/uploads/docs',
      `/uploads/docs/${card.id}`,
      `/uploads/docs/${card.id}/`,
    ]) {
      const answer = await ask(path, asStaff());
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain(card.file1);
    }
  });
});

describe('names of the prototype', () => {
  test('in a body, a query or a form change nothing for anybody', async () => {
    const bodies = [
      '{"__proto__":{"type":"Admin","isAdmin":true},"orderId":1}',
      '{"constructor":{"prototype":{"type":"Admin"}},"orderId":1}',
      '{"orderId":{"__proto__":{"x":1}}}',
    ];
    for (const body of bodies) {
      const { code } = await app.call('PUT', '/api/admin/change-order-status', { as: 'team', body });
      expect([403, 422]).toContain(code);
    }
    await app.call(
      'GET',
      '/api/admin/get-orders-list/newOrder?__proto__[type]=Admin&constructor[prototype][type]=Admin',
      { as: 'team' },
    );
    expect(({} as { type?: string }).type).toBeUndefined();
    expect((await app.call('GET', '/api/user_info', { as: 'team' })).body.data.type).toBe('Team');
    for (const queue of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      for (const path of [`/api/admin/get-orders-list/${queue}`, `/admin/export/${queue}`, `/admin/${queue}`]) {
        expect([path, (await app.call('GET', path, { as: 'admin', headers: asStaff() })).code]).toEqual([path, 404]);
      }
      const { code } = await app.call('POST', '/api/admin/search-order', { as: 'admin', body: { folderName: queue } });
      expect(code).toBe(404);
    }
  });

  test('a body too large is 413, one too deep is none of our business, and both are quick', async () => {
    const began = Date.now();
    const deep = `{"orderId":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    expect((await app.call('PUT', '/api/admin/change-order-status', { as: 'admin', body: deep })).code).toBe(422);
    const large = JSON.stringify({ orderId: 1, x: 'x'.repeat(1024 * 1024) });
    expect((await app.call('PUT', '/api/admin/change-order-status', { as: 'admin', body: large })).code).toBe(413);
    expect(Date.now() - began).toBeLessThan(patient(10_000));
  });
});
