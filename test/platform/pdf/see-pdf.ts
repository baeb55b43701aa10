import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** A page as a viewer shows it, one byte for each pixel: 0 is black, 255 white. */
export type Picture = { width: number; height: number; grey: Uint8Array };

/** The pages of a PDF as pictures. */
export async function picturesOf(pdf: Uint8Array, dpi: number): Promise<Picture[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pictures: Picture[] = [];
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: dpi / 72, colorSpace: 'Gray', render: 'bitmap' });
    pictures.push({ width, height, grey: data });
  }
  document.destroy();
  return pictures;
}

type Area = readonly [left: number, top: number, right: number, bottom: number];

/** The mean darkness of an area of a picture, 0 (white) to 1 (black). The area is in fractions of the picture; default: all. */
export function darkness({ width, height, grey }: Picture, area: Area = [0, 0, 1, 1]): number {
  const [left, top, right, bottom] = area;
  let sum = 0;
  let dots = 0;
  for (let y = Math.floor(top * height); y < bottom * height; y++) {
    for (let x = Math.floor(left * width); x < right * width; x++, dots++) sum += 255 - grey[y * width + x]!;
  }
  return sum / (255 * dots);
}

/** The position of a letter on its page, in points from the lower left corner. */
export type Letter = { letter: string; left: number; right: number; bottom: number; top: number };

/** The letters of each page with their positions, without blanks. */
export async function lettersOf(pdf: Uint8Array): Promise<Letter[][]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const { module } = document as unknown as { module: TextModule };
  const pages = Array.from({ length: document.getPageCount() }, (_, page) => lettersOn(document, page, module));
  document.destroy();
  return pages;
}

/** The part of PDFium that its package wraps no functions around. */
type TextModule = {
  wasmExports: { malloc(size: number): number; free(address: number): void };
  HEAPU8: Uint8Array;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetCharBox(text: number, index: number, ...addresses: number[]): number;
};

function lettersOn(document: PDFiumDocument, number: number, module: TextModule): Letter[] {
  const { pageIdx } = document.getPage(number) as unknown as { pageIdx: number };
  const text = module._FPDFText_LoadPage(pageIdx);
  const box = module.wasmExports.malloc(4 * 8);
  const letters = Array.from({ length: module._FPDFText_CountChars(text) }, (_, index) => {
    module._FPDFText_GetCharBox(text, index, box, box + 8, box + 16, box + 24);
    const [left, right, bottom, top] = new Float64Array(module.HEAPU8.buffer, box, 4) as unknown as number[];
    const letter = String.fromCodePoint(module._FPDFText_GetUnicode(text, index));
    return { letter, left: left!, right: right!, bottom: bottom!, top: top! };
  });
  module.wasmExports.free(box);
  module._FPDFText_ClosePage(text);
  return letters.filter(({ letter, left, right }) => letter.trim() !== '' && right > left);
}
