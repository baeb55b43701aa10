import { checkPdf } from '../platform/pdf/document-reader.js';
import { Refused } from '../platform/reply.js';

/** What a card may be, told by its first bytes and never by its name. */
export type CardType = { contentType: string; ending: string };

/** A picture larger than this is no scan of a card, whatever its file's size. */
const mostPixels = 60_000_000;

/**
 * The type of an uploaded card, once it has shown that it can be opened (api: upload-visa-document).
 * @throws Refused 415 for what is neither PDF nor image, for a PDF that is cut off, does not parse or needs a password, and for
 * an image that does not decode.
 */
export async function checkCard(bytes: Buffer): Promise<CardType> {
  const type = types.find(({ is }) => is(bytes));
  if (!type) throw notAccepted();
  if (type.contentType === 'application/pdf') {
    if (!(await checkPdf(bytes))) throw new Refused('This file is not a valid PDF.', 415);
  } else if (!(await decodes(bytes))) {
    throw notAccepted();
  }
  return { contentType: type.contentType, ending: type.ending };
}

/** What the card is called where people keep it: plain ASCII, for mail and download alike. */
export function cardFilename(orderId: number, file1: string): string {
  return `arrival-card-${orderId}${file1.slice(file1.lastIndexOf('.'))}`;
}

const types: (CardType & { is: (bytes: Buffer) => boolean })[] = [
  { contentType: 'application/pdf', ending: 'pdf', is: (bytes) => bytes.subarray(0, 1024).includes('%PDF-') },
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

/** Reads the picture to its last line without keeping it. */
async function decodes(bytes: Buffer): Promise<boolean> {
  // Loaded with the first picture: the web process shall start without it.
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
