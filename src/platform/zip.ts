import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import { csvRows } from './csv.js';

/** A file of an archive. `body` is read when its turn comes; a text why it can't be read leaves the file out. */
export type ZippedFile = {
  /** With folders; names in every script. */
  name: string;
  /** What it is, for the index. */
  what: string;
  body: () => Promise<Readable | Uint8Array | string | { missing: string }>;
};

const heads = ['File', 'What it is', 'Bytes', 'SHA-256', 'Not included because'];
/** Such files are compressed already. */
const packed = /\.(?:pdf|jpe?g|png|webp|gif|avif|zip)$/;

/**
 * An archive of files, one after the other, with `index.csv` at its end. No more than a part of one file is in memory.
 * Names are marked as UTF-8. When the reader leaves, the file that is being read is closed.
 */
export function zipped(files: Iterable<ZippedFile> | AsyncIterable<ZippedFile>): Readable {
  const archive = new yazl.ZipFile();
  const out = archive.outputStream as Readable;
  const left = new AbortController();
  out.once('close', () => left.abort());
  archive.on('error', (error: Error) => out.destroy(error));
  fill(archive, files, left.signal).catch((error: Error) => out.destroy(left.signal.aborted ? undefined : error));
  return out;
}

async function fill(
  archive: yazl.ZipFile,
  files: Iterable<ZippedFile> | AsyncIterable<ZippedFile>,
  left: AbortSignal,
): Promise<void> {
  const index: string[][] = [];
  for await (const { name, what, body } of files) {
    left.throwIfAborted();
    const content = await body();
    if (typeof content === 'object' && 'missing' in content) {
      index.push([name, what, '', '', content.missing]);
      continue;
    }
    const { size, sha256 } = await add(archive, name, toStream(content), left);
    index.push([name, what, String(size), sha256, '']);
  }
  archive.addBuffer(Buffer.from(`\uFEFF${csvRows([heads, ...index])}`), 'index.csv');
  archive.end();
}

/** Adds a file, and waits until it was read to its end. */
async function add(archive: yazl.ZipFile, name: string, body: Readable, left: AbortSignal) {
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  body.on('error', (error) => measured.destroy(error));
  archive.addReadStream(body.pipe(measured), name, { compress: !packed.test(name) });
  try {
    await finished(measured, { signal: left });
  } finally {
    body.destroy();
    measured.destroy();
  }
  return { size, sha256: hash.digest('hex') };
}

function toStream(content: Readable | Uint8Array | string): Readable {
  return content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
}

/** A text as a part of a file's name: without what separates folders, what Windows refuses, and what hides characters. */
export function fileNamePart(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .trim()
    .replace(/\s+/g, '-');
  const part = Array.from(plain).slice(0, 60);
  while (isEdge(part.at(-1))) part.pop();
  while (isEdge(part[0])) part.shift();
  return part.join('');
}

/** What a file's name neither begins nor ends with. */
function isEdge(letter: string | undefined): boolean {
  return letter === '.' || letter === '-';
}
