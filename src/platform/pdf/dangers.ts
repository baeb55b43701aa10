import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import type { PdfDanger } from '../../shared/pdf-dangers.js';

/** What makes a dictionary dangerous: one of its keys, or what a key says (ISO 32000-1, 7.11, 12.5.6, 12.6.4). */
const rows: { danger: PdfDanger; keys?: string[]; says?: Record<string, string[]> }[] = [
  { danger: 'script', keys: ['JS'], says: { S: ['JavaScript'] } },
  { danger: 'program', says: { S: ['Launch'] } },
  {
    danger: 'file',
    keys: ['EF'],
    says: { Type: ['EmbeddedFile'], Subtype: ['FileAttachment', 'RichMedia'], S: ['GoToE'] },
  },
  // XML Forms Architecture: a form of its own beside the pages, with scripts (ISO 32000-1, 12.7.8)
  { danger: 'xfa', keys: ['XFA'] },
];

/** The danger that a parsed PDF has anywhere in it, referred to or not. */
export function dangerOf(context: PDFContext): PdfDanger | undefined {
  const toLook: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = toLook.pop(); object; object = toLook.pop()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict) {
      const found = rows.find((row) => isSuch(dict, row));
      if (found) return found.danger;
      toLook.push(...dict.values());
    } else if (object instanceof PDFArray) toLook.push(...object.asArray());
  }
  return undefined;
}

function isSuch(dict: PDFDict, { keys = [], says = {} }: (typeof rows)[number]): boolean {
  if (keys.some((key) => dict.has(PDFName.of(key)))) return true;
  return Object.entries(says).some(([key, values]) => {
    const value = dict.lookup(PDFName.of(key));
    return value instanceof PDFName && values.includes(value.decodeText());
  });
}
