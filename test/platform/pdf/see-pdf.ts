import { PDFiumLibrary } from '@hyzyla/pdfium';

/** A page as a reader shows it, a byte for each dot: 0 is black, 255 white. */
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

/** How dark an area of a picture is, from 0 for white to 1 for black; the area in parts of the whole, all of it by default. */
export function darkness({ width, height, grey }: Picture, area: Area = [0, 0, 1, 1]): number {
  const [left, top, right, bottom] = area;
  let sum = 0;
  let dots = 0;
  for (let y = Math.floor(top * height); y < bottom * height; y++) {
    for (let x = Math.floor(left * width); x < right * width; x++, dots++) sum += 255 - grey[y * width + x]!;
  }
  return sum / (255 * dots);
}
