import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { lookAt } from '../../src/platform/pdf/document-reader.js';
import type { Storage } from '../../src/platform/storage.js';
import { delivered, image, pdf, upload, uploadForm } from '../documents/cards.js';
import { textOf } from '../platform/pdf/read-pdf.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { sampleOf } from '../support/sample.js';
import { patient } from '../support/patience.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

/** A PDF of these objects; the first is the catalog. */
function pdfOf(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const starts = objects.map((object, index) => {
    const start = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
    return start;
  });
  const table = parts.reduce((sum, { length }) => sum + length, 0);
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R >>';
const stream = (dict: string, data: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${dict} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]);
const deflated = new Map<number, Buffer>();
/** So many megabytes of blanks, deflated once. */
function blanks(megabytes: number): Buffer {
  const made = deflated.get(megabytes) ?? deflateSync(Buffer.alloc(megabytes * 2 ** 20, ' '), { level: 1 });
  deflated.set(megabytes, made);
  return made;
}
const twice = '/Filter [/FlateDecode /FlateDecode]';

/** Files of a few kilobytes or megabytes that exhaust the memory or time of a program that reads them without limits. */
const bombs: Record<string, () => Buffer> = {
  'objects that grow to 300 MB': () =>
    pdfOf([catalog, onePage, page, stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', blanks(300))]),
  'objects deflated twice': () =>
    pdfOf([catalog, onePage, page, stream(`/Type /ObjStm /N 1 /First 4 ${twice}`, deflateSync(blanks(300)))]),
  'a tree of ten to the thirtieth pages': () =>
    pdfOf([
      catalog,
      ...Array.from(
        { length: 30 },
        (_, level) => `<< /Type /Pages /Kids [${`${level + 3} 0 R `.repeat(10)}] /Count 1000000000 >>`,
      ),
      '<< /Type /Page /MediaBox [0 0 10 10] >>',
    ]),
  'pages that are their own parents': () =>
    pdfOf([catalog, '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 100000 >>']),
  'brackets without end': () => pdfOf([catalog, onePage, '['.repeat(3_000_000)]),
};

const tooMuch = 'This PDF takes too much time or memory to read.';

describe('an upload made to fill the memory or to take for ever', () => {
  test.each(sampleOf(Object.keys(bombs), [0, 2, 4]))(
    'is refused in time, others being served meanwhile: %s',
    async (name) => {
      const order = await takeIn(app);
      const form = uploadForm(order.id, bombs[name]!());
      const before = process.memoryUsage().rss;
      let longest = 0;
      let most = 0;
      const watch = watching((ms) => {
        longest = Math.max(longest, ms);
        most = Math.max(most, process.memoryUsage().rss - before);
      });
      const { code, body } = await upload(app, form);
      await watch.stop();
      const reason = name === 'brackets without end' ? 'This file is not a valid PDF.' : tooMuch;
      expect([code, body.message]).toEqual([415, reason]);
      expect(longest).toBeLessThan(patient(5_000));
      expect(most / 2 ** 20).toBeLessThan(1_500);
      expect(await app.database.query('SELECT 1 FROM documents WHERE order_id = $1', [order.id])).toEqual([]);
    },
  );

  test('a page that grows to 300 MB is a card that no pack can show, told within seconds', async () => {
    for (const [dict, data] of [
      ['/Filter /FlateDecode', blanks(300)],
      [twice, deflateSync(blanks(300))],
    ] as const) {
      await expect(lookAt(pdfOf([catalog, onePage, page, stream(dict, data)]), 'application/pdf')).rejects.toThrow();
    }
  });

  test('a picture of 60,000 times 60,000 dots is refused before it is unpacked', async () => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(60_000, 0);
    header.writeUInt32BE(60_000, 4);
    header.set([8, 6, 0, 0, 0], 8);
    const chunk = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
    };
    const png = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', blanks(100)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    const order = await takeIn(app);
    const { code, body } = await upload(app, uploadForm(order.id, png));
    const reason = 'This picture has 60000 × 60000 pixels. The most that is taken is 60 million.';
    expect([code, body.errors]).toEqual([422, { uploadVisaDoc: reason }]);
  });

  test('an AVIF of 9,000 times 7,000 dots is refused before it is unpacked', async () => {
    const avif = await image('avif');
    const size = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(9_000, size);
    avif.writeUInt32BE(7_000, size + 4);
    const order = await takeIn(app);
    const { code, body } = await upload(app, uploadForm(order.id, avif));
    const reason = 'This picture has 9000 × 7000 pixels. The most that is taken is 60 million.';
    expect([code, body.errors]).toEqual([422, { uploadVisaDoc: reason }]);
  });
});

describe('an upload that is something else as well', () => {
  const svg = (start: string) =>
    Buffer.from(
      `${start}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>`,
    );
  test.each([
    ['an SVG', svg('')],
    [
      'an SVG with WEBP where a WebP has it',
      Buffer.from('<svg a="WEBP" xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['an SVG behind an XML line', svg('<?xml version="1.0"?>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML behind the first bytes of a GIF', Buffer.from('GIF89a=1;<script>alert(1)</script>')],
    [
      'HTML behind the first bytes of a JPEG',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['HTML that mentions a PDF', Buffer.from('<script>/*%PDF-1.7*/alert(1)</script>startxref\n0\n%%EOF')],
    ['a ZIP', Buffer.from('PK\x03\x04')],
    ['PostScript', Buffer.from('%!PS-Adobe-3.0\n(/etc/passwd) run')],
    ['a script for a shell', Buffer.from('#!/bin/sh\nid')],
  ])('%s is refused', async (_, bytes) => {
    const order = await takeIn(app);
    expect((await upload(app, uploadForm(order.id, bytes))).code).toBe(415);
  });

  test('a PDF that is a ZIP, a script and HTML too is handed out as what nobody runs', async () => {
    const html = Buffer.from('<script>alert(document.cookie)</script>');
    const whole = await pdf();
    for (const card of [
      Buffer.concat([html, whole]),
      Buffer.concat([
        whole.subarray(0, -7),
        Buffer.from('\n%PK\x03\x04 <script>alert(1)</script>\n'),
        whole.subarray(-30),
      ]),
      Buffer.concat([
        await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
        html,
      ]),
    ]) {
      const order = await takeIn(app);
      const { code, body } = await upload(app, uploadForm(order.id, card));
      if (code !== 200) continue;

      const { headers } = await app.call('GET', `/uploads/docs/${order.id}/${body.data.file1}`, { as: 'team' });
      expect(headers.get('content-type')).toMatch(/^(?:application\/pdf|image\/png)$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="arrival-card-\d+\.(?:pdf|png)"$/);
      const isPdf = headers.get('content-type') === 'application/pdf';
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; frame-ancestors 'none'${isPdf ? '' : '; sandbox'}`,
      );
    }
  });

  test.each([
    '../../../etc/cron.d/x.pdf',
    '..\\..\\x.pdf',
    'a\r\nContent-Type: text/html\r\n\r\nx.pdf',
    '\u202efdp.exe',
    'x'.repeat(1000),
    'con.pdf',
    '.htaccess',
    'card.pdf\0.html',
    '"; filename="x.html',
    '%2e%2e%2fx',
  ])('its name is never used: %j', async (name) => {
    const order = await takeIn(app);
    const form = new FormData();
    form.append('orderId', String(order.id));
    form.append('email', 'ann@example.com');
    form.append('uploadVisaDoc', new Blob([(await pdf()) as Uint8Array<ArrayBuffer>], { type: 'text/html' }), name);
    const { code, body } = await upload(app, form);
    expect([name, code]).toEqual([name, 200]);
    expect(body.data.file1).toMatch(/^card-[0-9a-f]{24}\.pdf$/);
    const [mail] = await app.database.query<{ name: string; type: string }[]>(
      'SELECT attachment_name AS name, attachment_type AS type FROM mails WHERE id = $1',
      [body.data.mail_id],
    );
    expect(mail).toEqual({ name: `arrival-card-${order.id}.pdf`, type: 'application/pdf' });
  });
});

describe('a defence pack', () => {
  let trap: Server;
  let address: string;
  const visits: string[] = [];
  beforeAll(async () => {
    trap = createServer((request, response) => {
      visits.push(request.url!);
      response.end('trapped');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => trap.close(resolve)));

  test('made of hostile names, remarks and a hostile card reaches no network and no file, and runs nothing', async () => {
    const loads = (what: string) =>
      `"><img src="${address}/${what}"><iframe src="file:///etc/passwd"></iframe><link rel=stylesheet href="${address}/${what}.css"><style>@import url(${address}/${what})</style><script>fetch("${address}/${what}")</script>`;
    const order = await delivered(app, {
      full_name: `Eve ${loads('n')}`.slice(0, 190),
      signature_name: loads('s').slice(0, 190),
      merchant_name: loads('m').slice(0, 190),
      transaction_id: 'txn',
      statement_descriptor: `<img src=${address}/d>`,
      purchase_user_agent: loads('u'),
    });
    const hostile = await hostileCard();
    expect((await upload(app, uploadForm(order.id, hostile))).code).toBe(415);
    // stored as by an earlier version, which did not check for active content
    const sha256 = createHash('sha256').update(hostile).digest('hex');
    await app.database.query('UPDATE documents SET sha256 = $2, size = $3 WHERE order_id = $1', [
      order.id,
      sha256,
      hostile.length,
    ]);
    const kept = await app.database.query('SELECT storage_key AS key FROM documents WHERE order_id = $1', [order.id]);
    await app.web.get<Storage>('Storage').put(kept[0].key, hostile, 'application/pdf');
    const remark = { orderId: order.id, remark: loads('r'), whatsapp: 'Y' };
    expect((await app.call('POST', '/api/admin/add-new-remark', { as: 'team', body: remark })).code).toBe(200);

    for (const defencePackType of [1, 2]) {
      const answer = await fetch(`${app.url}/api/admin/get-defence-pack-pdf`, {
        method: 'POST',
        headers: { authorization: await app.signIn('admin'), 'content-type': 'application/json' },
        body: JSON.stringify({ orderId: order.id, defencePackType }),
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const text = (await textOf(bytes)).join(' ');
      expect(text.replace(/\s/g, '')).toContain('<iframesrc="file:///etc/passwd">');
      expect(text).not.toMatch(/root:|trapped/);
      expect(await namesIn(bytes)).toEqual([]);
    }
    expect(visits).toEqual([]);
  });

  /** A card with active content that would run when it is opened. */
  async function hostileCard(): Promise<Buffer> {
    const card = await PDFDocument.create();
    card.addPage([300, 200]).drawText('Card', { x: 20, y: 100, size: 20 });
    const { context, catalog: root } = card;
    const run = { S: 'JavaScript', JS: context.obj([]) };
    root.set(PDFName.of('OpenAction'), context.obj({ S: 'Launch', F: 'calc.exe' }));
    root.set(PDFName.of('AA'), context.obj({ WC: run }));
    const sheet = card.getPage(0).node;
    sheet.set(PDFName.of('AA'), context.obj({ O: run }));
    sheet.set(
      PDFName.of('Annots'),
      context.obj([
        context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [0, 0, 300, 200],
          A: { S: 'URI', URI: 'http://evil.example' },
        }),
        context.obj({ Type: 'Annot', Subtype: 'Screen', Rect: [0, 0, 9, 9], A: run, AA: { E: run } }),
      ]),
    );
    await card.attach(Buffer.from('MZ'), 'evil.exe', { mimeType: 'application/octet-stream' });
    card.addJavaScript('main', 'app.alert(1)');
    return Buffer.from(await card.save());
  }

  /** The active content in a PDF that a viewer might run, open or fetch. */
  async function namesIn(bytes: Uint8Array): Promise<string[]> {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const bad = [
      'JavaScript',
      'JS',
      'OpenAction',
      'AA',
      'Launch',
      'EmbeddedFile',
      'EmbeddedFiles',
      'URI',
      'GoToR',
      'SubmitForm',
      'ImportData',
      'RichMedia',
      'XFA',
    ];
    const found = new Set<string>();
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      const dict = object instanceof PDFRawStream ? object.dict : object;
      if (dict instanceof PDFDict)
        for (const name of dict.toString().matchAll(/\/(\w+)/g)) if (bad.includes(name[1]!)) found.add(name[1]!);
    }
    return [...found];
  }
});

/** Requests a page repeatedly and returns how long each answer took. */
function watching(tell: (ms: number) => void): { stop(): Promise<void> } {
  const over = new AbortController();
  const run = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await fetch(`${app.url}/healthz`);
      tell(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: () => {
      over.abort();
      return run;
    },
  };
}
