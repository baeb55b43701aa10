import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';
import type { Attached, Attachment } from './attached.js';
import type { Rectangle } from './flatten.js';

/** A page drawn on white: its own size in points, its picture's in dots, and the dots as RGBA. */
type Drawn = {
  points: { width: number; height: number };
  dots: { width: number; height: number };
  rgba: Uint8Array;
};

/** The longer side of A4, in points: a larger page is drawn as if it were reduced to it. */
const longest = 842;

/**
 * Draws the pages of a PDF in any state, as far as PDFium, which repairs what it can, is able to read them.
 * @throws Error when it does not open without a password, has no page, or a page comes out white: nobody could tell it
 * from one that was lost
 */
export async function* drawPages(pdf: Uint8Array, dpi: number): AsyncGenerator<Drawn> {
  // Each file gets an instance of its own, so that a damaged file can't harm the next one. Few files need the library, so it
  // is loaded here.
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const document = await (await PDFiumLibrary.init()).loadDocument(pdf);
  if (document.getPageCount() === 0) throw new Error('The document has no page.');

  for (const page of document.pages()) {
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    const scale = (dpi / 72) * Math.min(1, longest / Math.max(width, height));
    const { data: rgba, ...drawn } = await page.render({ scale, render: 'bitmap', renderFormFields: true });
    if (rgba.every((value) => value === 255)) throw new Error(`Page ${page.number + 1} can't be read.`);
    yield { points: { width, height }, dots: { width: drawn.width, height: drawn.height }, rgba };
  }
}

/** The most pages and characters of a document that are read. */
const readable = { pages: 20, characters: 100_000 };

/**
 * Loads PDFium, and returns the function that reads the text of a PDF's pages and of what is attached to them
 * (attached.ts), a line break between pages; it is empty when PDFium can't read the file, or when the file has pictures
 * alone. Each attachment is a line of its own, with the words that stand before or above it on the page, else with its
 * name: `Passport: X1234567`. A form feed before it says that no other words belong to it.
 */
export async function textReader(): Promise<(pdf: Uint8Array, attached: Attached | null) => Promise<string>> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  return async (pdf, attached) => {
    try {
      const document = await library.loadDocument(pdf);
      const pages = Array.from({ length: Math.min(document.getPageCount(), readable.pages) }, (_, at) =>
        document.getPage(at).getText(),
      );
      if (attached) {
        const alone = await library.loadDocument(attached.alone);
        for (const [at, attachment] of attached.attachments.entries()) {
          const shown = shownIn(alone, at, attachment);
          if (shown) pages.push(`\f${labelOf(document.getPage(attachment.page), attachment)}: ${shown}`);
        }
        alone.destroy();
      }
      document.destroy();
      return pages.join('\n').slice(0, readable.characters);
    } catch {
      return '';
    }
  };
}

/** What is read of an attachment. Letters that stand in boxes, with blanks between them, are those of its value. */
function shownIn(alone: PDFiumDocument, at: number, { value }: Attachment): string {
  const shown = alone.getPage(at).getText();
  const packed = (text: string) => text.replace(/\s/g, '');
  return packed(shown) === packed(value) ? value : shown.trim();
}

/** How high the words above an attachment may be, in points. */
const above = 16;

/** The words on a page that an attachment belongs to. */
function labelOf(page: PDFiumPage, { place, from, name }: Attachment): string {
  const { left, right, bottom, top } = place;
  return (
    textWithin(page, { left: from, right: left, bottom, top }) ||
    textWithin(page, { left, right, bottom: top, top: top + above }) ||
    name
  );
}

/** The part of PDFium that its package wraps no functions around. */
type TextModule = {
  wasmExports: { malloc(size: number): number; free(address: number): void };
  HEAPU8: Uint8Array;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_GetBoundedText(
    text: number,
    ...box: [number, number, number, number, address: number, most: number]
  ): number;
};

/** The most letters of a label. */
const longestLabel = 100;

/** The text within a box of a page, in one line. */
function textWithin(page: PDFiumPage, { left, top, right, bottom }: Rectangle): string {
  const { module, pageIdx } = page as unknown as { module: TextModule; pageIdx: number };
  const text = module._FPDFText_LoadPage(pageIdx);
  const buffer = module.wasmExports.malloc(longestLabel * 2);
  const length = module._FPDFText_GetBoundedText(text, left, top, right, bottom, buffer, longestLabel);
  const found = Buffer.from(module.HEAPU8.slice(buffer, buffer + length * 2)).toString('utf16le');
  module.wasmExports.free(buffer);
  module._FPDFText_ClosePage(text);
  return found.replace(/[\s\0:]+/g, ' ').trim();
}

/** A picture of a page as WebP; its sides are in dots. */
export type PagePicture = { webp: Uint8Array; width: number; height: number };

/** A picture of a page to be printed, as JPEG, which a browser puts into a PDF as it is. */
export type PrintedPicture = { jpeg: Uint8Array };

/** The longer side of a small picture, in dots, its WebP quality, and how finely a page is drawn for it. */
const small = { side: 1100, quality: 78, dpi: 96 };
/** The same of a printed one, which small letters are read on. */
const large = { side: 2000, quality: 85, dpi: 150 };

/**
 * A small picture of an image, or of the first page of a PDF.
 * @throws Error when it has no page that can be drawn
 */
export async function pictureOf(bytes: Uint8Array, contentType: string): Promise<PagePicture> {
  const image = await drawn(bytes, contentType, small);
  const { data, info } = await image.webp({ quality: small.quality }).toBuffer({ resolveWithObject: true });
  return { webp: data, width: info.width, height: info.height };
}

/** As `pictureOf`, large enough to be printed. */
export async function printedPictureOf(bytes: Uint8Array, contentType: string): Promise<PrintedPicture> {
  const image = await drawn(bytes, contentType, large);
  return { jpeg: await image.jpeg({ quality: large.quality }).toBuffer() };
}

/** An image, or the first page of a PDF, upright on white, within a square. */
async function drawn(bytes: Uint8Array, contentType: string, { side, dpi }: { side: number; dpi: number }) {
  const { default: sharp } = await import('sharp');
  const image = contentType === 'application/pdf' ? await firstPage() : sharp(bytes, { failOn: 'truncated' });
  return image
    .rotate()
    .flatten({ background: 'white' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

  async function firstPage() {
    for await (const { dots, rgba } of drawPages(bytes, dpi)) return sharp(rgba, { raw: { ...dots, channels: 4 } });
    throw new Error('The document has no page.');
  }
}
