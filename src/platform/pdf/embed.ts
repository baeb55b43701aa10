import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { type ZlibOptions, constants, inflate as zlibInflate, inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  type PDFEmbeddedPage,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  decodePDFRawStream,
  degrees,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { dangerIn, type PdfDanger } from '../../shared/pdf-dangers.js';
import { dangerOf } from './dangers.js';
import { flatten, freshenForm } from './flatten.js';
import { drawPages } from './raster.js';

/**
 * How the pages of a document can be shown: as they are; without some of the marks on them (flatten.ts); or as pictures
 * because it is damaged or locked.
 */
export type DocumentLook = { how: 'whole' | 'partly' | 'pictures'; pages: number };

/** A document of which every page can be shown. */
export type ReadyDocument = DocumentLook & { pdf: PDFDocument };

/** An area of a page, in millimetres from its upper left corner. */
export type Frame = { left: number; top: number; width: number; height: number };

const pointsPerMm = 72 / 25.4;
const dpi = 200;
const thumbnailDpi = 50;
const pointsPerDot = 72 / dpi;
/** Of the pictures' JPEG, 1 to 100. */
const quality = 88;
/** The most bytes that a stream may inflate to. No document that is worth showing needs more. */
const mostInflated = 2 ** 28;
/** A stream that ends without its checksum is accepted, because PDF readers accept it. */
const inflating = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostInflated };
const inflated = promisify<Uint8Array, ZlibOptions, Buffer>(zlibInflate);
/** A4 at 200 dpi, in dots. */
const a4 = { width: 1654, height: 2339 };

boundDecoders();

/**
 * What is wrong with a PDF that is to be passed on: it is damaged, or cut off; it needs a password, or is encrypted in a way
 * that nobody here knows; it has no page; reading it takes too much; or there is a danger in it.
 */
export type PdfFault = PdfDanger | 'damaged' | 'cut' | 'password' | 'encrypted' | 'empty' | 'costly';

/**
 * What is wrong with a PDF that is to be passed on, undefined when nothing is: it parses, is not cut off, has a page, opens
 * without a password, and has nothing in it that a reader would run or save.
 */
export async function checkPdf(bytes: Uint8Array): Promise<PdfFault | undefined> {
  return (await openChecked(bytes)).fault;
}

/** As `checkPdf`, with the PDF when nothing is wrong. */
export async function openChecked(
  bytes: Uint8Array,
): Promise<{ fault: PdfFault; pdf?: undefined } | { fault?: undefined; pdf: PDFDocument }> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return { fault: 'damaged' };
  const fault = faultOfEnd(bytes);
  if (fault) return { fault };
  const before = grown;
  try {
    const pdf = await openPdf(bytes);
    if (pdf.getPageCount() === 0) return { fault: 'empty' };
    // A reader may find objects that the parser passes over, by an offset into a stream.
    const fault = dangerOf(pdf.context) ?? dangerIn(Buffer.from(bytes).toString('latin1'));
    return fault ? { fault } : { pdf };
  } catch (error) {
    return { fault: grown > before ? 'costly' : faultOf(error, bytes) };
  }
}

function faultOf(error: unknown, bytes: Uint8Array): PdfFault {
  const { message } = error as Error;
  if (message === 'NEEDS PASSWORD') return encryptsFilesAlone(bytes) ? 'file' : 'password';
  return /^(?:unknown encryption method|unsupported encryption algorithm|Unknown crypto method)/.test(message)
    ? 'encrypted'
    : 'damaged';
}

/** Whether the password is that of the files within it: its own pages are not encrypted, so they open without one (ISO 32000-2, 7.6.6). */
function encryptsFilesAlone(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return /\/EFF\s*\/(?!Identity\b)/.test(text) && !/\/St[mr]F\s*\/(?!Identity\b)/.test(text);
}

/**
 * Makes an uploaded document ready to be laid into a pack: a PDF with all its pages, any other type as an image.
 * Annotations and form fields become part of their page, those without an appearance are left out; links end. A PDF that can't be taken apart is drawn at 200 dpi.
 * @throws Error when not every page can be shown
 */
export async function readyDocument(bytes: Uint8Array, contentType: string): Promise<ReadyDocument> {
  if (contentType !== 'application/pdf') return imagePage(bytes);
  return (await wholePdf(bytes)) ?? pictures(bytes);
}

/** What `readyDocument` will make of a document, without the pictures of its pages. @throws as it does */
export async function lookAt(bytes: Uint8Array, contentType: string): Promise<DocumentLook> {
  if (contentType !== 'application/pdf') return imagePage(bytes);
  const whole = await wholePdf(bytes);
  if (whole) return whole;

  let pages = 0;
  for await (const _ of drawPages(bytes, thumbnailDpi)) pages++;
  return { how: 'pictures', pages };
}

/**
 * Lays each page of a document into a page of a pack, fitted into the frame, never enlarged; text stays text.
 * @param titles the outline entries that name the pack's pages to take, one for each page of the document
 * @throws Error when a page has no place: a document is shown whole or not at all
 */
export async function layInto(
  whole: PDFDocument,
  document: ReadyDocument,
  titles: string[],
  frame: Frame,
): Promise<void> {
  const pageIndices = outlineOf(whole);
  const sheets = document.pdf.getPages();
  // Images are only written into their document here; the pages to be copied would lack them.
  await document.pdf.flush();
  const embedded = await whole.embedPages(sheets, sheets.map(visibleBox));

  const free = new Set(whole.getPageIndices());
  for (const [index, page] of embedded.entries()) {
    const pageIndex = pageIndices.get(titles[index] ?? '');
    if (pageIndex === undefined || !free.delete(pageIndex))
      throw new Error(`Page ${index + 1} of the document has no place.`);
    const target = whole.getPage(pageIndex);
    target.drawPage(page, fitted(page, sheets[index]!.getRotation().angle, frame, target.getHeight()));
  }
}

/** How many pages a PDF has. */
export async function pageCount(pdf: Uint8Array): Promise<number> {
  return (await openPdf(pdf)).getPageCount();
}

/** How many streams grew too large so far. The parser hides the error of one that has objects in it. */
let grown = 0;

/** Bounds the library's decoders, which inflate while it parses: a file of some kilobytes could fill the memory. */
function boundDecoders(): void {
  const dict = PDFContext.create().obj({ Filter: 'FlateDecode' });
  const empty = decodePDFRawStream(PDFRawStream.of(dict, Uint8Array.of(0x78, 0x9c)));
  const decoder = Object.getPrototypeOf(Object.getPrototypeOf(empty)) as Decoder;
  const grow = decoder.ensureBuffer;
  decoder.ensureBuffer = function (size) {
    if (size > mostInflated) {
      grown++;
      throw new TooLarge('A stream grows too large.');
    }
    return grow.call(this, size);
  };
}

/** What the library's decoders have in common, and call before they write. */
type Decoder = { ensureBuffer: (this: Decoder, size: number) => Uint8Array };

/** Encrypted files open when they need no password to be read; pages are never skipped. */
async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const options = { password: '', updateMetadata: false };
  try {
    return await PDFDocument.load(bytes, { ...options, throwOnInvalidObject: true });
  } catch (error) {
    if (!Buffer.from(bytes).includes('/Encrypt')) throw error;
    // In an encrypted file the library takes two kinds of objects for invalid. It parses object streams before it can
    // decrypt them, and it decrypts the cross-reference stream, which is never encrypted.
    const pdf = await PDFDocument.load(bytes, options);
    const invalid = pdf.context.enumerateIndirectObjects().filter(([, object]) => object instanceof PDFInvalidObject);
    if (!invalid.every(([, object]) => isCrossReference(object))) throw error;
    return pdf;
  }
}

function isCrossReference(object: PDFObject): boolean {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  const [dict = ''] = Buffer.from(bytes).toString('latin1').split('stream', 1);
  return /\/Type\s*\/XRef\b/.test(dict);
}

/**
 * What is wrong with the end of a file, which readers start from: it is not there, or does not say where in the file the table of objects
 * is. The parser reads as far as a file goes, and doesn't ask.
 */
function faultOfEnd(bytes: Uint8Array): 'cut' | 'damaged' | undefined {
  const end = Buffer.from(bytes.subarray(-2048)).toString('latin1');
  if (!end.includes('%%EOF')) return 'cut';
  const [, table] = /startxref\s+(\d+)\s+%%EOF/.exec(end) ?? [];
  return table === undefined || Number(table) >= bytes.length ? 'damaged' : undefined;
}

/** A stream inflates beyond `mostInflated`. Such a file is not drawn as pictures either. */
class TooLarge extends Error {}

/** The document as it is, perhaps without some marks; undefined when it is too damaged to be taken apart. @throws TooLarge */
async function wholePdf(bytes: Uint8Array): Promise<ReadyDocument | undefined> {
  try {
    const pdf = await openPdf(bytes);
    freshenForm(pdf);
    let isWhole = true;
    for (const page of pdf.getPages()) {
      isWhole = flatten(page) && isWhole;
      readThrough(page);
    }
    await checkStreams(pdf);
    return { how: isWhole ? 'whole' : 'partly', pages: pdf.getPageCount(), pdf };
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    return undefined;
  }
}

/** The document as pictures of its pages, each as large as its page. */
async function pictures(bytes: Uint8Array): Promise<ReadyDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for await (const { points, dots, rgba } of drawPages(bytes, dpi)) {
    const jpeg = await sharp(rgba, { raw: { ...dots, channels: 4 } })
      .flatten()
      .jpeg({ quality })
      .toBuffer();
    pdf.addPage([points.width, points.height]).drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, ...points });
  }
  return { how: 'pictures', pages: pdf.getPageCount(), pdf };
}

/** Decodes what the page draws, so that damage shows before the pack is printed. An empty page gets something to draw. */
function readThrough(page: PDFPage): void {
  if (!page.node.Contents()) page.pushOperators(pushGraphicsState(), popGraphicsState());
  const { Contents } = page.node.normalizedEntries();
  for (let index = 0; index < (Contents?.size() ?? 0); index++) {
    const stream = Contents!.lookup(index, PDFStream);
    if (stream instanceof PDFRawStream) decodePDFRawStream(stream).decode();
  }
}

/**
 * Inflates every deflated stream, images and fonts too, because its checksum shows damage that no parser notices.
 * @throws Error at the first that is damaged
 */
async function checkStreams(pdf: PDFDocument): Promise<void> {
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && isDeflated(object)) await inflate(object.getContents());
  }
}

/** In a reader's thread at once, so that the time counts as the thread's (document-reader.ts); else without keeping others waiting. */
async function inflate(bytes: Uint8Array): Promise<void> {
  try {
    if (isMainThread) await inflated(bytes, inflating);
    else inflateSync(bytes, inflating);
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge(String(error)) : error;
  }
}

function isDeflated({ dict }: PDFRawStream): boolean {
  const filter = dict.lookup(PDFName.of('Filter'));
  const first = filter instanceof PDFArray ? filter.lookup(0) : filter;
  return first === PDFName.of('FlateDecode') || first === PDFName.of('Fl');
}

/** A damaged image is shown as far as it can be read. */
async function imagePage(bytes: Uint8Array): Promise<ReadyDocument> {
  const whole = await toJpeg(bytes, 'warning').catch(() => undefined);
  const jpeg = whole ?? (await toJpeg(bytes, 'none'));

  const pdf = await PDFDocument.create({ updateMetadata: false });
  const image = await pdf.embedJpg(jpeg);
  const size = { width: image.width * pointsPerDot, height: image.height * pointsPerDot };
  pdf.addPage([size.width, size.height]).drawImage(image, { x: 0, y: 0, ...size });
  return { how: whole ? 'whole' : 'pictures', pages: 1, pdf };
}

function toJpeg(bytes: Uint8Array, failOn: 'warning' | 'none'): Promise<Buffer> {
  return sharp(bytes, { failOn })
    .rotate()
    .flatten({ background: '#fff' })
    .resize({ ...a4, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality })
    .toBuffer();
}

type Box = { left: number; bottom: number; right: number; top: number };

/** What a reader shows of a page: its crop box, which may not be larger than the page. */
function visibleBox(page: PDFPage): Box {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const box = {
    left: Math.max(media.x, crop.x),
    bottom: Math.max(media.y, crop.y),
    right: Math.min(media.x + media.width, crop.x + crop.width),
    top: Math.min(media.y + media.height, crop.y + crop.height),
  };
  const empty = box.left >= box.right || box.bottom >= box.top;
  return empty ? { left: media.x, bottom: media.y, right: media.x + media.width, top: media.y + media.height } : box;
}

/** Where and how large a page stands in the frame, upright: a page's own rotation is clockwise, drawing's the other way. */
function fitted(page: PDFEmbeddedPage, rotation: number, frame: Frame, pageHeight: number) {
  const turn = ((rotation % 360) + 360) % 360;
  const lying = turn === 90 || turn === 270;
  const [width, height] = lying ? [page.height, page.width] : [page.width, page.height];
  const room = { width: frame.width * pointsPerMm, height: frame.height * pointsPerMm };
  const scale = Math.min(room.width / width, room.height / height, 1);

  const left = frame.left * pointsPerMm + (room.width - width * scale) / 2;
  const bottom = pageHeight - frame.top * pointsPerMm - (room.height + height * scale) / 2;
  return {
    x: left + (turn === 180 || turn === 270 ? width * scale : 0),
    y: bottom + (turn === 90 || turn === 180 ? height * scale : 0),
    xScale: scale,
    yScale: scale,
    rotate: degrees(-turn),
  };
}

/** The outline's entries by title, each with the index of the page it leads to. */
function outlineOf(pdf: PDFDocument): Map<string, number> {
  const pages = new Map(pdf.getPages().map((page, index) => [page.ref, index]));
  const found = new Map<string, number>();
  const walk = (entry: PDFDict | undefined): void => {
    for (; entry; entry = entry.lookupMaybe(PDFName.of('Next'), PDFDict)) {
      const title = entry.lookupMaybe(PDFName.of('Title'), PDFString, PDFHexString)?.decodeText();
      const page = entry.lookupMaybe(PDFName.of('Dest'), PDFArray)?.get(0);
      if (title !== undefined && page instanceof PDFRef) found.set(title, pages.get(page) ?? -1);
      walk(entry.lookupMaybe(PDFName.of('First'), PDFDict));
    }
  };
  walk(pdf.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict)?.lookupMaybe(PDFName.of('First'), PDFDict));
  return found;
}
