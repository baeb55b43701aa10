import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  decodePDFRawStream,
} from '@cantoo/pdf-lib';

/** The text of each page of a PDF, as far as its fonts map glyphs to characters; any white space becomes one blank. */
export async function textOf(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document
    .getPages()
    .map((page) => drawnText(contentOf(page), page.node.Resources()!).replace(/\s+/g, ' ').trim());
}

/** The entries of the outline, in order. */
export async function titlesOf(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const found: string[] = [];
  const walk = (entry: PDFDict | undefined): void => {
    for (; entry; entry = entry.lookupMaybe(PDFName.of('Next'), PDFDict)) {
      const title = entry.lookup(PDFName.of('Title')) as unknown as { decodeText?: () => string };
      if (title?.decodeText) found.push(title.decodeText());
      walk(entry.lookupMaybe(PDFName.of('First'), PDFDict));
    }
  };
  walk(document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict));
  return found;
}

/** The decoded content stream of a page. */
export function contentOf(page: PDFPage): string {
  const { Contents } = page.node.normalizedEntries();
  return Array.from({ length: Contents?.size() ?? 0 }, (_, index) => decoded(Contents!.lookup(index, PDFStream))).join(
    '\n',
  );
}

function decoded(stream: PDFStream): string {
  const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();
  return Buffer.from(bytes).toString('latin1');
}

/** Follows `Tf`, the four ways to show text, and `Do` for forms drawn inside; a new line where the text moves down. */
function drawnText(content: string, resources: PDFDict): string {
  const fonts = resources.lookupMaybe(PDFName.of('Font'), PDFDict);
  const forms = resources.lookupMaybe(PDFName.of('XObject'), PDFDict);
  const token =
    /\/([\w+-]+)\s+[\d.]+\s+Tf|(<[0-9A-Fa-f\s]*>|\((?:\\[\s\S]|[^\\()])*\))|\/([\w+-]+)\s+Do|([-\d.]+)\s+Td\b|\b(?:Tm|T\*)/g;
  let meaning = new Map<number, string>();
  let wide = true;
  let text = '';
  for (const [, font, shown, form, down] of content.matchAll(token)) {
    if (font !== undefined) {
      const dict = fonts?.lookupMaybe(PDFName.of(font), PDFDict);
      meaning = meaningOf(dict);
      wide = dict?.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText() === 'Type0';
    } else if (shown !== undefined)
      text += codesOf(shown, wide)
        .map((code) => meaning.get(code) ?? plain(code, wide))
        .join('');
    else if (form !== undefined) text += formText(forms, form);
    else if (Number(down ?? 1) !== 0 && !text.endsWith('\n')) text += '\n';
  }
  return text;
}

function formText(forms: PDFDict | undefined, name: string): string {
  const stream = forms?.lookup(PDFName.of(name));
  if (!(stream instanceof PDFStream)) return '';
  if (stream.dict.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText() !== 'Form') return '';
  return `\n${drawnText(decoded(stream), stream.dict.lookupMaybe(PDFName.of('Resources'), PDFDict) ?? PDFDict.withContext(stream.dict.context))}`;
}

function plain(code: number, wide: boolean): string {
  return wide ? '' : String.fromCharCode(code);
}

function codesOf(shown: string, wide: boolean): number[] {
  const bytes = shown.startsWith('<')
    ? Buffer.from(shown.replace(/[^0-9A-Fa-f]/g, ''), 'hex')
    : Buffer.from(shown.slice(1, -1).replace(/\\(\d{3}|[\s\S])/g, unescaped), 'latin1');
  if (!wide) return [...bytes];
  return Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readUInt16BE(index * 2));
}

function unescaped(_: string, escape: string): string {
  const named: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };
  return /^\d/.test(escape) ? String.fromCharCode(parseInt(escape, 8)) : (named[escape] ?? escape);
}

const meanings = new WeakMap<PDFDict, Map<number, string>>();

/** Code → text, from the font's ToUnicode map, which is read once: a page names its fonts hundreds of times. */
function meaningOf(font: PDFDict | undefined): Map<number, string> {
  const meaning = (font && meanings.get(font)) ?? readMeaning(font);
  if (font) meanings.set(font, meaning);
  return meaning;
}

function readMeaning(font: PDFDict | undefined): Map<number, string> {
  const stream = font?.lookup(PDFName.of('ToUnicode'));
  const meaning = new Map<number, string>();
  if (!(stream instanceof PDFStream)) return meaning;

  const map = decoded(stream);
  for (const [, section] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code, to] of section!.matchAll(/<(\w+)>\s*<(\w+)>/g)) meaning.set(parseInt(code!, 16), utf16(to!));
  }
  for (const [, section] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first, last, to] of section!.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const from = parseInt(first!, 16);
      for (let code = from; code <= parseInt(last!, 16); code++) {
        const base = utf16(to!);
        meaning.set(code, base.slice(0, -1) + String.fromCharCode(base.charCodeAt(base.length - 1) + code - from));
      }
    }
  }
  return meaning;
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

/** The names of the fonts embedded in a PDF, without the prefix that marks a subset. */
export async function fontsOf(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const names = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFDict ? object.lookupMaybe(PDFName.of('BaseFont'), PDFName) : undefined))
    .flatMap((name) => (name ? [name.decodeText().replace(/^[A-Z]{6}\+/, '')] : []));
  return [...new Set(names)].sort();
}

/** Whether any page carries annotations, links among them. */
export async function hasAnnotations(pdf: Uint8Array): Promise<boolean> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().some((page) => (page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.size() ?? 0) > 0);
}
