import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  ParseSpeeds,
  StandardFonts,
  beginText,
  decodePDFRawStream,
  endText,
  moveText,
  popGraphicsState,
  pushGraphicsState,
  setFontAndSize,
  showText,
} from '@cantoo/pdf-lib';
import { type Frame, type ReadyDocument, layInto } from './embed.js';

/** What the properties of a document say. */
export type About = { title: string; author: string };

/** A document to be laid into pages that outline entries name. */
export type Laid = { document: ReadyDocument; titles: string[]; frame: Frame };

/** The size of the page numbers, in points. */
const numberSize = 10;

/**
 * Finishes a printed document: its links inside the document become page numbers, right behind the linked words, because
 * a printed page can't be clicked; its properties name its author and not the program that made it; and another document
 * is laid into it.
 */
export async function finish(
  printed: Uint8Array,
  about: About,
  laid?: Laid,
): Promise<{ bytes: Uint8Array; pages: number }> {
  const whole = await PDFDocument.load(printed, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
  describe(whole, about);
  await numberLinks(whole);
  if (laid) await layInto(whole, laid.document, laid.titles, laid.frame);
  const bytes = await whole.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Infinity });
  return { bytes, pages: whole.getPageCount() };
}

function describe(whole: PDFDocument, { title, author }: About): void {
  whole.setTitle(title, { showInWindowTitleBar: true });
  whole.setAuthor(author);
  whole.setCreator(author);
  whole.setProducer(author);
  whole.setLanguage('en');
}

async function numberLinks(whole: PDFDocument): Promise<void> {
  const targets = destinations(whole);
  for (const page of whole.getPages()) {
    const annotations = page.node.Annots();
    if (!annotations) continue;
    page.node.delete(PDFName.of('Annots'));
    const numbers = linksOf(annotations).flatMap(({ to, right, bottom }) => {
      const target = targets.get(to);
      return target === undefined ? [] : [{ text: String(target + 1), x: right, y: bottom }];
    });
    await write(whole, page, numbers);
  }
  dropObjectReferences(whole);
}

type Link = { to: string; right: number; bottom: number };

function linksOf(annotations: PDFArray): Link[] {
  return annotations.asArray().flatMap((_, index) => {
    const annotation = annotations.lookupMaybe(index, PDFDict);
    const to = annotation?.lookup(PDFName.of('Dest'));
    const box = annotation?.lookupMaybe(PDFName.of('Rect'), PDFArray);
    if (!(to instanceof PDFName) || !box) return [];
    const side = (at: number) => box.lookup(at, PDFNumber).asNumber();
    return [{ to: to.asString(), right: side(2), bottom: side(1) }];
  });
}

/** The index of the page that each name leads to. */
function destinations(whole: PDFDocument): Map<string, number> {
  const pages = new Map<PDFObject, number>(whole.getPages().map((page, index) => [page.ref, index]));
  const names = whole.catalog.lookupMaybe(PDFName.of('Dests'), PDFDict)?.entries() ?? [];
  return new Map(
    names.flatMap(([name, reference]): [string, number][] => {
      const target = whole.context.lookup(reference);
      const page = target instanceof PDFArray ? target.get(0) : undefined;
      const index = page instanceof PDFRef ? pages.get(page) : undefined;
      return index === undefined ? [] : [[name.asString(), index]];
    }),
  );
}

/** Writes numbers in a font that the page has already; in Helvetica when none of them draws every digit. */
async function write(
  whole: PDFDocument,
  page: PDFPage,
  numbers: { text: string; x: number; y: number }[],
): Promise<void> {
  if (numbers.length === 0) return;
  const digits = new Set(numbers.flatMap(({ text }) => Array.from(text)));
  const own = fontWith(page, digits);
  const name =
    own?.name ?? page.node.newFontDictionary('PageNumber', (await whole.embedFont(StandardFonts.Helvetica)).ref);
  const codes = (text: string) =>
    PDFHexString.of(Array.from(text, (digit) => own?.codes.get(digit) ?? digit.charCodeAt(0).toString(16)).join(''));
  // the letters of a line stand a little above the lower edge of its box
  for (const { text, x, y } of numbers) {
    page.pushOperators(
      pushGraphicsState(),
      beginText(),
      setFontAndSize(name, numberSize),
      moveText(x + numberSize * 0.3, y + numberSize * 0.29),
      showText(codes(text)),
      endText(),
      popGraphicsState(),
    );
  }
}

/** A font of the page that draws these digits, and the code of each character, as its map to Unicode says. */
function fontWith(page: PDFPage, digits: Set<string>): { name: PDFName; codes: Map<string, string> } | undefined {
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict);
  for (const name of fonts?.keys() ?? []) {
    const codes = codesOf(fonts!.lookupMaybe(name, PDFDict));
    if ([...digits].every((digit) => codes.has(digit))) return { name, codes };
  }
  return undefined;
}

function codesOf(font: PDFDict | undefined): Map<string, string> {
  const codes = new Map<string, string>();
  const stream = font?.lookup(PDFName.of('ToUnicode'));
  if (!(stream instanceof PDFRawStream)) return codes;

  const map = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  const letter = (hex: string, further = 0) => String.fromCharCode(parseInt(hex, 16) + further);
  for (const [, section] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code, to] of section!.matchAll(/<(\w{4})>\s*<(\w{4})>/g)) codes.set(letter(to!), code!);
  }
  for (const [, section] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first, last, to] of section!.matchAll(/<(\w{4})>\s*<(\w{4})>\s*<(\w{4})>/g)) {
      const from = parseInt(first!, 16);
      for (let code = from; code <= parseInt(last!, 16); code++)
        codes.set(letter(to!, code - from), code.toString(16).padStart(4, '0'));
    }
  }
  return codes;
}

/** The links were removed: takes the references to them out of the tags, which keep the words. */
function dropObjectReferences(whole: PDFDocument): void {
  for (const [, element] of whole.context.enumerateIndirectObjects()) {
    if (!(element instanceof PDFDict) || element.get(PDFName.of('S')) !== PDFName.of('Link')) continue;
    const kids = element.lookupMaybe(PDFName.of('K'), PDFArray);
    for (let index = (kids?.size() ?? 0) - 1; index >= 0; index--) {
      const kid = kids!.lookup(index);
      if (kid instanceof PDFDict && kid.get(PDFName.of('Type')) === PDFName.of('OBJR')) kids!.remove(index);
    }
    element.set(PDFName.of('S'), PDFName.of('Span'));
  }
}
