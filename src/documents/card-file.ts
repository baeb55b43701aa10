import { readPdf } from '../platform/pdf/document-reader.js';
import type { PdfFault } from '../platform/pdf/embed.js';
import { Refused } from '../platform/reply.js';
import { type CardKind, cardKinds, kindNames } from '../shared/card-kinds.js';
import { type PdfDanger, pdfDangers } from '../shared/pdf-dangers.js';

/** A card that was read; `text` is that of its pages, empty for a picture. */
type ReadCard = { contentType: string; ending: string; text: string };

const pdfHeader = Buffer.from('%PDF-');

/** Which kinds of files are taken, what one of them is, and the name of its field in the form. */
type Taken = { kinds: readonly CardKind[]; one: string; field: string };

const cards: Taken = { kinds: Object.keys(cardKinds) as CardKind[], one: 'A card', field: 'uploadVisaDoc' };

/** More pixels than any scan of a card has, however small the file is. */
const mostPixels = 60_000_000;

/**
 * The type and the text of an uploaded card, or of another file that is taken, after checking that the file can be opened
 * (docs/form.md#uploads-and-documents). The first bytes decide what it is, never the file name.
 * @throws Refused, with what is wrong: 415 for a file of another kind; for a PDF that is cut off, does not parse, needs a
 * password, takes too much, or contains a danger (shared/pdf-dangers.ts); for a picture that does not decode. 422 for one
 * with too many pixels. 503 for a PDF that could not be read in time, which can be tried again.
 */
export async function checkCard(bytes: Buffer, { kinds, one, field } = cards): Promise<ReadCard> {
  const kind = cards.kinds.find((known) => marks[known](bytes));
  if (!kind || !kinds.includes(kind)) throw new Refused(`${otherKind(bytes)} ${one} is a ${kindNames(kinds)}.`, 415);
  if (kind === 'PDF') return { ...cardKinds.PDF, text: await textOfPdf(bytes) };
  await checkPicture(bytes, kind, field);
  return { ...cardKinds[kind], text: '' };
}

/** The text of a PDF that can be passed on. @throws Refused 415 with what is wrong with it; 503 not read in time */
async function textOfPdf(bytes: Buffer): Promise<string> {
  if (!startsWith(0, pdfHeader)(bytes)) throw new Refused(pdfDangers.header, 415);
  const { fault, text } = await readPdf(bytes);
  if (fault) throw new Refused({ ...pdfDangers, ...pdfFaults }[fault], 415);
  return text;
}

const pdfFaults: Record<Exclude<PdfFault, PdfDanger>, string> = {
  damaged: 'This file is not a valid PDF.',
  cut: 'The end of this PDF is missing. It may have been cut off on its way.',
  password: 'This PDF needs a password to open.',
  encrypted: 'This PDF is encrypted in a way that can’t be opened.',
  empty: 'This PDF has no page.',
  costly: 'This PDF takes too much time or memory to read.',
};

/** The file name of the card for the customer, in mail and download: plain ASCII. */
export function cardFilename(orderId: number, file1: string): string {
  return `arrival-card-${orderId}${file1.slice(file1.lastIndexOf('.'))}`;
}

/** How a file of each kind begins. */
const marks: Record<CardKind, (bytes: Buffer) => boolean> = {
  PDF: (bytes) => bytes.subarray(0, 1024).includes(pdfHeader),
  JPEG: startsWith(0, Buffer.from([0xff, 0xd8, 0xff])),
  PNG: startsWith(0, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  GIF: startsWith(0, Buffer.from('GIF8')),
  WebP: isWebp,
  AVIF: (bytes) => /^ftypavi[fs]/.test(bytes.toString('latin1', 4, 12)),
};

/** Pictures that are not taken, because not everybody can open them, by how they begin. */
const otherPictures: [name: string, is: RegExp][] = [
  ['a HEIC picture', /^.{4}ftyp(?:.{4})*?(?:hei[cxms]|hev[cxms])/s],
  ['a HEIF picture', /^.{4}ftyp(?:mif1|msf1)/s],
  ['a TIFF picture', /^(?:II\*\0|MM\0\*)/],
  ['a BMP picture', /^BM.{4}\0{4}/s],
  ['a JPEG XL picture', /^(?:\xff\n|.{4}JXL )/s],
  ['a JPEG 2000 picture', /^(?:\xffO\xffQ|.{4}jP {2})/s],
  ['an SVG picture', /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<svg[\s>]/s],
];

/** What a file is that is not taken. */
function otherKind(bytes: Buffer): string {
  // the brands of a HEIC lie in a box, whose length comes first
  const box = bytes.length > 8 && bytes.toString('latin1', 4, 8) === 'ftyp' ? bytes.readUInt32BE(0) : 1024;
  const begin = bytes.toString('latin1', 0, Math.min(box, 1024));
  const [name] = otherPictures.find(([, is]) => is.test(begin)) ?? [];
  return name ? `This file is ${name}.` : 'This kind of file is not taken.';
}

function startsWith(offset: number, mark: Buffer): (bytes: Buffer) => boolean {
  return (bytes) => bytes.subarray(offset, offset + mark.length).equals(mark);
}

/** RIFF and, behind its length, WEBP. */
function isWebp(bytes: Buffer): boolean {
  return startsWith(0, Buffer.from('RIFF'))(bytes) && startsWith(8, Buffer.from('WEBP'))(bytes);
}

/**
 * Decodes the whole picture without keeping the pixels.
 * @throws Refused 422 for too many pixels; 415 when it can't be decoded
 */
async function checkPicture(bytes: Buffer, kind: Exclude<CardKind, 'PDF'>, field: string): Promise<void> {
  // Loaded with the first picture, so that the web process starts faster.
  const { default: sharp } = await import('sharp');
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (size && size.width * size.height > mostPixels) throw Refused.input({ [field]: tooManyPixels(size) });
  try {
    await sharp(bytes, { failOn: 'truncated', limitInputPixels: mostPixels, sequentialRead: true })
      .resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
  } catch {
    const fault = hasEnd[kind](bytes)
      ? `This ${kind} picture is damaged and can’t be opened.`
      : `The end of this ${kind} picture is missing. It may have been cut off on its way.`;
    throw new Refused(fault, 415);
  }
}

function tooManyPixels({ width, height }: { width: number; height: number }): string {
  return `This picture has ${width} × ${height} pixels. The most that is taken is ${mostPixels / 1_000_000} million.`;
}

/** Whether a picture has the end that its kind has; some programs write a little behind it. */
const hasEnd: Record<Exclude<CardKind, 'PDF'>, (bytes: Buffer) => boolean> = {
  JPEG: (bytes) => bytes.subarray(-1024).includes(Buffer.from([0xff, 0xd9])),
  PNG: (bytes) => bytes.subarray(-1024).includes('IEND'),
  GIF: (bytes) => bytes.at(-1) === 0x3b,
  WebP: (bytes) => bytes.length >= bytes.readUInt32LE(4) + 8,
  AVIF: hasWholeBoxes,
};

/** Whether a file of boxes, one behind the other, has the last of them whole. Where no box is found it is no matter of the end. */
function hasWholeBoxes(bytes: Buffer): boolean {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    // smaller ones have their length elsewhere, or none
    if (size < 8 || !/^[\w ]{4}$/.test(bytes.toString('latin1', at + 4, at + 8))) return true;
    at += size;
  }
  return at === bytes.length;
}
