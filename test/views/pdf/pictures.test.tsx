import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReactElement } from 'react';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { html } from '../../../src/platform/html.js';
import { projectFolder } from '../../../src/platform/paths.js';
import { PdfPrinter } from '../../../src/platform/pdf/printer.js';
import DefencePack from '../../../views/pdf/defence-pack.js';
import Invoice from '../../../views/pdf/invoice.js';
import { type Letter, lettersOf, type Picture, picturesOf } from '../../platform/pdf/see-pdf.js';
import { printerBrowser } from '../../support/found-browser.js';
import { invoiceFacts, richFacts, sparseFacts, stamp } from './facts.js';

/** The expected pictures, small and grey. A missing picture is written, to be reviewed and committed. */
const folder = join(projectFolder, 'test/views/pdf/pictures');

const printer = new PdfPrinter(printerBrowser);
afterAll(() => printer.close());

const views: Record<string, ReactElement> = {
  'pack-1': <DefencePack facts={richFacts} stamp={stamp} />,
  'pack-2': <DefencePack facts={{ ...richFacts, pack_type: 2 }} stamp={stamp} />,
  'pack-2-sparse': <DefencePack facts={{ ...sparseFacts, pack_type: 2 }} stamp={stamp} />,
  invoice: <Invoice facts={invoiceFacts} />,
};

const asPng = ({ width, height, grey }: Picture) =>
  sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();

/** The largest accepted difference: browsers render the same text slightly differently; a moved word exceeds it by far. */
const tolerance = 1.2;

/** The mean difference between the pixels of two pictures, 0 to 255. */
async function distance(one: Buffer, other: Buffer): Promise<number> {
  const { width, height } = await sharp(other).metadata();
  const points = (picture: Buffer) =>
    sharp(picture).resize(width, height, { fit: 'fill' }).grayscale().blur(2).raw().toBuffer();
  const [first, second] = await Promise.all([points(one), points(other)]);
  return first.reduce((sum, value, index) => sum + Math.abs(value - second[index]!), 0) / first.length;
}

const pointsPerMm = 72 / 25.4;

/** Letters of a page outside its margins, with a tolerance of half a millimetre for overhanging glyphs. */
function outside(letters: Letter[]): Letter[] {
  const [left, right, bottom, top] = [19.5, 190.5, 8, 285].map((mm) => mm * pointsPerMm) as [
    number,
    number,
    number,
    number,
  ];
  return letters.filter((one) => one.left < left || one.right > right || one.bottom < bottom || one.top > top);
}

/** Letters that cover another letter by more than half of the smaller; not neighbours in a word, where kerning may do so. */
function covered(letters: Letter[]): string[] {
  const byLeft = letters.map((letter, index) => ({ ...letter, index })).toSorted((a, b) => a.left - b.left);
  return byLeft.flatMap((one, place) => {
    const found: string[] = [];
    for (let next = place + 1; next < byLeft.length && byLeft[next]!.left < one.right; next++) {
      const other = byLeft[next]!;
      const width = Math.min(one.right, other.right) - other.left;
      const height = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
      const smaller = Math.min(area(one), area(other));
      const apart = Math.abs(one.index - other.index) > 1;
      if (apart && height > 0 && width * height > smaller / 2) found.push(one.letter + other.letter);
    }
    return found;
  });
}

function area({ left, right, bottom, top }: Letter): number {
  return (right - left) * (top - bottom);
}

describe.each(Object.entries(views))('%s', (name, view) => {
  test('looks as it was signed off, page by page', async () => {
    await mkdir(folder, { recursive: true });
    const pages = await picturesOf(await printer.print(html(view)), 36);
    const fileOf = (page: number) => join(folder, `${name}-${page}.png`);
    for (const [index, page] of pages.entries()) {
      const picture = await asPng(page);
      const file = fileOf(index + 1);
      // a new picture is to be looked at, and committed: then the test passes
      const isNew = !existsSync(file);
      if (isNew) await writeFile(file, picture);
      expect([isNew && file]).toEqual([false]);
      expect(await distance(picture, readFileSync(file))).toBeLessThan(tolerance);
    }
    expect(existsSync(fileOf(pages.length + 1))).toBe(false);
  });

  test('keeps its text inside the margins, and no letter on another', async () => {
    const pages = await lettersOf(await printer.print(html(view)));
    for (const letters of pages) {
      expect(letters.length).toBeGreaterThan(20);
      expect(outside(letters)).toEqual([]);
      expect(covered(letters)).toEqual([]);
    }
  });
});

test('letters outside the margins or on each other would be found', () => {
  const letter: Letter = { letter: 'a', left: 100, right: 106, bottom: 500, top: 508 };
  expect(outside([letter, { ...letter, left: 20, right: 26 }])).toHaveLength(1);
  expect(
    covered([letter, { ...letter, letter: 'b', left: 200, right: 206 }, { ...letter, letter: 'c', left: 102 }]),
  ).toEqual(['ac']);
});

test('a picture of another page would not pass', async () => {
  const [first, second] = await Promise.all(
    (await picturesOf(await printer.print(html(views['pack-1']!)), 36)).slice(2, 4).map(asPng),
  );
  expect(await distance(first!, second!)).toBeGreaterThan(tolerance);
});
