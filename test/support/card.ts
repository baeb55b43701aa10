import { writeFile } from 'node:fs/promises';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** An approved card as a PDF, with these words and its number on each page. */
export async function cardPdf(words: string, pages = 1): Promise<Uint8Array> {
  const card = await PDFDocument.create();
  const font = await card.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1) {
    card.addPage([595, 842]).drawText(`${words}, page ${page}`, { x: 60, y: 760, size: 18, font });
  }
  return card.save();
}

/** The card as a file on disk, for a file chooser. */
export async function cardFile(path: string, words: string, pages = 1): Promise<string> {
  await writeFile(path, await cardPdf(words, pages));
  return path;
}
