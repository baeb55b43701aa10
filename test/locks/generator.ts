import { cardFilename } from '../../src/documents/card-file.js';
import { allStatuses } from '../../src/shared/order-statuses.js';
import { queueRows } from '../../src/shared/order-queues.js';
import { roles } from '../../src/shared/roles.js';
import { dice } from '../support/dice.js';
import { orderBody } from '../support/orders.js';
import { request } from './raw.js';
import type { Route } from './routes.js';

/** A caller, with the headers that identify it. */
export type Caller = { who: string; headers: Record<string, string> };

/** A request, ready to be sent. `path` is the path that the server should route it by. */
export type Shot = {
  who: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  bytes: Buffer;
  breakOff: boolean;
};

/** JSON values, as text, that handlers often fail to expect. */
const badValues = [
  'null', 'true', '0', '-0', '-1', '1.5', '1e999', '-1e999', '1e308', '5e-324', '2147483648', '9007199254740993',
  '123456789012345678901234567890', '""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800x"', '"\\u202etxt.exe"',
  '"\\u2028\\u2029\\u0085"', '"a\\r\\nBcc: x@example.com"', '[]', '[[]]', '[null]', '["1",["2"]]', '{}', '{"id":1}',
  '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}', '{"toString":1,"valueOf":1,"length":-1}',
  '{"then":1}', '"__proto__"', '"constructor"', '"\' OR 1=1 --"', '"%00"', '"%"', '"\\\\"', '"../../../../etc/passwd"',
  '"<script>alert(1)</script>"', '"=1+1"', '"2024-02-30"', '"0000-00-00"', '"0001-01-01"', '"9999-12-31"', '"+275760-09-13"',
  '"-271821-04-20"', '"2024-13"', '"NaN"', '"Infinity"', '"1e5"', '"0x10"', '"٣"', '"𝟙𝟚𝟛"', '"MjQ2OTEy"', '"MjQ2OTEy===="', '"a@b"',
  '"a@b.c"', '"@"', '"\\"><img src=x>@example.com"', `"${'x'.repeat(100_000)}"`, `"${'9'.repeat(5000)}"`, `"${'é'.repeat(3000)}@example.com"`,
  `${'['.repeat(5000)}${']'.repeat(5000)}`, `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`, `[${'1,'.repeat(600)}1]`,
  `[${'{},'.repeat(20_000)}{}]`,
]; // prettier-ignore

/** Whole bodies that are not JSON, or valid JSON of an extreme form. */
const badBodies = [
  '', ' ', '{', '}', '[', '"', 'null', '7', '"text"', '[]', '{"a":1', '{"a":1}}', "{'a':1}", '{"a":01}', '{"a":+1}', '{"a":NaN}',
  '{"a":1,}', '{"orderId":1,"orderId":2}', '{"__proto__":{"x":1}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{}}}',
  '\uFEFF{}', '{"a":"\t"}', '\0', '{"a":"\0"}', '['.repeat(100_000), `{"a":${'1'.repeat(100_000)}}`, `"${'x'.repeat(1_100_000)}"`,
]; // prettier-ignore

const badBytes = [
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.concat([Buffer.from('{"orderId":"'), Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  Buffer.from('{"orderId":"1"}', 'utf16le'),
];

const badTypes = [
  '', 'text/plain', 'text/html', 'application/xml', 'application/json; charset=utf-7', 'application/json;;;', 'application/jsonx',
  'APPLICATION/JSON', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary="', 'multipart/mixed; boundary=x',
  'application/x-www-form-urlencoded', 'application/octet-stream', '/', ';', 'application/json, text/plain', 'a'.repeat(3000),
]; // prettier-ignore

const badSegments = [
  '%', '%%', '%2', '%zz', '%00', '%ff', '%c3%28', '%ed%a0%80', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '..', '.', '%2f', '%5c', '\\', '*', ':id',
  "'", '%27%20OR%201=1', 'null', 'undefined', 'NaN', '-1', '0', '-0', '1.5', '1e9', '999999999999999999999', '__proto__', 'constructor',
  'toString', 'hasOwnProperty', '%F0%9F%98%80', 'x'.repeat(900), 'x'.repeat(1100), '%41'.repeat(900), '%e2%80%ae', '%0d%0aSet-Cookie:x=1',
  '<script>', '{{7*7}}', '${7*7}', ';a=b', '#', '?', '&', '=', '+', '%20', '%09',
]; // prettier-ignore

const badQueries = [
  'page=1&page=2', 'page[]=1', 'page[a]=1', 'page=-1', 'page=1e999', 'page=', 'page', 'limit=10001', 'limit=0x10', 'perPage[]=&perPage[]=',
  'userName[]=a&userName=b', 'userName=%00', 'userName=%', 'q[]=a', 'q=%ff', 'q=%ed%a0%80', 'month=2024-13', 'month[]=2024-01', 'sort=id;drop',
  'sort[]=order_id', 'dir[$ne]=asc', 'cursor=x', 'cursor=eyJhIjoxfQ', 'cursor[]=', `cursor=${'A'.repeat(400)}`, '__proto__[x]=1',
  'constructor[prototype][x]=1', 'a[b][c][d][e][f][g][h]=1', 'a[]=1&'.repeat(500), `${'x'.repeat(5000)}=1`, '&&&===&', '?', '%', '%=%',
  'until=1&signature=x', 'until[]=1&signature[]=x', 'until=9999999999999&signature=', 'to[]=x&limit=-1', 'view[]=text', 'delay=1&delay=2',
]; // prettier-ignore

const badHeaders: [string, string][] = [
  ['X-Inertia', 'true'], ['X-Inertia', 'false'], ['X-Inertia-Version', 'old'], ['X-Inertia-Partial-Data', 'orders,__proto__,constructor.prototype'],
  ['X-Inertia-Partial-Component', 'orders/queue'], ['X-Inertia-Partial-Except', 'a.b.c.d'], ['X-Inertia-Error-Bag', '__proto__'],
  ['X-Inertia-Reset', 'orders'], ['X-Inertia-Except-Once-Props', '__proto__'], ['Precognition', 'true'],
  ['Precognition-Validate-Only', '__proto__,toString'], ['Purpose', 'prefetch'], ['Authorization', ''], ['Authorization', 'Bearer'],
  ['Authorization', 'Bearer a.b.c'], ['Authorization', 'Basic Og=='], ['Authorization', `Bearer ${'x'.repeat(6000)}`],
  ['Authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.'], ['Cookie', 'session'], ['Cookie', 'session=;session=%'],
  ['Cookie', '__proto__=1; constructor=1'], ['Cookie', 'visitor=%E0%A4%A; XSRF-TOKEN=.'], ['Cookie', 'flash=a.b; next=//evil.example'],
  ['Cookie', `a=${'x'.repeat(7000)}`], ['X-XSRF-TOKEN', '%'], ['X-XSRF-TOKEN', '.'], ['X-Intake-Key', ''], ['X-Intake-Key', 'x'.repeat(5000)],
  ['Host', 'evil.example'], ['Host', 'a b'], ['Host', '[::1'], ['X-Forwarded-For', '1.2.3.4, \'; --'], ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'gopher'], ['Referer', '://'], ['Referer', 'http://evil.example//x'], ['User-Agent', '\xff\xfe'],
  ['User-Agent', 'Mozilla/'.repeat(700)], ['Range', 'bytes=0-'], ['Range', 'bytes=9-1,-,5-'], ['Range', `bytes=${'0-1,'.repeat(1000)}`],
  ['If-Range', '"'], ['If-Modified-Since', 'yesterday'], ['If-None-Match', '*'], ['Accept', 'text/html;q=2'], ['Accept-Encoding', 'br;q=x,,'],
  ['Content-Encoding', 'gzip'], ['Expect', '100-continue'], ['Expect', 'the unexpected'], ['Upgrade', 'h2c'], ['Upgrade', 'websocket'],
  ['X-HTTP-Method-Override', 'DELETE'], ['Sec-Fetch-Site', 'cross-site'], ['Sec-Fetch-Site', 'same-origin'], ['TE', 'trailers'],
  ['X-Request-Id', 'mine\u0085'], ['X-Twilio-Email-Event-Webhook-Signature', '!'], ['X-Twilio-Email-Event-Webhook-Timestamp', 'x'],
  ['Origin', 'null'], ['Last-Event-ID', '-1'], ['Content-Length', '5'], ['Content-Length', '-1'], ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'gzip, chunked'], ['Bad Header', 'x'], ['X-Nul', 'a\0b'],
]; // prettier-ignore

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'BREW'];

/** Generates requests. The same seed, routes and ids give the same requests, except for the callers' tokens. */
export class Generator {
  private readonly random: () => number;

  constructor(
    seed: number,
    private readonly routes: Route[],
    private readonly known: { orderId: (number | string)[]; file1: string[] },
  ) {
    this.random = dice(seed);
  }

  next(callers: Caller[]): Shot {
    const route = this.pick(this.routes);
    const caller = this.pick(callers);
    const method = this.chance(0.06) ? this.pick(methods) : route.method;
    const path = this.path(route);
    const headers: [string, string][] = [['Host', '127.0.0.1'], ...Object.entries(caller.headers)];
    while (this.chance(0.25)) headers.push(this.pick(badHeaders));

    const unfinished = headers.some(([name]) => /^(?:content-length|transfer-encoding|expect)$/i.test(name));
    const body = method === 'GET' || method === 'HEAD' ? this.noBody(headers) : this.body(route, headers);
    const bytes = request(`${method} ${this.target(path)} HTTP/1.1`, headers, body.bytes);
    const cut = body.breakOff ? Math.max(20, bytes.length - 1 - this.below(40)) : bytes.length;
    return {
      who: caller.who,
      method,
      path,
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      bytes: bytes.subarray(0, cut),
      // the server correctly waits for the body that such headers announce
      breakOff: body.breakOff || unfinished,
    };
  }

  private below(end: number): number {
    return Math.floor(this.random() * end);
  }

  private chance(of: number): boolean {
    return this.random() < of;
  }

  private pick<One>(all: readonly One[]): One {
    return all[this.below(all.length)]!;
  }

  private path({ path }: Route): string {
    const filled = path.replace(/\*|:(\w+)/g, (_, name: string | undefined) =>
      this.chance(0.45) ? this.pick(badSegments) : encodeURIComponent(String(this.good(name ?? '*'))),
    );
    const odd = this.chance(0.05) ? this.pick(['/', '//', '/.', '/..%2f', '%00', ';x', '/extra', '.json']) : '';
    const query = this.chance(0.3) ? `?${this.pick(badQueries)}` : '';
    const long = this.chance(0.004) ? `${query ? '&' : '?'}${'z'.repeat(20_000)}` : '';
    return filled + odd + query + long;
  }

  /** Mostly the path; at times the absolute form that a proxy gets (RFC 9112, 3.2.2). */
  private target(path: string): string {
    return this.chance(0.03) ? `http://evil.example${path}` : path;
  }

  private good(name: string): unknown {
    const values: Record<string, unknown[]> = {
      orderId: this.known.orderId,
      file1: this.known.file1,
      queue: [...Object.keys(queueRows), ...Object.values(queueRows).map(({ path }) => path)],
      type: [1, 2],
      month: ['2026-03'],
      id: [1, 7, 900_003],
      n: [0],
      token: ['x'.repeat(43)],
      externalRef: ['some-reference'],
    };
    return this.pick(values[name] ?? ['favicon.ico']);
  }

  private noBody(headers: [string, string][]) {
    if (this.chance(0.03)) headers.push(['Content-Type', this.pick(badTypes)]);
    return { bytes: Buffer.alloc(0), breakOff: this.chance(0.01) };
  }

  private body(route: Route, headers: [string, string][]): { bytes: Buffer; breakOff: boolean } {
    const isUpload = route.path.includes('upload');
    const kind = this.random();
    if (kind < (isUpload ? 0.8 : 0.05)) return this.framed(headers, ...this.multipart());
    if (kind < 0.15) return this.framed(headers, this.form(), 'application/x-www-form-urlencoded');

    const bytes = this.chance(0.12)
      ? this.chance(0.2)
        ? this.pick(badBytes)
        : Buffer.from(this.pick(badBodies))
      : Buffer.from(this.json());
    return this.framed(headers, bytes, this.chance(0.08) ? this.pick(badTypes) : 'application/json');
  }

  private framed(headers: [string, string][], bytes: Buffer, type: string) {
    if (type) headers.push(['Content-Type', type]);
    const breakOff = this.chance(0.03);
    if (this.chance(0.08)) {
      headers.push(['Transfer-Encoding', 'chunked']);
      const size = this.chance(0.3) ? this.pick(['zz', '-1', 'fffffffff', '']) : bytes.length.toString(16);
      const chunks = Buffer.concat([Buffer.from(`${size}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
      return { bytes: chunks, breakOff: breakOff || size === 'fffffffff' };
    }
    headers.push(['Content-Length', String(bytes.length)]);
    return { bytes, breakOff };
  }

  /** A valid value for every field of any call, some then made invalid. A call ignores fields it doesn't know. */
  private json(): string {
    const fields = new Map(Object.entries(this.goodFields()).map(([name, value]) => [name, JSON.stringify(value)]));
    const names = [...fields.keys()];
    for (let spoilt = 0; spoilt === 0 || this.chance(0.5); spoilt++) {
      const name = this.pick(names);
      if (this.chance(0.2)) fields.delete(name);
      else fields.set(name, this.pick(badValues));
    }
    // the fields that most calls need are made invalid more often than the others
    if (this.chance(0.3))
      fields.set(this.pick(['orderId', 'email', 'folderName', 'searchVal', 'version']), this.pick(badValues));
    const pairs = [...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    if (this.chance(0.05)) pairs.push(this.pick(pairs), `"__proto__":${this.pick(badValues)}`);
    return `{${pairs.join(',')}}`;
  }

  private goodFields(): Record<string, unknown> {
    const orderId = this.pick(this.known.orderId);
    return {
      ...orderBody({ external_ref: `fuzz-${this.below(1000)}` }),
      orderId: this.chance(0.2) ? [orderId, this.pick(this.known.orderId)] : orderId,
      email: 'ann@example.com',
      password: 'wrong-password',
      newPassword: 'demo-password',
      token: '00000000-0000-4000-8000-000000000000',
      assignto: this.pick(['', 'Demo Team', 'Nobody']),
      updatingStatus: this.pick(allStatuses),
      permanentDeletedFlag: false,
      version: this.below(4),
      mailServiceProvider: this.pick(['AWS', 'Sendgrid']),
      mailId: this.below(5),
      remark: 'A remark',
      remarkerName: 'Somebody',
      whatsapp: 'Y',
      telephone: '',
      chargeBack: 'Y',
      transactionId: 'txn_1',
      merchantName: 'Shop',
      orders: [{ id: orderId, status: this.pick(allStatuses) }],
      defencePackType: this.pick([1, '2']),
      searchVal: 'ann',
      fromDate: '2026-01-01',
      toDate: '2026-12-31',
      start: 0,
      end: 10,
      folderName: this.pick(Object.keys(queueRows)),
      month: '2026-03',
      userName: 'Demo Team',
      gatewayId: 'Mg==',
      name: `Member ${this.below(100)}`,
      type: this.pick(roles),
      tmId: this.below(50),
      teamMemberId: this.below(50),
      customername: 'customer',
      file1: this.pick(this.known.file1),
    };
  }

  private form(): Buffer {
    const pairs = Object.entries(this.goodFields()).map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    );
    const odd = [
      'orderId=%',
      'orderId[]=1&orderId[a]=2',
      '__proto__[a]=1',
      '=&=&',
      '%ff=%fe',
      'a[a][a][a][a][a][a]=1',
      'email=%00',
      '_csrf[]=x',
    ];
    return Buffer.from([...pairs, this.pick(odd)].filter(() => this.chance(0.8)).join('&'));
  }

  private multipart(): [Buffer, string] {
    const boundary = 'xx-boundary';
    const names = ['uploadVisaDoc', 'orderId', 'email', '__proto__', 'a\0b', 'x'.repeat(300), '', '"; filename="y'];
    const filenames = [
      'card.pdf',
      '../../etc/passwd',
      'a\0.pdf',
      'a\r\nX: y',
      '\u202efdp.exe',
      'x'.repeat(1000),
      '',
      cardFilename(1, 'x.html'),
    ];
    const contents = [
      '%PDF-1.7\n',
      'GIF89a',
      '\x89PNG\r\n\x1a\n',
      '<svg onload=alert(1)>',
      '',
      'PK\x03\x04',
      `%PDF-1.4 ${'('.repeat(20_000)}`,
    ];
    const fields = Object.entries({
      orderId: this.pick(this.known.orderId),
      email: 'ann@example.com',
      mailServiceProvider: 'AWS',
    })
      .filter(() => this.chance(0.9))
      .map(([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`);
    const odd = Array.from({ length: this.below(4) }, () => {
      const file = this.chance(0.7) ? `; filename="${this.pick(filenames)}"` : '';
      return `Content-Disposition: form-data; name="${this.pick(names)}"${file}\r\nContent-Type: ${this.pick(badTypes)}\r\n\r\n${this.pick(contents)}`;
    });
    const parts = [...fields, ...odd].map((part) => `--${boundary}\r\n${part}\r\n`).join('');
    const end = this.chance(0.85) ? `--${boundary}--\r\n` : this.pick(['', `--${boundary}`, '--other--\r\n']);
    return [Buffer.from(parts + end), `multipart/form-data; boundary=${this.chance(0.95) ? boundary : 'yy'}`];
  }
}
