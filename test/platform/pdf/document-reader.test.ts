import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from '@jest/globals';
import { drawFirstPage, lookAt, readPdf, readingLimits } from '../../../src/platform/pdf/document-reader.js';
import { builtFile } from '../../../src/platform/paths.js';
import { attachedWays, formCard, longPdf } from '../../documents/cards.js';

const usual = { ...readingLimits };
afterEach(() => void Object.assign(readingLimits, usual));

describe('a machine that is busy with something else', () => {
  test('a process that was stopped for longer than a file may take reads on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reading-'));
    const [script, file] = [join(folder, 'reading.mjs'), join(folder, 'long.pdf')];
    await writeFile(script, reading);
    await writeFile(file, await longPdf(1500));
    const child = spawn(process.execPath, [script, reader, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = linesOf(child);
    expect(await lines()).toBe('begun');
    child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, usual.processor + 2_000));
    child.kill('SIGCONT');
    expect(JSON.parse(await lines())).toMatchObject({ text: expect.stringContaining('Page 1 of 1500') });
    await rm(folder, { recursive: true });
  });

  test('what could not be read in time is refused with 503, and read when it is tried again', async () => {
    const bytes = await longPdf(300);
    const type = 'application/pdf';
    const ways = [() => readPdf(bytes), () => lookAt(bytes, type), () => drawFirstPage(bytes, type)];
    for (const read of ways) {
      readingLimits.clock = 1;
      await expect(read()).rejects.toMatchObject({
        code: 503,
        message: 'The file could not be read in time. Please try again.',
      });
      readingLimits.clock = usual.clock;
      await expect(read()).resolves.toBeDefined();
    }
  });
});

test.each(attachedWays)('the picture of a form has the passport number that is %s', async (way) => {
  const pictures = await Promise.all(
    ['X1234567', ' '].map(async (passport) => drawFirstPage(await formCard(passport, way), 'application/pdf')),
  );
  const [filled, empty] = await Promise.all(
    pictures.map(async ({ webp, width }) => {
      const scale = width / 595;
      const box = { left: 152, top: 842 - 718, width: 116, height: 16 };
      const area = Object.fromEntries(Object.entries(box).map(([side, points]) => [side, Math.round(points * scale)]));
      const dots = await sharp(webp)
        .extract(area as typeof box)
        .greyscale()
        .raw()
        .toBuffer();
      return dots.reduce((sum, dot) => sum + dot, 0) / dots.length;
    }),
  );
  expect(filled!).toBeLessThan(empty! - 5);
});

describe('a file that takes too much of the processor', () => {
  test('fails, and is not read again when it is looked at again', async () => {
    const bytes = await longPdf(1500);
    const type = 'application/pdf';
    const ways = [() => readPdf(bytes), () => lookAt(bytes, type)];
    readingLimits.processor = 1;
    const answers = await Promise.allSettled(ways.map((read) => read()));
    expect(answers[0]).toEqual({ status: 'fulfilled', value: { fault: 'costly', text: '' } });
    expect(answers[1]).toMatchObject({ reason: { message: 'Reading took more than 0.001 s of the processor.' } });

    // read again now, it would not fail
    readingLimits.processor = usual.processor;
    expect(await Promise.allSettled(ways.map((read) => read()))).toEqual(answers);
  });
});

const reader = pathToFileURL(builtFile('platform/pdf/document-reader.js')).href;

/** Reads a file, and says when it has begun, with a thread that is loaded, and what it found. */
const reading = `
  import { readFile } from 'node:fs/promises';
  const { readPdf } = await import(process.argv[2]);
  const bytes = await readFile(process.argv[3]);
  await readPdf(bytes);
  const answer = readPdf(bytes);
  setTimeout(() => console.log('begun'), 50);
  console.log(JSON.stringify(await answer));
`;

/** The lines that a process writes, one with each call. */
function linesOf({ stdout }: ChildProcess): () => Promise<string> {
  let text = '';
  stdout!.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return async () => {
    while (!text.includes('\n')) await once(stdout!, 'data');
    const [line = '', ...rest] = text.split('\n');
    text = rest.join('\n');
    return line;
  };
}
