import { PDFDict, PDFDocument, PDFHexString, PDFName, type PDFPage, PDFString } from '@cantoo/pdf-lib';
import { type Rectangle, draw, freshenForm, placeOf, shownOn } from './flatten.js';

/** A form field, a signature or a typed note on a page: what it is called, and the value it keeps, where it is a text. */
export type Attachment = {
  page: number;
  place: Rectangle;
  /** Where the one to the left of it ends, in the same row; the left side of the page where there is none. */
  from: number;
  name: string;
  value: string;
};

/** What is attached to a document's pages, and a PDF with a page for each, on which it stands alone. */
export type Attached = { attachments: Attachment[]; alone: Uint8Array };

/** The most attachments that are read. */
const most = 300;

/**
 * What is attached to the pages of a PDF and shown, for its text to be read; null when there is nothing. It changes the
 * document.
 */
export async function attachedTo(pdf: PDFDocument): Promise<Attached | null> {
  try {
    freshenForm(pdf);
  } catch {
    // a text that the form's font lacks: what has an appearance is read
  }
  const found = pdf.getPages().flatMap((page, at) => attachmentsOf(page, at));
  if (found.length === 0) return null;

  const read = found.slice(0, most);
  const first = pdf.getPageCount();
  for (const { annotation, attachment } of read) {
    const sheet = pdf.addPage();
    const { x, y, width, height } = pdf.getPage(attachment.page).getMediaBox();
    sheet.setMediaBox(x, y, width, height);
    draw(sheet, annotation);
  }
  const alone = await PDFDocument.create();
  const sheets = await alone.copyPages(
    pdf,
    read.map((_, index) => first + index),
  );
  for (const sheet of sheets) alone.addPage(sheet);
  return { attachments: read.map(({ attachment }) => attachment), alone: await alone.save() };
}

function attachmentsOf(page: PDFPage, at: number): { annotation: PDFDict; attachment: Attachment }[] {
  const { x } = page.getMediaBox();
  const found = shownOn(page).flatMap((annotation) => {
    const place = placeOf(annotation);
    return place ? [{ annotation, place }] : [];
  });
  return found.map(({ annotation, place }) => {
    const before = found.filter((other) => isLeftOf(other.place, place)).map((other) => other.place.right);
    const name = inherited(annotation, 'T').replace(/([a-z])(?=[A-Z])/g, '$1 ');
    const attachment = {
      page: at,
      place,
      from: Math.max(x, ...before),
      name: name.replace(/[\W_]+/g, ' ').trim(),
      value: inherited(annotation, 'V'),
    };
    return { annotation, attachment };
  });
}

/** Whether one stands in the row of the other, to the left of it. */
function isLeftOf(one: Rectangle, other: Rectangle): boolean {
  return one.right <= other.left && one.bottom < other.top && one.top > other.bottom;
}

/** A text of a form field; one that is shown at several places has it above them. */
function inherited(annotation: PDFDict, key: string): string {
  const parent = annotation.lookup(PDFName.of('Parent'));
  const own = annotation.lookup(PDFName.of(key)) ?? (parent instanceof PDFDict ? parent.lookup(PDFName.of(key)) : '');
  return own instanceof PDFString || own instanceof PDFHexString ? own.decodeText() : '';
}
