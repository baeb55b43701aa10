import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { sha256Of } from '../platform/sha256.js';
import type { Storage } from '../platform/storage.js';
import { Random } from './random.js';

/** A file in Storage that seeded orders share as their card. */
export type SampleCard = { storageKey: string; sha256: string; size: number };

const ink = rgb(0.1, 0.13, 0.2);
const pale = rgb(0.92, 0.93, 0.95);

/**
 * Makes a dozen cards, each one A4 page marked as a sample, and puts them into Storage. The bytes are always the same. All
 * orders share them, so they have no passport number: it would be another one than the order's.
 */
export async function storeSampleCards(storage: Storage): Promise<SampleCard[]> {
  return Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const bytes = await sampleCard(index);
      const storageKey = `documents/sample-${String(index + 1).padStart(2, '0')}.pdf`;
      await storage.put(storageKey, bytes, 'application/pdf');
      return { storageKey, sha256: sha256Of(bytes), size: bytes.length };
    }),
  );
}

function sampleCard(index: number): Promise<Uint8Array> {
  const random = new Random(index, 9);
  return drawn(random, [
    ['Reference', random.digits('MDAC-####-####')],
    ['Status', 'Approved'],
    ['Name', 'SAMPLE TRAVELLER'],
    ['Mode of travel', 'Air'],
    ['Flight', random.digits('MH###')],
    ['Accommodation', random.pick(['Kuala Lumpur', 'George Town', 'Langkawi', 'Melaka', 'Kota Kinabalu'])],
  ]);
}

/** A card that names a traveller, as the authority mails it; `name` is of plain letters, `arrival` a day, YYYY-MM-DD. */
export function sampleCardOf(name: string, passport: string, arrival: string): Promise<Uint8Array> {
  return drawn(new Random(1, 9), [
    ['Status', 'Approved'],
    ['Name', name.toUpperCase()],
    ['Passport No', passport],
    ['Date of Arrival', arrival.split('-').reverse().join('/')],
  ]);
}

/** A pack in a few plain lines; `seed` draws its pattern. */
export function samplePack(seed: number, fields: [label: string, value: string][]): Promise<Uint8Array> {
  return drawn(new Random(seed, 10), fields, { title: 'Defence pack', note: 'SAMPLE, MADE FOR THE DEMONSTRATION' });
}

const cardTitle = { title: 'Malaysia Digital Arrival Card', note: 'SAMPLE, NOT VALID FOR TRAVEL' };

/** One A4 page, marked as a sample. */
async function drawn(
  random: Random,
  fields: [label: string, value: string][],
  { title, note } = cardTitle,
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(`${title} (sample)`);
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const [plain, bold] = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.HelveticaBold].map((font) => document.embedFont(font)),
  );

  const page = document.addPage([595.28, 841.89]);
  page.drawRectangle({ x: 0, y: 752, width: 595.28, height: 89.89, color: rgb(0.06, 0.36, 0.55) });
  page.drawText(title, { x: 48, y: 790, size: 24, font: bold!, color: rgb(1, 1, 1) });
  page.drawText(note, { x: 48, y: 766, size: 11, font: plain!, color: rgb(1, 1, 1) });
  drawFields(page, plain!, bold!, fields);
  drawCode(page, random);
  page.drawText('SAMPLE', { x: 150, y: 130, size: 96, font: bold!, color: pale });
  return document.save({ useObjectStreams: false });
}

function drawFields(page: PDFPage, plain: PDFFont, bold: PDFFont, fields: [label: string, value: string][]): void {
  fields.forEach(([label, value], row) => {
    const y = 700 - row * 46;
    page.drawText(label.toUpperCase(), { x: 48, y, size: 9, font: plain, color: rgb(0.4, 0.43, 0.5) });
    page.drawText(value, { x: 48, y: y - 18, size: 15, font: bold, color: ink });
    page.drawLine({ start: { x: 48, y: y - 28 }, end: { x: 360, y: y - 28 }, thickness: 0.5, color: pale });
  });
}

/** A pattern that looks like a card's QR code but encodes nothing. */
function drawCode(page: PDFPage, random: Random): void {
  const [side, cells] = [5.2, 29];
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      if (random.chance(0.52)) continue;
      page.drawRectangle({ x: 392 + column * side, y: 552 + row * side, width: side, height: side, color: ink });
    }
  }
}
