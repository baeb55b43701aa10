import { readPdf } from '../platform/pdf/document-reader.js';
import { Refused } from '../platform/reply.js';
import { pdfDangers } from '../shared/pdf-dangers.js';

/** The file types of a card. The first bytes decide, never the file name. */
type CardType = { contentType: string; ending: string };

/** A card that was read; `text` is that of its pages, empty for a picture. */
type ReadCard = CardType & { text: string };

const pdfHeader = Buffer.from('%PDF-');

/** More pixels than any scan of a card has, however small the file is. */
const mostPixels = 60_000_000;

/**
 * The type and the text of an uploaded card, after checking that the file can be opened (docs/product.md#uploads-and-documents).
 * @throws Refused 415 for a file that is neither PDF nor image; for a PDF that is truncated, does not parse, needs a
 * password or contains a danger (shared/pdf-dangers.ts); for an image that does not decode. 503 for a PDF that could not be
 * read in time, which can be tried again.
 */
export async function checkCard(bytes: Buffer): Promise<ReadCard> {
  const type = types.find(({ is }) => is(bytes));
  if (!type) throw notAccepted();
  const { contentType, ending } = type;
  if (contentType === 'application/pdf') return { contentType, ending, text: await textOfPdf(bytes) };
  if (!(await decodes(bytes))) throw notAccepted();
  return { contentType, ending, text: '' };
}

/** The text of a PDF that can be passed on. @throws Refused 415 with what is wrong with it; 503 not read in time */
async function textOfPdf(bytes: Buffer): Promise<string> {
  if (!startsWith(0, pdfHeader)(bytes)) throw new Refused(pdfDangers.header, 415);
  const { fault, text } = await readPdf(bytes);
  if (fault) throw new Refused(fault === 'damaged' ? 'This file is not a valid PDF.' : pdfDangers[fault], 415);
  return text;
}

/** The file name of the card for the customer, in mail and download: plain ASCII. */
export function cardFilename(orderId: number, file1: string): string {
  return `arrival-card-${orderId}${file1.slice(file1.lastIndexOf('.'))}`;
}

const types: (CardType & { is: (bytes: Buffer) => boolean })[] = [
  { contentType: 'application/pdf', ending: 'pdf', is: (bytes) => bytes.subarray(0, 1024).includes(pdfHeader) },
  { contentType: 'image/jpeg', ending: 'jpg', is: startsWith(0, Buffer.from([0xff, 0xd8, 0xff])) },
  { contentType: 'image/png', ending: 'png', is: startsWith(0, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  { contentType: 'image/gif', ending: 'gif', is: startsWith(0, Buffer.from('GIF8')) },
  { contentType: 'image/webp', ending: 'webp', is: isWebp },
];

function startsWith(offset: number, mark: Buffer): (bytes: Buffer) => boolean {
  return (bytes) => bytes.subarray(offset, offset + mark.length).equals(mark);
}

/** RIFF and, behind its length, WEBP. */
function isWebp(bytes: Buffer): boolean {
  return startsWith(0, Buffer.from('RIFF'))(bytes) && startsWith(8, Buffer.from('WEBP'))(bytes);
}

/** Decodes the whole picture without keeping the pixels. */
async function decodes(bytes: Buffer): Promise<boolean> {
  // Loaded with the first picture, so that the web process starts faster.
  const { default: sharp } = await import('sharp');
  try {
    await sharp(bytes, { failOn: 'truncated', limitInputPixels: mostPixels, sequentialRead: true })
      .resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}

function notAccepted(): Refused {
  return new Refused('Only PDF or image files are accepted.', 415);
}
