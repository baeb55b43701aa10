import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFString,
  StandardFonts,
  degrees,
} from '@cantoo/pdf-lib';
import sharp from 'sharp';
import {
  type Frame,
  type ReadyDocument,
  checkPdf,
  lookAt,
  pageCount,
  readyDocument,
} from '../../../src/platform/pdf/embed.js';
import { finish } from '../../../src/platform/pdf/finish.js';
import { PdfPrinter } from '../../../src/platform/pdf/printer.js';
import { contentOf, hasAnnotations, textOf } from './read-pdf.js';
import { darkness, picturesOf } from './see-pdf.js';
import { printerBrowser } from '../../support/found-browser.js';

/** A printed pack with the document laid into it. */
const layInto = (pack: Uint8Array, document: ReadyDocument, titles: string[], frame: Frame) =>
  finish(pack, { title: 'Pack', author: 'Seller' }, { document, titles, frame });

const printer = new PdfPrinter(printerBrowser);
afterAll(() => printer.close());

/** A card with this many pages, each with its number printed. */
async function card(pages: number, change: (document: PDFDocument) => void | Promise<void> = () => undefined) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++)
    document.addPage([595, 842]).drawText(`card page ${number}`, { x: 60, y: 760, size: 20, font });
  await change(document);
  return document.save({ useObjectStreams: false });
}

/** A file that qpdf encrypted: it opens without a password, and its objects lie in object streams. */
const fixture = (name: string) => readFile(new URL(`fixtures/${name}.pdf`, import.meta.url));

/** A card whose pages' content breaks off in the middle. */
async function damaged(pages: number): Promise<Uint8Array> {
  const lines = Array.from({ length: 60 }, (_, line) => `${line} ${Math.sin(line)} ${Math.cos(line)}`);
  const bytes = Buffer.from(
    await card(pages, (document) => {
      for (const page of document.getPages())
        for (const [index, line] of lines.entries()) page.drawText(line, { x: 60, y: 740 - index * 12, size: 9 });
    }),
  );
  for (let stream = bytes.indexOf('\nstream'); stream > 0; stream = bytes.indexOf('\nstream', stream + 8)) {
    const end = bytes.indexOf('\nendstream', stream);
    if (end - stream > 800) bytes.fill(0xff, end - 100, end - 50);
  }
  return bytes;
}

const encrypted = (passwords: { userPassword?: string; ownerPassword: string }) =>
  card(2, (document) => document.encrypt({ ...passwords, permissions: {} }));

describe('checkPdf', () => {
  test('takes a PDF, also one that only asks a password for changes', async () => {
    expect(await checkPdf(await card(1))).toBeUndefined();
    expect(await checkPdf(await encrypted({ ownerPassword: 'owner' }))).toBeUndefined();
  });

  test('refuses one that needs a password to be read', async () => {
    expect(await checkPdf(await encrypted({ userPassword: 'secret', ownerPassword: 'owner' }))).toBe('password');
  });

  test('refuses one that was cut off anywhere', async () => {
    const whole = await card(3);
    for (const part of [0.1, 0.5, 0.9, 0.99])
      expect(await checkPdf(whole.subarray(0, whole.length * part))).toBe('cut');
  });

  test('refuses what is no PDF', async () => {
    for (const bytes of [
      '',
      'plain text',
      '%PDF-1.7\nstartxref\n900\n%%EOF',
      '%PDF-1.7\n<html></html>\nstartxref\n9\n%%EOF',
    ])
      expect(await checkPdf(Buffer.from(bytes))).toBe('damaged');
  });

  test.each(['owner-rc4', 'owner-aes-128', 'owner-aes-256'])(
    'takes one encrypted with object streams: %s',
    async (name) => {
      const bytes = await fixture(name);
      expect(await checkPdf(bytes)).toBeUndefined();
      expect(await lookAt(bytes, 'application/pdf')).toMatchObject({ how: 'whole', pages: 2 });
    },
  );

  const set = (key: string, value: object) => (document: PDFDocument) =>
    document.catalog.set(PDFName.of(key), document.context.register(document.context.obj(value as never)));
  const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') };
  const onPage = (value: object) => (document: PDFDocument) => {
    const annotation = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], ...value };
    document.getPage(0).node.addAnnot(document.context.register(document.context.obj(annotation as never)));
  };
  test.each<[string, string | undefined, (document: PDFDocument) => void | Promise<void>]>([
    ['a script at its opening', 'script', set('OpenAction', script)],
    ['a script among its names', 'script', set('Names', { JavaScript: { Names: [PDFString.of('run'), script] } })],
    ['a script at its closing', 'script', set('AA', { WC: script })],
    ['a script behind a link', 'script', onPage({ A: script })],
    ['a program behind a link', 'program', onPage({ A: { S: 'Launch', F: PDFString.of('calc.exe') } })],
    ['another file', 'file', (document) => document.attach(Buffer.from('MZ'), 'run.exe')],
    ['a file pinned to a page', 'file', onPage({ Subtype: 'FileAttachment' })],
    ['a link', undefined, onPage({ A: { S: 'URI', URI: PDFString.of('https://example.com') } })],
    ['a view at its opening', undefined, set('OpenAction', { S: 'Named', N: 'FirstPage' })],
  ])('finds %s, in object streams and out of them', async (_what, danger, change) => {
    const document = await PDFDocument.load(await card(1));
    await change(document);
    for (const useObjectStreams of [true, false])
      expect(await checkPdf(await document.save({ useObjectStreams }))).toBe(danger);
  });

  test('finds what is encrypted, written by codes, or out of the parser’s sight', async () => {
    expect(await checkPdf(await fixture('owner-aes-256-script'))).toBe('script');
    const written = await PDFDocument.load(await card(1));
    set('OpenAction', script)(written);
    const plain = Buffer.from(await written.save({ useObjectStreams: false })).toString('latin1');
    expect(await checkPdf(Buffer.from(plain.replace('/JavaScript', '/#4aavaScrip#74'), 'latin1'))).toBe('script');

    const inStream = await card(1, (document) => {
      const text = '9 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj';
      document.context.register(PDFRawStream.of(document.context.obj({}), Buffer.from(text)));
    });
    expect(await checkPdf(inStream)).toBe('script');
  });
});

describe('laying a document into a pack', () => {
  const frame = { left: 20, top: 30, width: 170, height: 235 };
  const titles = ['Place 1', 'Place 2'];
  /** The same area as fractions of an A4 page. */
  const inFrame = [20 / 210, 30 / 297, 190 / 210, 265 / 297] as const;
  let pack: Uint8Array;
  beforeAll(async () => {
    const sections = titles.map((title) => `<h2 style="break-before:page">${title}</h2>`);
    pack = await printer.print(
      `<html><head><title>Pack</title><style>@page{size:A4;margin:20mm}</style></head><body><h1>One</h1>${sections.join('')}</body></html>`,
    );
  });

  test('every page finds its place, as text', async () => {
    const { bytes, pages } = await layInto(pack, await readyDocument(await card(2), 'application/pdf'), titles, frame);
    expect(pages).toBe(3);
    expect(await textOf(bytes)).toEqual(['One', 'Place 1 card page 1', 'Place 2 card page 2']);
  });

  test('the same pack and document give the same bytes', async () => {
    const bytes = await card(2);
    const lay = async () => (await layInto(pack, await readyDocument(bytes, 'application/pdf'), titles, frame)).bytes;
    expect(Buffer.from(await lay()).equals(Buffer.from(await lay()))).toBe(true);
  });

  test('an encrypted document that needs no password is laid in whole', async () => {
    const document = await readyDocument(await encrypted({ ownerPassword: 'owner' }), 'application/pdf');
    const { bytes } = await layInto(pack, document, titles, frame);
    expect(document.how).toBe('whole');
    expect((await textOf(bytes)).slice(1)).toEqual(['Place 1 card page 1', 'Place 2 card page 2']);
  });

  test('stamps and form fields stay visible, links end', async () => {
    const bytes = await card(2, (document) => {
      const field = document.getForm().createTextField('visa');
      field.setText('FIELD 4711');
      field.addToPage(document.getPage(0), { x: 60, y: 600, width: 200, height: 30 });
      const link = document.context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 100, 100],
        A: { S: 'URI', URI: PDFString.of('http://example.com') },
      });
      document.getPage(1).node.addAnnot(document.context.register(link));
    });
    const laid = await layInto(pack, await readyDocument(bytes, 'application/pdf'), titles, frame);
    expect((await textOf(laid.bytes))[1]).toContain('FIELD 4711');
    expect(await hasAnnotations(laid.bytes)).toBe(false);
  });

  const square = (document: PDFDocument, more: object = {}) => {
    const dict = { Type: 'Annot', Subtype: 'Square', Rect: [60, 500, 300, 600], C: [1, 0, 0], ...more };
    document.getPage(0).node.addAnnot(document.context.register(document.context.obj(dict as never)));
  };
  test.each<[string, 'whole' | 'partly', (document: PDFDocument) => void]>([
    ['a mark without an appearance', 'partly', square],
    ['a hidden mark', 'whole', (document) => square(document, { F: 2 })],
    [
      'a field for a signature that nobody gave',
      'whole',
      (document) => square(document, { Subtype: 'Widget', FT: 'Sig' }),
    ],
    ['a link', 'whole', (document) => square(document, { Subtype: 'Link' })],
    [
      'a field with letters that its font lacks',
      'whole',
      (document) => {
        const form = document.getForm();
        const field = form.createTextField('name');
        field.setText('Zhuk');
        field.addToPage(document.getPage(0), { x: 60, y: 600, width: 200, height: 30 });
        form.updateFieldAppearances();
        field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText('Жук'));
        form.acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
      },
    ],
  ])('%s: the document is shown %s', async (_what, how, change) => {
    const bytes = await card(1, change);
    expect(await lookAt(bytes, 'application/pdf')).toMatchObject({ how, pages: 1 });
    expect(await readyDocument(bytes, 'application/pdf')).toMatchObject({ how, pages: 1 });
  });

  test('a page without any content is a page too', async () => {
    const bytes = await card(1, (document) => void document.addPage());
    const { pages } = await layInto(pack, await readyDocument(bytes, 'application/pdf'), titles, frame);
    expect(pages).toBe(3);
  });

  test.each([
    [0, [0, 842]],
    [90, [0, 0]],
    [180, [595, 0]],
    [270, [595, 842]],
  ])('a page turned by %i degrees stands upright inside the frame', async (angle, upperLeft) => {
    const bytes = await card(1, (document) => document.getPage(0).setRotation(degrees(angle)));
    const laid = await layInto(pack, await readyDocument(bytes, 'application/pdf'), ['Place 1'], frame);
    const place = placing((await PDFDocument.load(laid.bytes)).getPage(1));

    const corners = [
      [0, 0],
      [0, 842],
      [595, 0],
      [595, 842],
    ].map(place);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    expect(place(upperLeft)).toEqual([Math.min(...xs), Math.max(...ys)]);
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(56);
    expect(Math.max(...xs)).toBeLessThanOrEqual(539);
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(90);
    expect(Math.max(...ys)).toBeLessThanOrEqual(757);
  });

  test.each(['png', 'avif'] as const)('an image is one page: %s', async (format) => {
    const picture = await sharp({ create: { width: 300, height: 500, channels: 4, background: '#f008' } })
      .toFormat(format)
      .toBuffer();
    const document = await readyDocument(picture, `image/${format}`);
    const laid = await layInto(pack, document, ['Place 1'], frame);
    expect([document.how, document.pages, laid.pages]).toEqual(['whole', 1, 3]);
    expect(darkness((await picturesOf(laid.bytes, 50))[1]!, inFrame)).toBeGreaterThan(0.01);
  });

  test('a damaged image is shown as far as it goes, and told so', async () => {
    const noise = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    const document = await readyDocument(noise.subarray(0, noise.length / 2), 'image/jpeg');
    expect(document.how).toBe('pictures');
  });

  test('a damaged document is shown as pictures of its pages, at 200 dpi', async () => {
    const bytes = await damaged(2);
    const document = await readyDocument(bytes, 'application/pdf');
    const laid = await layInto(pack, document, titles, frame);
    expect(await lookAt(bytes, 'application/pdf')).toEqual({ how: 'pictures', pages: 2 });
    expect([document.how, laid.pages]).toEqual(['pictures', 3]);

    const [, first, second] = await picturesOf(laid.bytes, 50);
    for (const page of [first!, second!]) expect(darkness(page, inFrame)).toBeGreaterThan(0.01);
  });

  test('the pictures have 200 dots an inch', async () => {
    const { pdf } = await readyDocument(await damaged(1), 'application/pdf');
    const bytes = Buffer.from(await pdf.save());
    const { width } = await sharp(bytes.subarray(bytes.indexOf('\xff\xd8', 0, 'latin1'))).metadata();
    expect(pdf.getPage(0).getWidth()).toBe(595);
    expect(width).toBe(Math.floor((595 * 200) / 72));
  });

  test('a document with a page that nothing can be seen of is refused whole', async () => {
    const bytes = Buffer.from(await card(2));
    const stream = bytes.indexOf('stream', bytes.indexOf('/FlateDecode'));
    bytes.fill(0xff, stream + 8, stream + 40);
    await expect(readyDocument(bytes, 'application/pdf')).rejects.toThrow("Page 1 can't be read.");
    await expect(lookAt(bytes, 'application/pdf')).rejects.toThrow("Page 1 can't be read.");
  });

  test('a document that needs a password is refused', async () => {
    const bytes = await encrypted({ userPassword: 'secret', ownerPassword: 'owner' });
    await expect(readyDocument(bytes, 'application/pdf')).rejects.toThrow();
  });

  test('a page without a place fails the whole pack', async () => {
    const document = await readyDocument(await card(3), 'application/pdf');
    await expect(layInto(pack, document, titles, frame)).rejects.toThrow('Page 3 of the document has no place.');
    const twice = await readyDocument(await card(2), 'application/pdf');
    await expect(layInto(pack, twice, ['Place 1', 'Place 1'], frame)).rejects.toThrow('Page 2 of the document');
  });

  test('a document of sixty pages is laid in whole', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `Place ${index + 1}`);
    const long = await printer.print(
      `<html><head><title>Pack</title></head><body><h1>One</h1>${many.map((title) => `<h2 style="break-before:page">${title}</h2>`).join('')}</body></html>`,
    );
    const { bytes, pages } = await layInto(long, await readyDocument(await card(60), 'application/pdf'), many, frame);
    expect([pages, await pageCount(bytes)]).toEqual([61, 61]);
    expect((await textOf(bytes))[60]).toBe('Place 60 card page 60');
  });
});

/** The position of a point of the document on the page that it was embedded in, in whole points. */
function placing(page: PDFPage): (point: number[]) => [number, number] {
  const content = contentOf(page);
  const drawn = content.slice(content.lastIndexOf('\nq\n', content.indexOf('EmbeddedPdfPage')));
  const matrices = [...drawn.matchAll(/((?:[-\d.e]+ ){6})cm/g)].map(([, numbers]) =>
    numbers!.trim().split(' ').map(Number),
  );
  return (point) =>
    matrices
      .toReversed()
      .reduce(([x, y], [a, b, c, d, e, f]) => [a! * x! + c! * y! + e!, b! * x! + d! * y! + f!], point)
      .map(Math.round) as [number, number];
}
