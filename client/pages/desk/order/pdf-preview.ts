import { dangerIn, pdfDangers } from '@shared/pdf-dangers';

/**
 * Why a PDF has no preview; undefined when it may be shown. The browser's viewer runs scripts, so a file that can't be checked
 * is not shown. An encrypted file is such a file, because only the server can decrypt it.
 */
export async function whyNotShown(file: Blob): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.startsWith('%PDF-')) return pdfDangers.header;
  const danger = dangerIn(text);
  if (danger) return pdfDangers[danger];
  if (/\/Encrypt\b/.test(text)) return 'There is no preview of an encrypted PDF.';

  for (const [start, end] of objectStreams(text)) {
    const inside = await inflated(bytes.subarray(start, end)).catch(() => undefined);
    if (inside === undefined) return 'There is no preview of this PDF.';
    const hidden = dangerIn(inside);
    if (hidden) return pdfDangers[hidden];
  }
  return undefined;
}

/** The byte offsets at which each object stream (ISO 32000-1, 7.5.7) begins and ends. */
function* objectStreams(text: string): Generator<[start: number, end: number]> {
  for (const { index, 0: matched } of text.matchAll(/\/ObjStm\b[^]*?stream\r?\n/g)) {
    const start = index + matched.length;
    const head = text.slice(text.lastIndexOf(' obj', index), start);
    const [, length] = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(head) ?? [];
    yield [start, length ? start + Number(length) : text.slice(0, text.indexOf('endstream', start)).trimEnd().length];
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new TextDecoder('latin1').decode(await new Response(stream).arrayBuffer());
}
